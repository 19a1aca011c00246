import type { CountryCode } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { lockSender, sharedLimitsOf, type Limits, type LimitsOf } from '../transfers/index.ts'

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
