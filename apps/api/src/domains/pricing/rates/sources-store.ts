import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { waitAfterFailures } from './plan.ts'
import { FOREIGN, RatesFailure, type LatestRates, type RatesProvider } from './ports.ts'

const MONTH = sql`date_trunc('month', now() at time zone 'UTC')::date`

/** Serialises the processes' refreshes, so that each judges the last one's snapshot. */
export async function lockRates(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rates.refresh'))`.execute(tx)
}

/**
 * Counts a request for the latest rates before it is sent, and sets the next time. Returns false and changes nothing when the
 * source is not due or the plan's month is used up.
 */
export async function reserveLatest(
  tx: Tx,
  { source, monthlyRequests }: RatesProvider,
  waitSeconds: number,
): Promise<boolean> {
  if (monthlyRequests !== undefined && monthlyRequests < 1) return false
  const { rows } = await sql`
    insert into rate_sources as s (source, month, requests, next_at)
    values (${source}, ${MONTH}, 1, now() + make_interval(secs => ${waitSeconds}))
    on conflict (source) do update set
      month = excluded.month,
      requests = case when s.month = excluded.month then s.requests + 1 else 1 end,
      next_at = excluded.next_at
    where s.next_at <= now()
      and (s.month <> excluded.month or s.requests < ${monthlyRequests ?? null}::int or ${monthlyRequests ?? null}::int is null)
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Counts another kind of request, for example for a past day, while fewer than `most` are counted this month; returns false
 * otherwise.
 */
export async function reserveOther(tx: Tx, source: string, most: number | undefined): Promise<boolean> {
  if (most !== undefined && most < 1) return false
  const { rows } = await sql`
    insert into rate_sources as s (source, month, requests) values (${source}, ${MONTH}, 1)
    on conflict (source) do update set
      month = excluded.month,
      requests = case when s.month = excluded.month then s.requests + 1 else 1 end
    where s.month <> excluded.month or s.requests < ${most ?? null}::int or ${most ?? null}::int is null
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns the number of requests sent to a source this month (UTC). */
export async function requestsThisMonth(db: Db, source: string): Promise<number> {
  const { rows } = await sql<{
    requests: number
  }>`select requests from rate_sources where source = ${source} and month = ${MONTH}`.execute(db)
  return rows[0]?.requests ?? 0
}

/** Stores a source's answer in place of its last one. */
export async function recordAnswer(tx: Tx, { source, asOf, usd }: LatestRates): Promise<void> {
  await sql`update rate_sources set failures = 0, failure = null, answered_at = now(), as_of = ${asOf}
    where source = ${source}`.execute(tx)
  await tx.deleteFrom('source_rates').where('source', '=', source).execute()
  const given = FOREIGN.flatMap((currency) => {
    const rate = usd[currency]
    return rate === undefined ? [] : [{ source, currency, rate }]
  })
  await tx.insertInto('source_rates').values(given).execute()
}

/** Counts a failure, and delays the next request longer with each one. */
export async function recordFailure(tx: Tx, source: string, { reason }: RatesFailure): Promise<void> {
  const { rows } = await sql<{ failures: number }>`update rate_sources
    set failures = failures + 1, failure = ${reason} where source = ${source} returning failures`.execute(tx)
  const wait = waitAfterFailures(rows[0]?.failures ?? 1)
  await sql`update rate_sources set next_at = now() + make_interval(secs => ${wait})
    where source = ${source}`.execute(tx)
}

/** The last answers of the sources that answered their last request, and the last failure of the others. */
export interface SourceStates {
  readonly answers: readonly LatestRates[]
  readonly failures: readonly RatesFailure[]
}

/** Returns the states of these sources, in their order. */
export async function readSources(db: Db | Tx, sources: readonly string[]): Promise<SourceStates> {
  const [rows, rates] = [
    await db.selectFrom('rate_sources').selectAll().where('source', 'in', sources).execute(),
    await db.selectFrom('source_rates').selectAll().where('source', 'in', sources).execute(),
  ]
  const inOrder = sources.flatMap((source) => rows.find((row) => row.source === source) ?? [])
  const usdOf = (source: string): LatestRates['usd'] =>
    Object.fromEntries(
      rates.filter((one) => one.source === source).map(({ currency, rate }) => [currency, rate]),
    )
  return {
    answers: inOrder.flatMap(({ source, failures, as_of: asOf }) =>
      asOf === null || failures > 0 ? [] : [{ source, asOf, usd: usdOf(source) }],
    ),
    failures: inOrder.flatMap(({ failure, source }) =>
      failure === null ? [] : [new RatesFailure(failure, `${source}, at its last request`)],
    ),
  }
}
