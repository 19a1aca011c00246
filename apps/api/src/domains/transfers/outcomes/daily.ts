import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { SPAN_ENDS } from './spans.ts'

/** Days before today that a night sums again: a charge may become known late, and a restore may bring other transfers. */
const NIGHTLY_DAYS = 15

/** The transfers charged on a day from one country to a network of another, by where they are now. */
export interface DailyOutcomes {
  readonly day: string
  readonly senderCountry: string
  readonly country: string
  readonly network: string
  readonly charged: number
  readonly sent: number
  readonly refunded: number
  readonly failed: number
  readonly held: number
  /** Sent transfers by the span of time from card to wallet, see `SPAN_ENDS`. */
  readonly took: readonly number[]
}

const COLUMNS = sql`day, sender_country, country, network, charged, sent, refunded, failed, held, took`
const ENDS = sql`array[${sql.join(SPAN_ENDS.map((end) => sql.lit(end)))}]::float8[]`
/** For a transfer that was adopted after a restore, nobody knows when it arrived. */
const SPAN = sql`case when t.state = 'sent'
  and not exists (select from staff_actions a where a.transfer_id = t.id and a.action = 'adopt')
  then width_bucket(extract(epoch from t.state_changed_at - t.captured_at)::float8, ${ENDS}) end`
const TOOK = sql.join(
  [...SPAN_ENDS, null].map((_, nth) => sql`count(*) filter (where span = ${sql.lit(nth)})`),
)

/** Counts the transfers of each of some days (`days.day`) by the index on the charge. */
const counted = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select days.day, of.* from ${days} days cross join lateral (
    select sender_country, country, network, count(*)::int as charged,
      (count(*) filter (where state = 'sent'))::int as sent, (count(*) filter (where state = 'refunded'))::int as refunded,
      (count(*) filter (where hold_reason is null and state in ('payout_failed', 'refunding', 'refund_failed')))::int as failed,
      (count(*) filter (where hold_reason is not null and state not in ('sent', 'refunded')))::int as held,
      array[${TOOK}]::int[] as took
    from (
      select t.sender_country, t.country, t.network, t.state, t.hold_reason, ${SPAN} as span from transfers t
      where t.captured_at >= days.day::timestamp at time zone 'UTC'
        and t.captured_at < (days.day + 1)::timestamp at time zone 'UTC'
    ) one
    group by sender_country, country, network
  ) of`

/** Sums days again. Repeating it changes nothing. */
async function sumDays(tx: Tx, days: readonly string[]): Promise<void> {
  await sql`delete from daily_outcomes where day = any(${days}::date[])`.execute(tx)
  await sql`insert into daily_outcomes (${COLUMNS}) ${counted(sql`(select unnest(${days}::date[]) as day)`)}`.execute(
    tx,
  )
}

/** Sums the last days again: after midnight, when yesterday is over. */
export function sumNightly(db: Db): Promise<void> {
  return inTransaction(db, 'outcomes.sum_nightly', async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'UTC')::date - n)::text as day from generate_series(1, ${NIGHTLY_DAYS}::int) n`.execute(
      tx,
    )
    await sumDays(
      tx,
      rows.map(({ day }) => day),
    )
  })
}

/** Sums the days again that have transfers which have not ended. The other days no longer change: an end is final. */
export function sumUnfinished(db: Db): Promise<void> {
  return inTransaction(db, 'outcomes.sum_unfinished', async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select distinct day::text as day from daily_outcomes where charged > sent + refunded`.execute(tx)
    await sumDays(
      tx,
      rows.map(({ day }) => day),
    )
  })
}

export const outcomeCrons = (db: Db): readonly Cron[] => [
  { task: 'outcomes_nightly', pattern: '12 0 * * *', run: () => sumNightly(db) },
  { task: 'outcomes_unfinished', pattern: '8,18,28,38,48,58 1-23 * * *', run: () => sumUnfinished(db) },
]

/** Returns the query of `readOutcomes`. */
export const outcomesQuery = (days: number): RawBuilder<DailyOutcomes> => sql<DailyOutcomes>`
  with days as materialized (
    select (now() at time zone 'UTC')::date - n as day from generate_series(0, ${days}::int - 1) n
  ), found as (
    select ${COLUMNS} from daily_outcomes where day > (now() at time zone 'UTC')::date - ${days}::int
      and day < (now() at time zone 'UTC')::date
    union all
    ${counted(sql`(select day from days where day = (now() at time zone 'UTC')::date
      or not exists (select from daily_outcomes d where d.day = days.day))`)}
  )
  select day::text as day, sender_country as "senderCountry", country, network, charged, sent, refunded, failed, held, took
  from found order by day`

/**
 * Returns the outcomes of the last days, today included. Counts today and the days that no night has summed yet; days
 * without transfers are among them, and cost nothing.
 */
export async function readOutcomes(db: Db, days: number): Promise<readonly DailyOutcomes[]> {
  return (await outcomesQuery(days).execute(db)).rows
}
