import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { PricingTables } from '../../../db/schema/pricing.ts'
import { FOREIGN, type Foreign, type ProviderRates } from './ports.ts'
import { someUsdRates, type SomeUsdRates } from './snapshot.ts'

/** The mid-market rates of a finished day. */
export interface RateDay {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly source: string
  /** Rates without currencies that we did not serve then. */
  readonly usd: SomeUsdRates
}

/** The recorded days of a period, oldest first, and the current day by the database's clock. */
export interface RateDays {
  readonly today: string
  /** The first recorded day; null without any. */
  readonly firstDay: string | null
  readonly days: readonly RateDay[]
}

/** A day to request from a source, and the recorded request for it. */
export interface Reserved {
  readonly id: bigint
  readonly day: string
}

export type Outcome = NonNullable<PricingTables['rate_history_requests']['outcome']>

const TODAY = sql`(now() at time zone 'UTC')::date`

/** Records the last snapshot of every finished day that has one and no row yet. */
export async function addFinishedDays(tx: Tx): Promise<void> {
  // In the order of `addDay`, so that all rates of a day come from one of the two.
  await sql`
    insert into daily_rates (day, currency, rate, as_of, source)
    select last.day, r.currency, r.rate, last.as_of, last.source
    from (
      select distinct on (d.day) d.day, s.id, s.as_of, s.source
      from rate_snapshots s
      cross join lateral (select (s.as_of at time zone 'UTC')::date as day) d
      where d.day < ${TODAY}
        and not exists (select from daily_rates r where r.day = d.day)
        -- A rate carried over for longer is not a rate of that day.
        and not exists (select from snapshot_rates r
          where r.snapshot_id = s.id and r.as_of < (d.day - 1)::timestamp at time zone 'UTC')
      order by d.day, s.as_of desc, s.id desc) last
    join snapshot_rates r on r.snapshot_id = last.id
    order by last.day, r.currency
    on conflict (day, currency) do nothing`.execute(tx)
}

/** Returns the recorded days of the last `back` days. */
export async function listDays(db: Db, back: number): Promise<RateDays> {
  const [{ rows }, dates] = await Promise.all([
    sql<{ day: string; source: string; usd: Partial<Record<Foreign, string>> }>`
      select day, min(source) as source, jsonb_object_agg(currency, rate::text) as usd from daily_rates
      where day >= ${TODAY} - ${back}::int and day < ${TODAY} group by day order by day`.execute(db),
    sql<{ today: string; first: string | null }>`
      select ${TODAY} as today, (select min(day) from daily_rates) as first`.execute(db),
  ])
  const [{ today, first } = { today: '', first: null }] = dates.rows
  const days = rows.map(({ day, source, usd }) => ({ day, source, usd: someUsdRates(usd) }))
  return { today, firstDay: first, days }
}

/** After these outcomes a day is requested again: once the source may have recovered, or may have corrected its data. */
const RETRY = sql`case
  when q.outcome is null or q.outcome = 'unreachable' then interval '1 hour'
  when q.outcome = 'refused' then interval '1 day'
  else interval '30 days' end`

/**
 * Records a request for the newest day without rates and returns it. Returns null when the last `back` days are complete,
 * today's budget is spent, or the source refused us today.
 */
export async function reserveDay(
  tx: Tx,
  { perDay, back }: { perDay: number; back: number },
): Promise<Reserved | null> {
  // One at a time, so that two concurrent workers stay within the budget.
  await sql`select pg_advisory_xact_lock(hashtext('rates.history'))`.execute(tx)
  const { rows } = await sql<Reserved>`
    insert into rate_history_requests (day)
    select wanted.day
    from (select ${TODAY} - back as day from generate_series(1, ${back}::int) as back) wanted
    where not exists (select from daily_rates r where r.day = wanted.day)
      and not exists (
        select from rate_history_requests q where q.day = wanted.day and q.asked_at > now() - ${RETRY})
      and not exists (
        select from rate_history_requests q
        where q.outcome = 'refused' and (q.asked_at at time zone 'UTC')::date = ${TODAY})
      and (
        select count(*) from rate_history_requests q
        where q.asked_at >= ${TODAY}::timestamp at time zone 'UTC') < ${perDay}::int
    order by wanted.day desc
    limit 1
    returning id, day`.execute(tx)
  return rows[0] ?? null
}

/** Returns each currency's recorded rate nearest to this day. */
export async function nearestDay(db: Db, day: string): Promise<SomeUsdRates> {
  const { rows } = await sql<{ currency: Foreign; rate: string }>`
    select distinct on (currency) currency, rate from daily_rates
    order by currency, abs(day - ${day}::date)`.execute(db)
  return someUsdRates(Object.fromEntries(rows.map(({ currency, rate }) => [currency, rate])))
}

/** Stores a day's rates unless it already has some. */
export async function addDay(tx: Tx, day: string, { asOf, source, usd }: ProviderRates): Promise<void> {
  await tx
    .insertInto('daily_rates')
    .values(
      FOREIGN.toSorted().map((currency) => ({ day, currency, rate: usd[currency], as_of: asOf, source })),
    )
    .onConflict((conflict) => conflict.columns(['day', 'currency']).doNothing())
    .execute()
}

export async function setOutcome(tx: Tx, { id }: Reserved, outcome: Outcome): Promise<void> {
  await tx.updateTable('rate_history_requests').set({ outcome }).where('id', '=', id).execute()
}
