import { IDENTITY_CHECK_REASONS, type IdentityCheckReason, type IdentityCheckState } from '@sesa/contract'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type ApprovedAction, type Change } from '../../../lib/staff-action.ts'
import { comparableName, lockSender, type Limits } from '../../transfers/index.ts'
import { grantVerified } from './apply.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { CHECK_COLUMNS, lockCheck, ownerOf, saveCheck } from './store.ts'
import { tellOutcome, verifiedWords } from './tell.ts'
import { readLimits, readTier, setTier, type Tier } from './tiers.ts'

/** A check as shown to staff. */
export interface ShownCheck {
  readonly id: string
  readonly userId: string
  readonly provider: string
  readonly reference: string | null
  readonly state: IdentityCheckState
  readonly reason: IdentityCheckReason | null
  readonly providerCode: string | null
  readonly name: string | null
  readonly dob: string | null
  readonly expires: string | null
  readonly updatedAt: Date
}

/** A check next to the account that it belongs to. */
export interface InspectedCheck extends ShownCheck {
  readonly country: string
  readonly documentType: string | null
  readonly documentCountry: string | null
  readonly failures: number
  readonly createdAt: Date
  readonly account: { readonly name: string | null; readonly dob: string | null }
  readonly isSameName: boolean
  readonly isSameDob: boolean
  /** Other accounts verified with the same person and document; at most ten. */
  readonly samePerson: readonly { readonly userId: string; readonly since: Date }[]
  readonly tier: Tier
  readonly limits: Readonly<Record<'now' | 'verified', Limits>>
  /** What the customer reads after each decision. */
  readonly customerReads: { readonly verify: string; readonly refuse: string }
  /** True if the provider gave a complete document. */
  readonly isIdentified: boolean
}

export interface IdentityStaff {
  /** Returns one check next to its account; undefined when it does not exist or was erased. */
  inspect(checkId: string): Promise<InspectedCheck | undefined>
  /** Returns a customer's tier and all their checks, newest first. */
  show(userId: string): Promise<{ readonly tier: Tier; readonly checks: readonly ShownCheck[] }>
  /** Decides a check under review. Throws Refused. */
  review(checkId: string, verdict: 'verify' | 'refuse', action: ApprovedAction): Promise<void>
  /** Sets a customer's tier, for example the third after proof of address and funds. Throws Refused. */
  setTier(
    userId: string,
    set: { readonly tier: Tier; readonly until: string | null },
    action: ApprovedAction,
  ): Promise<void>
}

async function recordAction(
  tx: Tx,
  name: 'review_identity' | 'set_tier',
  subject: string,
  by: ApprovedAction,
  change: Change,
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ action: name, ...signatureOf(by, change), subject })
    .execute()
}

export function createIdentityStaff(deps: IdentityChecksDeps): IdentityStaff {
  const { db } = deps
  const select = () => db.selectFrom('identity_checks').select(CHECK_COLUMNS)
  const shown = (row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): ShownCheck => ({
    id: row.id,
    userId: row.user_id,
    provider: row.provider,
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    providerCode: row.provider_code,
    name: row.name,
    dob: row.dob,
    expires: row.document_expires,
    updatedAt: row.updated_at,
  })
  return {
    async show(userId) {
      const rows = await select().where('user_id', '=', userId).orderBy('created_at', 'desc').execute()
      return { tier: (await readTier(db, userId)).tier, checks: rows.map(shown) }
    },

    async inspect(checkId) {
      const row = await select().where('id', '=', checkId).executeTakeFirst()
      if (row === undefined) return undefined
      const profile = await db
        .selectFrom('profiles')
        .select(['name', 'dob'])
        .where('user_id', '=', row.user_id)
        .executeTakeFirst()
      const account = { name: profile?.name ?? null, dob: profile?.dob ?? null }
      const { person_key: personKey } = row
      const matches =
        personKey === null
          ? []
          : await db
              .selectFrom('identity_checks')
              .select(['user_id as userId', 'updated_at as since'])
              .where('person_key', '=', personKey)
              .where('state', '=', 'verified')
              .where('user_id', '<>', row.user_id)
              .orderBy('updated_at', 'desc')
              .limit(10)
              .execute()
      const limits = await readLimits(db, row.user_id)
      return {
        ...shown(row),
        limits,
        customerReads: { verify: verifiedWords(limits.verified), refuse: IDENTITY_CHECK_REASONS.refused },
        country: row.country,
        documentType: row.document_type,
        documentCountry: row.document_country,
        failures: row.failures,
        createdAt: row.created_at,
        account,
        isSameName: row.name !== null && comparableName(row.name) === comparableName(account.name ?? ''),
        isSameDob: row.dob !== null && row.dob === account.dob,
        samePerson: matches,
        tier: (await readTier(db, row.user_id)).tier,
        isIdentified: personKey !== null,
      }
    },

    review: (checkId, verdict, action) =>
      inTransaction(db, 'identity_checks.review', async (tx) => {
        const userId = await ownerOf(tx, checkId)
        if (userId === undefined) throw actionRefused('This check doesn’t exist. See Identity checks.')
        await lockSender(tx, userId)
        const check = await lockCheck(tx, checkId)
        if (check?.state !== 'needs_review')
          throw actionRefused(`This check is ${check?.state ?? 'erased'}. There’s nothing to decide.`)
        const outcome =
          verdict === 'verify'
            ? ({ state: 'verified', reason: null } as const)
            : ({ state: 'failed_final', reason: 'refused' } as const)
        if (verdict === 'verify' && check.person_key === null)
          throw actionRefused(
            'The provider returned an incomplete document, so the check can only be refused.',
          )
        await saveCheck(tx, checkId, outcome)
        if (verdict === 'verify') await grantVerified(deps, tx, check)
        await recordAction(tx, 'review_identity', checkId, action, {
          before: { state: check.state },
          after: { state: outcome.state },
        })
        await tellOutcome(deps, tx, check, outcome)
      }),

    setTier: (userId, set, action) =>
      inTransaction(db, 'identity_checks.set_tier', async (tx) => {
        const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
        if (user === undefined) throw actionRefused('This account doesn’t exist.')
        const { tier } = await readTier(tx, userId)
        if (set.tier === 3 && tier === 1) throw actionRefused('Tier 3 needs a verified identity check first.')
        await setTier(tx, userId, set)
        await recordAction(tx, 'set_tier', userId, action, { before: { tier }, after: { ...set } })
      }),
  }
}
