import { isCurrencyCode, money } from '@sesa/money'
import type { DayProfit } from '@sesa/contract/office'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { totalInDollars, type Result } from '../treasury/index.ts'
import { readCorridors } from './read-day.ts'
import { readReport, type CorridorOfDay } from './report.ts'
import { oneSnapshot } from './store.ts'

/** Days before today that a night sums, unless they are signed. */
const NIGHTLY_DAYS = 15

const isNothing = ({ currency: _currency, ...parts }: CorridorOfDay['results'][number]): boolean =>
  Object.values(parts).every((part) => part === '0')

/**
 * Sums the books of the last days that are over and not signed, so that a chart need not read them. Repeating it changes
 * nothing.
 */
export function sumResults(db: Db): Promise<void> {
  return inTransaction(db, 'daily_close.sum_results', async (tx) => {
    await oneSnapshot(tx)
    const { rows } = await sql<{ day: string }>`
      select day::text as day from (
        select (now() at time zone 'UTC')::date - n as day from generate_series(1, ${NIGHTLY_DAYS}::int) n
      ) days where not exists (select from daily_closes c where c.day = days.day and c.signed_at is not null)
      order by day`.execute(tx)
    const days = rows.map(({ day }) => day)
    const [from, to] = [days[0], days.at(-1)]
    if (from === undefined || to === undefined) return
    const corridors = await readCorridors(tx, { from, to }, null)
    const sums = days.flatMap((day) =>
      (corridors.get(day) ?? []).flatMap(({ sender, recipient, results }) =>
        results
          .filter((result) => !isNothing(result))
          .map(({ currency, fees, margin, exchange, providerFees, losses }) => ({
            ...{
              day,
              sender_country: sender ?? '',
              country: recipient ?? '',
              currency,
              fees,
              margin,
              exchange,
            },
            ...{ provider_fees: providerFees, losses },
          })),
      ),
    )
    await sql`delete from daily_results where day = any(${days}::date[])`.execute(tx)
    await sql`insert into daily_results
      select * from jsonb_populate_recordset(null::daily_results, ${JSON.stringify(sums)}::jsonb)`.execute(tx)
  })
}

export const profitCrons = (db: Db): readonly Cron[] => [
  { task: 'results_nightly', pattern: '14 0 * * *', run: () => sumResults(db) },
]

interface StoredResult {
  readonly day: string
  readonly sender: string
  readonly recipient: string
  readonly currency: string
  readonly fees: bigint
  readonly margin: bigint
  readonly exchange: bigint
  readonly providerFees: bigint
  readonly losses: bigint
}

function resultOf({ currency, ...parts }: StoredResult): readonly Result[] {
  if (!isCurrencyCode(currency)) return []
  const of = (part: Exclude<keyof Result, 'currency'>) => money(parts[part], currency)
  return [
    {
      ...{ currency, fees: of('fees'), margin: of('margin'), exchange: of('exchange') },
      ...{ providerFees: of('providerFees'), losses: of('losses') },
    },
  ]
}

type Corridors = DayProfit['corridors']
const profitOf = (corridors: readonly CorridorOfDay[]): Corridors =>
  corridors.map(({ sender, recipient, inDollars }) => ({ sender, recipient, inDollars }))

/** Returns the corridors of the signed days since `from`, as two people signed them. */
async function readSigned(tx: Tx, from: string): Promise<ReadonlyMap<string, Corridors>> {
  const { rows } = await sql<{ day: string; report: string }>`
    select day::text as day, report from daily_closes where day >= ${from}::date and signed_at is not null`.execute(
    tx,
  )
  return new Map(rows.map(({ day, report }) => [day, profitOf(readReport(report).corridors)]))
}

/** Returns the summed days since `from`, in dollars at these rates. */
async function readSummed(
  tx: Tx,
  from: string,
  rates: RateSnapshot | null,
): Promise<ReadonlyMap<string, Corridors>> {
  const { rows } = await sql<StoredResult>`
    select day::text as day, sender_country as sender, country as recipient, currency, fees, margin, exchange,
      provider_fees as "providerFees", losses
    from daily_results where day >= ${from}::date order by day, sender_country, country, currency`.execute(tx)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return new Map(
    [...byDay].map(([day, own]) => {
      const corridors = Map.groupBy(own, ({ sender, recipient }) => `${sender} ${recipient}`)
      return [
        day,
        [...corridors.values()].flatMap((of) =>
          of.slice(0, 1).map(({ sender, recipient }) => ({
            sender: sender === '' ? null : sender,
            recipient: recipient === '' ? null : recipient,
            inDollars: rates === null ? null : String(totalInDollars(rates, of.flatMap(resultOf)).amount),
          })),
        ),
      ]
    }),
  )
}

/**
 * Returns the profit of consecutive days by corridor, the last one today. Equals the daily close: signed days are as signed,
 * earlier ones are summed at night, and the days after the last summed or signed one are read from the books.
 */
export function readProfit(
  db: Db,
  days: readonly string[],
  rates: RateSnapshot | null,
): Promise<DayProfit[]> {
  return inTransaction(db, 'daily_close.read_profit', async (tx) => {
    await oneSnapshot(tx)
    const [first = '', last = ''] = [days[0], days.at(-1)]
    const [signed, summed] = [await readSigned(tx, first), await readSummed(tx, first, rates)]
    const known = days.findLastIndex((day) => day < last && (signed.has(day) || summed.has(day)))
    const open = await readCorridors(tx, { from: days[known + 1] ?? last, to: last }, rates)
    return days.map((day) => ({
      day,
      isSigned: signed.has(day),
      corridors: signed.get(day) ?? summed.get(day) ?? profitOf(open.get(day) ?? []),
    }))
  })
}
