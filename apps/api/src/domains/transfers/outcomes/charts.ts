import type { AnswerOf } from '@sesa/contract'
import type { DayOutcomes, NetworkMinutes, officeCalls } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { readOutcomes, type DailyOutcomes } from './daily.ts'
import { addSpans, minutesAt } from './spans.ts'

/** Days of each of the two spans that the minutes compare. */
const WEEK = 7
/** Fewer transfers give no median to compare with. */
const FEWEST = 5

type Charged = Omit<AnswerOf<typeof officeCalls.chartCharged>, 'asOf'>

/** Returns the query of `chargedByHour`: for each hour, two short ranges of the index on the charge. */
export const chargedQuery = sql<Charged['hours'][number] & Pick<Charged, 'weekAgoByNow'>>`
  with hours as (
    select date_trunc('day', now(), 'UTC') + n * interval '1 hour' as begins from generate_series(0, 23) n
  )
  select case when begins <= now() then (select count(*)::int from transfers t
      where t.captured_at >= begins and t.captured_at < begins + interval '1 hour') end as today,
    (select count(*)::int from transfers t
      where t.captured_at >= begins - interval '7 days' and t.captured_at < begins - interval '7 days' + interval '1 hour') as "weekAgo",
    (select count(*)::int from transfers t
      where t.captured_at >= begins - interval '7 days'
        and t.captured_at < least(now(), begins + interval '1 hour') - interval '7 days') as "weekAgoByNow"
  from hours order by begins`

/** Returns how many transfers were charged in each hour (UTC) of today and of the same day a week ago. */
export async function chargedByHour(db: Db): Promise<Charged> {
  const { rows } = await chargedQuery.execute(db)
  const sum = (of: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((total, row) => total + (of(row) ?? 0), 0)
  return {
    hours: rows.map(({ today, weekAgo }) => ({ today, weekAgo })),
    today: sum(({ today }) => today),
    weekAgoByNow: sum((row) => row.weekAgoByNow),
  }
}

/** Returns how the transfers charged on each of the last days ended, or where they are; every day is there. */
export async function outcomesByDay(db: Db, days: readonly string[]): Promise<DayOutcomes[]> {
  const byDay = Map.groupBy(await readOutcomes(db, days.length), ({ day }) => day)
  return days.map((day) => {
    const own = byDay.get(day) ?? []
    const sum = (of: 'charged' | 'sent' | 'refunded' | 'failed' | 'held') =>
      own.reduce((total, row) => total + row[of], 0)
    const [sent, refunded, failed, held] = [sum('sent'), sum('refunded'), sum('failed'), sum('held')]
    return { day, sent, refunded, failed, held, underWay: sum('charged') - sent - refunded - failed - held }
  })
}

const spansOf = (rows: readonly DailyOutcomes[]): readonly number[] =>
  rows.reduce<readonly number[]>((sum, { took }) => addSpans(sum, took), [])
const countOf = (spans: readonly number[]): number => spans.reduce((sum, count) => sum + count, 0)

/** Returns how long transfers took from card to wallet, by network with transfers of the last seven days. */
export async function minutesByNetwork(db: Db, today: string): Promise<NetworkMinutes[]> {
  const rows = await readOutcomes(db, 2 * WEEK)
  const from = new Date(Date.parse(today) - (WEEK - 1) * 86_400_000).toISOString().slice(0, 10)
  const byNetwork = Map.groupBy(rows, ({ country, network }) => `${country} ${network}`)
  return [...byNetwork.values()]
    .flatMap((own) => {
      const [now, before] = [own.filter(({ day }) => day >= from), own.filter(({ day }) => day < from)].map(
        spansOf,
      )
      const [median, p95] = [minutesAt(now ?? [], 0.5), minutesAt(now ?? [], 0.95)]
      const [first] = own
      if (!first || !now || !before || median === null || p95 === null) return []
      return [
        {
          ...{ country: first.country, network: first.network, sent: countOf(now), median, p95 },
          before: countOf(before) < FEWEST ? null : minutesAt(before, 0.5),
        },
      ]
    })
    .toSorted((one, other) =>
      `${one.country} ${one.network}`.localeCompare(`${other.country} ${other.network}`),
    )
}
