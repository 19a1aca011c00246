import type { AnswerOf, calls, CountryCode } from '@sesa/contract'
import { findCountry } from '@sesa/contract'
import { isNegative, money, subtract, toMinorNumber, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Configuration } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Quotes } from '../../pricing/index.ts'
import { COUNTED_DAYS, countedTransfers } from './former-numbers.ts'
import { readLimits, type LimitsOf } from './shared-limits.ts'

interface AllowanceDeps {
  readonly db: Db
  readonly configuration: Configuration
  readonly quotes: Quotes
  readonly limitsOf: LimitsOf
}

/** A user's total in each window, in US cents, and the time at which the oldest transfer leaves the window. */
interface Used {
  readonly day: bigint
  readonly month: bigint
  readonly day_frees_at?: Date | null
  readonly day_frees?: bigint | null
  readonly month_frees_at?: Date | null
  readonly month_frees?: bigint | null
}

/**
 * Returns the amounts that the user can still send in each window, in their country's currency, rounded down. An unpaid
 * transfer counts only on hold or while its charge is unknown: otherwise the next one replaces it. For display only:
 * `checkLimits` decides.
 */
export async function remainingLimits(
  { db, configuration, quotes, limitsOf }: AllowanceDeps,
  userId: string,
  country: CountryCode,
): Promise<AnswerOf<typeof calls.getLimits>> {
  const { rows } = await sql<Used>`
    select coalesce(sum(usd_amount) filter (where created_at > now() - interval '24 hours'), 0)::bigint as day,
      coalesce(sum(usd_amount), 0)::bigint as month,
      min(created_at) filter (where created_at > now() - interval '24 hours') + interval '24 hours' as day_frees_at,
      (array_agg(usd_amount order by created_at) filter (where created_at > now() - interval '24 hours'))[1]
        as day_frees,
      min(created_at) + make_interval(days => ${COUNTED_DAYS}::int) as month_frees_at,
      (array_agg(usd_amount order by created_at))[1] as month_frees
    from ${countedTransfers(userId)}
    where (state <> 'awaiting_payment' or hold_reason is not null or charge_unknown)`.execute(db)
  const current = await configuration.current()
  const { own: limits } = await readLimits(limitsOf, db, userId, null, current)
  const used: Used = rows[0] ?? { day: 0n, month: 0n }
  const currency = findCountry(country)?.currency
  if (currency === undefined) throw new Refused('country_not_served')
  const minor = (dollars: Money<'USD'>) => toMinorNumber(quotes.fromUsd(dollars, currency, current))
  const allowance = (limit: Money<'USD'>, sent: bigint, at?: Date | null, freed?: bigint | null) => ({
    limit: minor(limit),
    left: minor(leftOf(limit, sent)),
    frees: at && freed ? { at: at.toISOString(), amount: minor(money(freed, 'USD')) } : null,
  })
  return {
    limits: {
      currency,
      day: allowance(limits.per24Hours, used.day, used.day_frees_at, used.day_frees),
      month: allowance(limits.per30Days, used.month, used.month_frees_at, used.month_frees),
    },
  }
}

function leftOf(limit: Money<'USD'>, sent: bigint): Money<'USD'> {
  const left = subtract(limit, money(sent, 'USD'))
  return isNegative(left) ? money(0n, 'USD') : left
}

/** Returns true when a transfer that the user opened at this time or later has been charged. */
export async function paidSince(db: Db | Tx, userId: string, moment: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transfers
    where user_id = ${userId} and created_at >= ${moment} and captured_at is not null limit 1`.execute(db)
  return rows.length > 0
}
