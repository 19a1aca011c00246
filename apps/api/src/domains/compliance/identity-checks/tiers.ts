import type { CountryCode } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { lockSender, sharedLimitsOf, type Limits, type LimitsOf } from '../../transfers/index.ts'

/** How well we know a customer: 1 by phone, 2 by document and selfie, 3 by address and source of funds. */
export type Tier = 1 | 2 | 3

const TODAY = sql`(now() at time zone 'UTC')::date`

interface LimitRow {
  readonly tier: Tier
  readonly per_24_hours: bigint
  readonly per_30_days: bigint
}

const limitsIn = (row: LimitRow): Limits => ({
  per24Hours: money(row.per_24_hours, 'USD'),
  per30Days: money(row.per_30_days, 'USD'),
})

/** Reads the row in force of one customer: of their own tier, or of the given one. */
async function readRow(
  db: Db | Tx,
  { userId, to, tier }: { userId: string; to: CountryCode | null; tier: Tier | null },
): Promise<LimitRow> {
  const { rows } = await sql<LimitRow>`
    select l.tier, l.per_24_hours, l.per_30_days
    from tier_limits l cross join (
      select coalesce(${tier}::smallint, (select t.tier from customer_tiers t
          where t.user_id = ${userId} and (t.until is null or t.until >= ${TODAY})), 1) as tier,
        (select i.country from phone_identities i where i.user_id = ${userId}) as country
    ) customer
    where l.tier = customer.tier and l.valid_from <= ${TODAY}
      and (l.sender is null or l.sender = customer.country)
      and (l.recipient is null or l.recipient = ${to}::text)
    order by l.recipient is null, l.sender is null, l.valid_from desc
    limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('No limits are in force for a tier')
  return row
}

/** Returns the reader of what a customer may send. Without `countCards`, no card is counted over all accounts. */
export const createLimitsOf =
  ({ countCards }: { readonly countCards: boolean }): LimitsOf =>
  async (db, userId, to) => {
    const own = limitsIn(await readRow(db, { userId, to, tier: null }))
    const shared = sharedLimitsOf(own)
    return { own, shared: countCards ? shared : { ...shared, card: null } }
  }

/** Returns a customer's tier today, and the limits of the next one up to the second; null from the second on. */
export async function readTier(
  db: Db | Tx,
  userId: string,
): Promise<{ readonly tier: Tier; readonly raises: Limits | null }> {
  const { tier } = await readRow(db, { userId, to: null, tier: null })
  if (tier > 1) return { tier, raises: null }
  return { tier, raises: limitsIn(await readRow(db, { userId, to: null, tier: 2 })) }
}

/**
 * Sets a customer's tier until the given day, null for no end. Takes the lock under which payments are opened, so each
 * payment sees the tier before or after.
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

/** The limits of a tier from a day on. A country that is null stands for every country. */
export interface NewTierLimits {
  readonly tier: Tier
  readonly sender: CountryCode | null
  readonly recipient: CountryCode | null
  /** US dollar cents. */
  readonly per24Hours: bigint
  readonly per30Days: bigint
  /** The law or the reason for the figures. */
  readonly source: string
  /** YYYY-MM-DD (UTC). */
  readonly validFrom: string
}

export interface TierLimits extends NewTierLimits {
  readonly id: bigint
  readonly state: 'in_force' | 'future' | 'earlier'
}

/** Returns every row of limits, by tier and place, the newest first. */
export async function listTierLimits(db: Db): Promise<readonly TierLimits[]> {
  const { rows } = await sql<TierLimits>`
    select id, tier, sender, recipient, per_24_hours as "per24Hours", per_30_days as "per30Days", source,
      valid_from::text as "validFrom",
      case when valid_from > (now() at time zone 'UTC')::date then 'future'
        when valid_from = max(valid_from) filter (where valid_from <= (now() at time zone 'UTC')::date)
          over (partition by tier, sender, recipient) then 'in_force'
        else 'earlier' end as state
    from tier_limits
    order by tier, sender nulls first, recipient nulls first, valid_from desc`.execute(db)
  return rows
}

/** Names the customers that limits are for, as requests and the database do: `tier 2, US to any`. */
export const placeOf = ({ tier, sender, recipient }: Pick<NewTierLimits, 'tier' | 'sender' | 'recipient'>) =>
  `tier ${tier}, ${sender ?? 'any'} to ${recipient ?? 'any'}`

/** Throws Refused for limits that could never apply. */
export function checkTierLimits(given: NewTierLimits): void {
  if (given.per30Days < given.per24Hours)
    throw actionRefused('The limit of 30 days is below the one of 24 hours.')
  if (given.sender !== null && given.sender === given.recipient)
    throw actionRefused('Nobody sends money within a country. Choose two countries.')
  if (given.tier === 1 && given.sender === null && given.recipient === null)
    throw actionRefused(
      'The first tier’s limits for every country are in our published pages and terms. They change with a release.',
    )
}

/** Throws Refused for limits from a day (UTC) that has passed. */
export async function requireNotPast(
  db: Db | Tx,
  { validFrom }: Pick<NewTierLimits, 'validFrom'>,
): Promise<void> {
  const { rows } = await sql<{ is_past: boolean }>`
    select ${validFrom}::date < (now() at time zone 'UTC')::date as is_past`.execute(db)
  if (rows[0]?.is_past === true) throw actionRefused(`${validFrom} has passed. Choose today or a later day.`)
}

/** Stores limits; payments opened from their first day on have them. Two people set them. @throws Refused. */
export function storeTierLimits(db: Db, given: NewTierLimits, by: ApprovedAction): Promise<void> {
  checkTierLimits(given)
  return inTransaction(db, 'identity_checks.set_tier_limits', async (tx) => {
    await requireNotPast(tx, given)
    const stored = await tx
      .insertInto('tier_limits')
      .values({
        tier: given.tier,
        sender: given.sender,
        recipient: given.recipient,
        per_24_hours: given.per24Hours,
        per_30_days: given.per30Days,
        source: given.source,
        valid_from: given.validFrom,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined)
      throw actionRefused(`${placeOf(given)} has limits from ${given.validFrom} already. Choose another day.`)
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'set_tier_limits',
        ...signatureOf(by, {
          before: null,
          after: { per24Hours: String(given.per24Hours), per30Days: String(given.per30Days) },
        }),
        subject: `${placeOf(given)} from ${given.validFrom}`,
      })
      .execute()
  })
}
