import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { PricingTables } from '../../../db/schema/pricing.ts'
import type { ProviderRates } from './ports.ts'
import { usdRates, type UsdRates } from './snapshot.ts'

/** The mid-market rates of a finished day. */
export interface RateDay {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly source: string
  readonly usd: UsdRates
}

/** The recorded days of a period, oldest first, and the day that the database's clock shows. */
export interface RateDays {
  readonly today: string
  /** The first day that is recorded at all; null without any. */
  readonly firstDay: string | null
  readonly days: readonly RateDay[]
}

/** A day to ask a source for, and the request that was recorded for it. */
export interface Reserved {
  readonly id: bigint
  readonly day: string
}

export type Outcome = NonNullable<PricingTables['rate_history_requests']['outcome']>

const TODAY = sql`(now() at time zone 'UTC')::date`

/** Records the last snapshot of every finished day that has one and no row yet. */
export async function addFinishedDays(tx: Tx): Promise<void> {
  await sql`
    insert into daily_rates (day, as_of, source, usd_lrd, usd_ghs, usd_sle)
    select distinct on (d.day) d.day, s.as_of, s.source, s.usd_lrd, s.usd_ghs, s.usd_sle
    from rate_snapshots s
    cross join lateral (select (s.as_of at time zone 'UTC')::date as day) d
    where d.day < ${TODAY}
      -- A rate that was carried on for longer is no rate of that day.
      and least(s.lrd_as_of, s.ghs_as_of, s.sle_as_of, s.as_of) >= (d.day - 1)::timestamp at time zone 'UTC'
      and not exists (select from daily_rates r where r.day = d.day)
    order by d.day, s.as_of desc, s.id desc
    on conflict (day) do nothing`.execute(tx)
}

/** Returns the recorded days from this many days before today on. */
export async function listDays(db: Db, back: number): Promise<RateDays> {
  const [{ rows }, dates] = await Promise.all([
    sql<{ day: string; source: string; LRD: string; GHS: string; SLE: string }>`
      select day, source, usd_lrd as "LRD", usd_ghs as "GHS", usd_sle as "SLE" from daily_rates
      where day >= ${TODAY} - ${back}::int and day < ${TODAY} order by day`.execute(db),
    sql<{ today: string; first: string | null }>`
      select ${TODAY} as today, (select min(day) from daily_rates) as first`.execute(db),
  ])
  const [{ today, first } = { today: '', first: null }] = dates.rows
  const days = rows.map(({ day, source, ...usd }) => ({ day, source, usd: usdRates(usd) }))
  return { today, firstDay: first, days }
}

/** After these outcomes a day is asked for again: once the source may have recovered, or may have mended its data. */
const RETRY = sql`case
  when q.outcome is null or q.outcome = 'unreachable' then interval '1 hour'
  when q.outcome = 'refused' then interval '1 day'
  else interval '30 days' end`

/**
 * Records a request for the newest day without rates and returns it. Null when the last `back` days are complete, today's
 * budget is spent, or the source refused us today.
 */
export async function reserveDay(
  tx: Tx,
  { perDay, back }: { perDay: number; back: number },
): Promise<Reserved | null> {
  // One at a time, so that two workers together stay within the budget.
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

/** Returns the recorded rates nearest to this day; null without any. */
export async function nearestDay(db: Db, day: string): Promise<UsdRates | null> {
  const { rows } = await sql<{ LRD: string; GHS: string; SLE: string }>`
    select usd_lrd as "LRD", usd_ghs as "GHS", usd_sle as "SLE" from daily_rates
    order by abs(day - ${day}::date) limit 1`.execute(db)
  return rows[0] === undefined ? null : usdRates(rows[0])
}

/** Stores a day's rates unless the day has some already. */
export async function addDay(tx: Tx, day: string, { asOf, source, usd }: ProviderRates): Promise<void> {
  await tx
    .insertInto('daily_rates')
    .values({ day, as_of: asOf, source, usd_lrd: usd.LRD, usd_ghs: usd.GHS, usd_sle: usd.SLE })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
}

export async function setOutcome(tx: Tx, { id }: Reserved, outcome: Outcome): Promise<void> {
  await tx.updateTable('rate_history_requests').set({ outcome }).where('id', '=', id).execute()
}
