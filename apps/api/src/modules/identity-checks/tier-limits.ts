import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../db/index.ts'
import { ActionRefused, signatureOf, type ApprovedAction } from '../../lib/staff-action.ts'
import type { Tier } from './tiers.ts'

/** What customers of a tier may send, from a day on. Null counts for every country. */
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

/** Throws ActionRefused for limits that could never apply. */
export function checkTierLimits(given: NewTierLimits): void {
  if (given.per30Days < given.per24Hours)
    throw new ActionRefused('The limit of 30 days is below the one of 24 hours.')
  if (given.sender !== null && given.sender === given.recipient)
    throw new ActionRefused('Nobody sends money within a country. Choose two countries.')
  if (given.tier === 1 && given.sender === null && given.recipient === null)
    throw new ActionRefused(
      'The first tier’s limits for every country are in our published pages and terms. They change with a release.',
    )
}

/** Stores limits; payments opened from their first day on have them. Two people set them. @throws ActionRefused. */
export function storeTierLimits(db: Db, given: NewTierLimits, by: ApprovedAction): Promise<void> {
  checkTierLimits(given)
  return inTransaction(db, 'identity_checks.set_tier_limits', async (tx) => {
    const { rows } = await sql<{ is_past: boolean }>`
      select ${given.validFrom}::date < (now() at time zone 'UTC')::date as is_past`.execute(tx)
    if (rows[0]?.is_past === true)
      throw new ActionRefused(`${given.validFrom} has passed. Choose today or a later day.`)
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
      throw new ActionRefused(
        `${placeOf(given)} has limits from ${given.validFrom} already. Choose another day.`,
      )
    await tx
      .insertInto('operator_actions')
      .values({
        action: 'set_tier_limits',
        ...signatureOf(by),
        subject: `${placeOf(given)} from ${given.validFrom}`,
      })
      .execute()
  })
}
