import type { CountryCode } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { dayOf, policyPart, type DatedPolicy, type PolicyKind } from '../../record/index.ts'
import {
  BANK_DEBIT_LIMITS,
  lockSender,
  sharedLimitsOf,
  standingOf,
  type Limits,
  type LimitsOf,
  type Standing,
} from '../../transfers/index.ts'

/** How well we know a customer: 1 by phone, 2 by document and selfie, 3 by address and source of funds. */
export type Tier = 1 | 2 | 3

const TODAY = sql`(now() at time zone 'UTC')::date`

const limitsIn = ({ per24Hours, per30Days }: NewTierLimits): Limits => ({
  per24Hours: money(per24Hours, 'USD'),
  per30Days: money(per30Days, 'USD'),
})

/** A customer's standing, and the time at which it was read. */
interface Customer extends Standing {
  readonly tier: Tier
  readonly now: Date
}

async function readCustomer(db: Db | Tx, userId: string): Promise<Customer> {
  const { rows } = await sql<Customer>`
    select tier, country, now() as now from (${standingOf(sql`${userId}`)}) standing`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no tier')
  return row
}

/** Returns the limits in force for a tier: of the corridor, then of the sender's country, then of every country. */
function allInForce(
  known: readonly DatedPolicy<NewTierLimits>[],
  { tier, country, now }: Standing & Pick<Customer, 'now'>,
  to: CountryCode | null,
): readonly NewTierLimits[] {
  const day = dayOf(now)
  return known
    .map((one) => one.value())
    .filter(
      (one) =>
        one.tier === tier &&
        one.validFrom <= day &&
        (one.sender === null || one.sender === country) &&
        (one.recipient === null || one.recipient === to),
    )
    .toSorted(
      (a, b) =>
        Number(a.recipient === null) - Number(b.recipient === null) ||
        Number(a.sender === null) - Number(b.sender === null) ||
        b.validFrom.localeCompare(a.validFrom),
    )
}

function limitsInForce(...given: Parameters<typeof allInForce>): Limits {
  const [inForce] = allInForce(...given)
  if (inForce === undefined) throw new Error('No limits are in force for a tier')
  return limitsIn(inForce)
}

/** Creates the limits of customers by their tiers. Without `countCards`, cards are not counted across accounts. */
export const createLimitsOf =
  ({ countCards }: { readonly countCards: boolean }): LimitsOf =>
  (standing, to, { snapshot, now }) => {
    const sets = snapshot.of(TIER_LIMIT_SETS)
    const own = limitsInForce(sets, { ...standing, now }, to)
    const shared = sharedLimitsOf(own)
    // Limits without those of bank debits leave them as they are.
    const debits = allInForce(sets, { ...standing, now }, to).find(({ debitsFirst }) => debitsFirst !== null)
    const bankDebit = {
      ...BANK_DEBIT_LIMITS,
      ...(debits?.debitsFirst && { first: money(debits.debitsFirst, 'USD') }),
      ...(debits?.debitsLater && { later: money(debits.debitsLater, 'USD') }),
    }
    return { own, shared: countCards ? shared : { ...shared, card: null }, bankDebit }
  }

/** Returns a customer's tier today and the limits of the second tier; null for those from the second tier on. */
export async function readTier(
  db: Db | Tx,
  userId: string,
): Promise<{ readonly tier: Tier; readonly raises: Limits | null }> {
  const customer = await readCustomer(db, userId)
  const { tier } = customer
  if (tier > 1) return { tier, raises: null }
  return { tier, raises: limitsInForce(await TIER_LIMIT_SETS.read(db), { ...customer, tier: 2 }, null) }
}

/** Returns a customer's limits today and once their identity is verified. */
export async function readLimits(db: Db, userId: string): Promise<Record<'now' | 'verified', Limits>> {
  const customer = await readCustomer(db, userId)
  const known = await TIER_LIMIT_SETS.read(db)
  const verified = { ...customer, tier: customer.tier === 1 ? 2 : customer.tier }
  return { now: limitsInForce(known, customer, null), verified: limitsInForce(known, verified, null) }
}

/** Returns the limits of a customer's own account, read in a transaction that may have changed their tier. */
export async function readOwnLimits(tx: Tx, userId: string): Promise<Limits> {
  return limitsInForce(await TIER_LIMIT_SETS.read(tx), await readCustomer(tx, userId), null)
}

/**
 * Sets a customer's tier until the given day; null means no end. Takes the lock for opening payments, so each payment sees
 * the tier before or after the change.
 */
