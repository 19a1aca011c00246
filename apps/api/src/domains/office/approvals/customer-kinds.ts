import { isPermitted, type ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { countryOf, goneAbout, inWords, plainAbout, readCustomer, type About, type Reader } from './about.ts'
import { requireNoWork } from '../../customers/index.ts'
import type { AskedFor, Carriers, Kind } from './kind.ts'
import { accountVersion, checkVersion, erasureVersion } from './versions.ts'

const reviewPayload = v.object({ verdict: v.picklist(['verify', 'refuse']) })
const tierPayload = v.object({
  tier: v.picklist([1, 2, 3]),
  until: v.nullable(v.pipe(v.string(), v.isoDate())),
})

const correctionPayload = v.object({ correction: v.pipe(v.string(), v.uuid()) })

async function aboutErasure(db: Db, { entity }: AskedFor, reader: Reader): Promise<About> {
  const customer = await readCustomer(db, entity, reader)
  if (customer === undefined) return goneAbout('A customer')
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*)::int as all, (count(*) filter (where state not in ('sent', 'refunded', 'cancelled')))::int as open
    from transfers where user_id = ${entity}::uuid`.execute(db)
  const { all = 0, open = 0 } = rows[0] ?? {}
  return plainAbout({
    label: customer.label,
    link: { page: 'customer', id: entity },
    state: customer.state,
    facts: [
      { label: 'Country', value: customer.country },
      { label: 'Customer since', value: customer.since },
      { label: 'Transfers', value: `${all}, of which ${open} have not ended` },
    ],
    changes: [{ label: 'Account', from: customer.state, to: 'Erased' }],
  })
}

/** The names are not in the request: the correction's own page shows them to those who may decide. */
async function aboutCorrection(db: Db, { entity }: AskedFor, reader: Reader): Promise<About> {
  const customer = await readCustomer(db, entity, reader)
  if (customer === undefined) return goneAbout('A customer')
  return plainAbout({
    label: customer.label,
    link: { page: 'customer', id: entity },
    state: customer.state,
    facts: [
      { label: 'Country', value: customer.country },
      { label: 'Customer since', value: customer.since },
    ],
  })
}

async function aboutVerdict(db: Db, { entity, payload }: AskedFor, reader: Reader): Promise<About> {
  const check = await db
    .selectFrom('identity_checks')
    .select(['user_id', 'provider', 'state', 'reason', 'document_type', 'document_country'])
    .where('id', '=', entity)
    .executeTakeFirst()
  const customer = check && (await readCustomer(db, check.user_id, reader))
  if (check === undefined || customer === undefined) return goneAbout('An identity check')
  const read = v.safeParse(reviewPayload, payload)
  const after = read.success && read.output.verdict === 'refuse' ? 'Refused' : 'Verified'
  const document = [inWords(check.document_type ?? 'document'), countryOf(check.document_country)]
  return plainAbout({
    label: customer.label,
    link: { page: 'identity_check', id: entity },
    state: inWords(check.state),
    facts: [
      { label: 'Account', value: customer.state },
      { label: 'Provider', value: inWords(check.provider) },
      ...(check.reason === null ? [] : [{ label: 'Why staff decide', value: inWords(check.reason) }]),
      ...(check.document_country === null ? [] : [{ label: 'Document', value: document.join(', ') }]),
    ],
    changes: [{ label: 'Identity check', from: inWords(check.state), to: after }],
  })
}

async function aboutTier(
  db: Db,
  { entity, payload }: AskedFor,
  reader: Reader,
  tierNow: number,
): Promise<About> {
  const customer = await readCustomer(db, entity, reader)
  if (customer === undefined) return goneAbout('A customer')
  const read = v.safeParse(tierPayload, payload)
  const now = `Tier ${tierNow}`
  const until = read.success ? read.output.until : null
  return plainAbout({
    label: customer.label,
    link: { page: 'customer_identity', id: entity },
    state: `${now}, account ${customer.state.toLowerCase()}`,
    facts: [{ label: 'Until', value: until ?? 'No end' }],
    changes: read.success ? [{ label: 'Tier', from: now, to: `Tier ${read.output.tier}` }] : [],
  })
}

/** Creates the kinds of requests about one customer: who they are, and the erasure of their account. */
export const createCustomerKinds = ({
  db,
  names,
  identity,
  closeAccount,
}: Pick<Carriers, 'db' | 'names' | 'identity' | 'closeAccount'>) =>
  ({
    correct_name: {
      permission: 'names.correct',
      reads: 'customers.read',
      about: aboutCorrection,
      check: (_payload, userId) => names.check(userId),
      versionOf: (tx, userId) => names.versionOf(tx, userId),
      async carryOut(userId, payload, action) {
        await names.carryOut(userId, v.parse(correctionPayload, payload).correction, action)
        return 'the name is corrected'
      },
    },
    erase_account: {
      permission: 'erasure.request',
      reads: 'customers.read',
      about: aboutErasure,
      check: (_payload, userId, roles) =>
        requireNoWork(db, userId, { maySeeCases: isPermitted(roles, 'cases.read') }),
      versionOf: erasureVersion,
      async carryOut(userId, _payload, action) {
        await closeAccount(userId, action)
        return 'erased'
      },
    },
    review_identity: {
      permission: 'identity.review',
      reads: 'identity.review',
      about: aboutVerdict,
      versionOf: checkVersion,
      async carryOut(check, payload, action) {
        const { verdict } = v.parse(reviewPayload, payload)
        await identity.review(check, verdict, action)
        return verdict === 'verify' ? 'verified' : 'refused'
      },
    },
    set_tier: {
      permission: 'identity.review',
      reads: 'identity.review',
      about: async (db, asked, reader) =>
        aboutTier(db, asked, reader, (await identity.show(asked.entity)).tier),
      versionOf: accountVersion,
      async carryOut(userId, payload, action) {
        const set = v.parse(tierPayload, payload)
        await identity.setTier(userId, set, action)
        return `tier ${set.tier}`
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
