import { machineCsvLine, type CountryCode } from '@sesa/contract'
import { money, toMajorString, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** One line of a regulator's figures, with amounts in minor units. */
export interface StatisticsLine {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly what: 'inward' | 'outward' | 'credited'
  readonly otherCountry: string | null
  readonly network: string | null
  readonly count: number
  readonly currency: CurrencyCode
  readonly amount: bigint
}

/**
 * Sums, for each day (UTC) of a period, the amounts that arrived in a country, the amounts that its customers sent without
 * our fee, and the foreign currency exchanged into the country's currency. Uses transfers that ended as sent and the
 * treasury's movements.
 */
export async function readStatistics(
  db: Db | Tx,
  country: CountryCode,
  { from, to }: { readonly from: string; readonly to: string },
  currency: CurrencyCode,
): Promise<readonly StatisticsLine[]> {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date and ${sql.ref(column)} < ${to}::date + 1`
  const { rows } = await sql<StatisticsLine>`
    select (state_changed_at at time zone 'UTC')::date::text as day, 'inward' as what,
      sender_country as "otherCountry", network, count(*)::int as count, receive_currency as currency,
      sum(receive_amount)::bigint as amount
    from transfers where country = ${country} and state = 'sent' and captured_at is not null
      and ${within('state_changed_at')}
    group by 1, 3, 4, 6
    union all
    select (state_changed_at at time zone 'UTC')::date::text, 'outward', country, network, count(*)::int,
      currency, sum(amount)::bigint
    from transfers where sender_country = ${country} and state = 'sent' and captured_at is not null
      and ${within('state_changed_at')}
    group by 1, 3, 4, 6
    union all
    select (occurred_at at time zone 'UTC')::date::text, 'credited', null, null, count(*)::int,
      other_currency, sum(other_amount)::bigint
    from provider_movements where kind in ('top_up', 'conversion') and currency = ${currency}
      and other_currency <> currency and ${within('occurred_at')}
    group by 1, 6
    order by 1, 2, 3, 4, 6`.execute(db)
  return rows
}

const NAMES = {
  inward: 'remittances received',
  outward: 'remittances sent',
  credited: 'foreign currency credited',
} as const

/** Returns the figures as CSV, with amounts in major units. */
export const statisticsAsCsv = (lines: readonly StatisticsLine[]): string =>
  [
    ['day', 'figure', 'other_country', 'network', 'count', 'currency', 'amount'],
    ...lines.map(({ day, what, otherCountry, network, count, currency, amount }) => [
      day,
      NAMES[what],
      otherCountry ?? '',
      network ?? '',
      String(count),
      currency,
      toMajorString(money(amount, currency)),
    ]),
  ]
    .map(machineCsvLine)
    .join('')