export async function setTier(
  tx: Tx,
  userId: string,
  { tier, until }: { readonly tier: Tier; readonly until: string | null },
): Promise<void> {
  await lockSender(tx, userId)
  if (tier === 1) {
    await tx.deleteFrom('customer_tiers').where('user_id', '=', userId).execute()
    return
  }
  await tx
    .insertInto('customer_tiers')
    .values({ user_id: userId, tier, until })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ tier, until, since: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

/** Limits of a tier from a day on. A null country means every country. */
export interface NewTierLimits {
  readonly tier: Tier
  readonly sender: CountryCode | null
  readonly recipient: CountryCode | null
  /** US dollar cents. */
  readonly per24Hours: bigint
  readonly per30Days: bigint
  /** US dollar cents of bank debits that have not settled, of new customers and later; null leaves both as they are. */
  readonly debitsFirst: bigint | null
  readonly debitsLater: bigint | null
  /** The law or the reason for the limits. */
  readonly source: string
  /** YYYY-MM-DD (UTC). */
  readonly validFrom: string
}

export interface TierLimits extends NewTierLimits {
  readonly id: number
  readonly state: 'in_force' | 'future' | 'earlier'
}

/** Returns all limits by tier and place, newest first. */
export async function listTierLimits(db: Db): Promise<readonly TierLimits[]> {
  const { rows } = await sql<TierLimits>`
    select version as id, (l.body ->> 'tier')::smallint as tier, l.body ->> 'sender' as sender,
      l.body ->> 'recipient' as recipient, (l.body ->> 'per24Hours')::bigint as "per24Hours",
      (l.body ->> 'per30Days')::bigint as "per30Days",
      (l.body ->> 'debitsFirst')::bigint as "debitsFirst", (l.body ->> 'debitsLater')::bigint as "debitsLater", l.body ->> 'source' as source,
      valid_from::text as "validFrom",
      case when valid_from > ${TODAY} then 'future'
        when valid_from = max(valid_from) filter (where valid_from <= ${TODAY}) over (partition by key) then 'in_force'
        else 'earlier' end as state
    from policies l where kind = 'tier_limits'
    order by tier, sender nulls first, recipient nulls first, valid_from desc`.execute(db)
  return rows
}

/** Customers of a tier who have sent more than its limits are counted up to here. */
const MOST_ABOVE = 1_000

/** Counts the accounts of a tier, in one sending country or all, whose counted transfers exceed limits now; up to 1,001. */
export async function countAbove(
  db: Db,
  {
    tier,
    sender,
    per24Hours,
    per30Days,
  }: Pick<NewTierLimits, 'tier' | 'sender' | 'per24Hours' | 'per30Days'>,
): Promise<{ readonly above: number; readonly isMore: boolean }> {
  const { rows } = await sql<{ above: number }>`
    select count(*)::int as above from (
      select t.user_id from transfers t
      left join customer_tiers c on c.user_id = t.user_id and (c.until is null or c.until >= ${TODAY})
      where t.id >= month_start_id(now() - interval '30 days') and t.state not in ('cancelled', 'refunded')
        and coalesce(c.tier, 1) = ${tier} and (${sender}::text is null or t.sender_country = ${sender})
      group by t.user_id
      having sum(t.usd_amount) > ${per30Days}
        or sum(t.usd_amount) filter (where t.created_at > now() - interval '24 hours') > ${per24Hours}
      limit ${MOST_ABOVE + 1}
    ) found`.execute(db)
  const above = rows[0]?.above ?? 0
  return { above: Math.min(above, MOST_ABOVE), isMore: above > MOST_ABOVE }
}

/** The body of an order for limits: amounts in US cents. */
export interface LimitsBody extends Omit<
  NewTierLimits,
  'per24Hours' | 'per30Days' | 'debitsFirst' | 'debitsLater'
> {
  readonly per24Hours: string
  readonly per30Days: string
  readonly debitsFirst?: string | undefined
  readonly debitsLater?: string | undefined
}

export const limitsOf = ({
  per24Hours,
  per30Days,
  debitsFirst,
  debitsLater,
  ...body
}: LimitsBody): NewTierLimits => ({
  ...{ ...body, per24Hours: BigInt(per24Hours), per30Days: BigInt(per30Days) },
  debitsFirst: debitsFirst === undefined ? null : BigInt(debitsFirst),
  debitsLater: debitsLater === undefined ? null : BigInt(debitsLater),
})

/** The limits set by staff, each in force from its first day. */
export const TIER_LIMITS: PolicyKind<NewTierLimits> = {
  kind: 'tier_limits',
  read: (body) => ({ ok: true, value: limitsOf(body as LimitsBody) }),
  summary: ({ per24Hours, per30Days }) => ({ per24Hours: String(per24Hours), per30Days: String(per30Days) }),
}

/** The limits of the configuration. */
export const TIER_LIMIT_SETS = policyPart(TIER_LIMITS)

/** Names the customers of limits, as in requests and in the database: `tier 2, US to any`. */
export const placeOf = ({ tier, sender, recipient }: Pick<NewTierLimits, 'tier' | 'sender' | 'recipient'>) =>
  `tier ${tier}, ${sender ?? 'any'} to ${recipient ?? 'any'}`

/** Throws Refused for limits that could never apply. */
export function checkTierLimits(given: NewTierLimits): void {
  if (given.per30Days < given.per24Hours)
    throw actionRefused('The 30-day limit is below the 24-hour limit. Raise it.')
  const { debitsFirst, debitsLater } = given
  if ((debitsFirst === null) !== (debitsLater === null))
    throw actionRefused('Give both limits of bank payments, or neither.')
  if (debitsFirst !== null && given.sender !== 'US')
    throw actionRefused('Only customers in the United States pay from a bank account.')
  if (debitsFirst !== null && debitsLater !== null && debitsLater < debitsFirst)
    throw actionRefused('The later limit of bank payments is below the first one. Raise it.')
  if (given.sender !== null && given.sender === given.recipient)
    throw actionRefused('Choose two different countries.')
  if (given.tier === 1 && given.sender === null && given.recipient === null)
    throw actionRefused(
      'The tier 1 limits for every country are published in our pages and terms. They change only with a release.',
    )
}

/** Throws Refused `action_refused` when the same customers have limits from the same day. */
export async function requireNewDay(
  db: Db | Tx,
  key: string,
  { validFrom }: Pick<NewTierLimits, 'validFrom'>,
) {
  const { rows } = await sql`
    select from policies where kind = 'tier_limits' and key = ${key} and valid_from = ${validFrom}::date`.execute(
    db,
  )
  if (rows.length > 0) throw actionRefused(`${key} already has limits from ${validFrom}. Choose another day.`)
}
