import { IDENTITY_CHECK_REASONS, readPersonName, type CountryCode, type IdentityCheck } from '@sesa/contract'
import { toMinorNumber } from '@sesa/money'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { replaceName } from '../../customers/index.ts'
import { lockSender } from '../../transfers/index.ts'
import { grantVerified } from './apply.ts'
import { RETURN_PATH, type IdentityChecksDeps } from './deps.ts'
import type { CheckPlan } from './ports.ts'
import { queueRead } from './queue.ts'
import { findCheck, insertCheck, lockCheck, saveCheck, type CheckRow } from './store.ts'
import { tellOutcome } from './tell.ts'
import { readTier } from './tiers.ts'

/** The caller's data that a check needs. */
export interface Checked {
  readonly userId: string
  readonly sessionId: string
  readonly country: CountryCode | null
  readonly proven: boolean
}

/** Returns true while the customer can start a check, continue it, or submit again. */
function isOpen(check: CheckRow | undefined): boolean {
  if (check === undefined) return true
  if (check.state === 'waiting_for_user') return check.reason !== 'name_mismatch'
  return ['not_started', 'failed_retryable', 'expired'].includes(check.state)
}

/** Returns true when the customer's next submission belongs to the row of the last one. */
function continues(check: CheckRow | undefined, { provider }: CheckPlan): check is CheckRow {
  if (check === undefined || check.provider !== provider.name || check.state === 'expired') return false
  return check.reference === null || provider.reusesReference
}

export function createIdentityChecks(deps: IdentityChecksDeps) {
  const { db, audit, plans, publicUrl } = deps
  const planOf = (country: CountryCode | null): CheckPlan | undefined =>
    country === null ? undefined : plans[country]

  async function view(reader: Db | Tx, { userId, country }: Checked): Promise<IdentityCheck> {
    const check = await findCheck(reader, userId)
    const { tier, raises } = await readTier(reader, userId)
    const plan = planOf(country)
    const { state = 'not_started', reason = null } = check ?? {}
    return {
      state,
      reason,
      message: reason === null ? null : IDENTITY_CHECK_REASONS[reason],
      canStart: plan !== undefined && isOpen(check),
      documents: [...(plan?.documents ?? [])],
      nameToConfirm: reason === 'name_mismatch' ? (check?.name ?? null) : null,
      validUntil: state === 'verified' ? (check?.document_expires ?? null) : null,
      tier,
      raises: raises && {
        per24Hours: toMinorNumber(raises.per24Hours),
        per30Days: toMinorNumber(raises.per30Days),
      },
    }
  }

  /** Returns the row of the next submission, new or existing. */
  async function begin({ userId, sessionId }: Checked, plan: CheckPlan, country: string, origin: Origin) {
    return inTransaction(db, 'identity_checks.start', async (tx) => {
      await requireOpenAccount(tx, userId)
      await lockSender(tx, userId)
      const known = await findCheck(tx, userId)
      if (!isOpen(known)) throw new Refused('identity_check_not_open')
      if (continues(known, plan)) return known
      await audit.record(tx, { userId, sessionId, kind: 'identity_check_started', origin })
      return insertCheck(tx, { userId, provider: plan.provider.name, country })
    })
  }

  /** Saves the provider's reference. A result that arrived earlier wins. */
  async function saveOpened(check: CheckRow, reference: string): Promise<void> {
    await inTransaction(db, 'identity_checks.record_opened', async (tx) => {
      await lockSender(tx, check.user_id)
      const now = await lockCheck(tx, check.id)
      if (now === undefined || !isOpen(now)) return
      await saveCheck(tx, check.id, { state: 'waiting_for_user', reason: null, reference })
    })
  }

  return {
    /** Returns the state of a customer's check, and their possible actions. */
    get: (caller: Checked): Promise<IdentityCheck> => view(db, caller),

    /**
     * Starts a check, continues it or submits again; returns the single-use URL of the provider's page. Throws Refused
     * `identity_check_not_open` or `identity_check_unavailable`.
     */
    async start(caller: Checked, origin: Origin): Promise<string> {
      const { country } = caller
      const plan = planOf(country)
      if (plan === undefined || country === null) throw new Refused('identity_check_unavailable')
      const check = await begin(caller, plan, country, origin)
      const answer = await callProvider('identity_checks.open', () =>
        plan.provider.open({
          checkId: check.id,
          reference: check.reference,
          country,
          documents: plan.documents,
          returnUrl: publicUrl + RETURN_PATH,
        }),
      )
      if (answer.ok) {
        await saveOpened(check, answer.value.reference)
        return answer.value.url
      }
      // The customer has submitted already: the result will follow.
      if (answer.reason === 'closed') {
        await inTransaction(db, 'identity_checks.read_closed', (tx) => queueRead(tx, check.id))
        throw new Refused('identity_check_not_open')
      }
      throw new Refused('identity_check_unavailable', { retryAfter: 30 })
    },

    /**
     * Sets the profile's name to the document's name, which completes the check. Throws Refused `identity_check_not_open`, or
     * `step_up_required` after a transfer.
     */
    async confirmName(caller: Checked, origin: Origin): Promise<IdentityCheck> {
      const { userId, sessionId } = caller
      return inTransaction(db, 'identity_checks.confirm_name', async (tx) => {
        await requireOpenAccount(tx, userId)
        const known = await findCheck(tx, userId)
        const name = known?.reason === 'name_mismatch' ? known.name : null
        if (known === undefined || name === null) throw new Refused('identity_check_not_open')
        const read = readPersonName(name)
        if (!read.ok) return review(tx, caller, known)
        await replaceName(tx, caller, read.name, deps.closeForIdentity)
        await lockSender(tx, userId)
        const check = await lockCheck(tx, known.id)
        if (check?.state !== 'waiting_for_user' || check.name !== name)
          throw new Refused('identity_check_not_open')
        await audit.record(tx, { userId, sessionId, kind: 'name_verified', origin })
        const outcome = { state: 'verified', reason: null } as const
        await saveCheck(tx, check.id, outcome)
        await grantVerified(deps, tx, check)
        await tellOutcome(deps, tx, check, outcome)
        return view(tx, caller)
      })
    },
  }

  /** Sends a check to staff when its name is invalid for a profile. */
  async function review(tx: Tx, caller: Checked, { id }: CheckRow): Promise<IdentityCheck> {
    await lockSender(tx, caller.userId)
    const check = await lockCheck(tx, id)
    if (check?.state === 'waiting_for_user') {
      const outcome = { state: 'needs_review', reason: 'details_missing' } as const
      await saveCheck(tx, id, outcome)
      await tellOutcome(deps, tx, check, outcome)
    }
    return view(tx, caller)
  }
}

export type IdentityChecks = ReturnType<typeof createIdentityChecks>
