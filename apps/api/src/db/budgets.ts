import { sql, type RawBuilder } from 'kysely'
import { MOMENT, type Moment } from './configuration.ts'
import type { Db, Tx } from './index.ts'

/** A limit for each window of this many seconds; windows start at multiples of their length since the epoch (UTC). */
export interface Budget {
  readonly bucket: string
  readonly most: number
  readonly seconds: number
}

/** The seconds until a refused budget opens; 0 for one that was taken from or not reached. In the order of the budgets. */
export const WAITS = sql<number[]>`array(
  select case when w.used_up or (not w.stopped and t.bucket is null) then w.wait else 0 end
  from wanted w left join taken t on t.bucket = w.bucket and t.window_start = w.window_start order by w.nth)`

/**
 * Returns the parts `wanted` and `taken` of a `with` clause; read `WAITS` from them. They take one unit from each budget
 * that `allowed` selects (columns `bucket` and `nth` of `b`), up to the first one that is used up. Only parallel calls
 * that use up a budget at this moment still count in the budgets after it.
 */
export function takingFrom(budgets: readonly Budget[], allowed: RawBuilder<boolean>): RawBuilder<unknown> {
  const column = <K extends keyof Budget>(key: K): readonly Budget[K][] => budgets.map((each) => each[key])
  return sql`
    wanted as (
      select c.nth, c.bucket, c.most, c.window_start, c.used_up, bool_or(c.used_up) over (order by c.nth) as stopped,
        greatest(1, ceil(extract(epoch from c.window_start - now())) + c.seconds)::int as wait
      from (
        select b.nth, b.bucket, b.most, b.seconds, b.window_start, b.most <= coalesce((select l.count from rate_limits l
          where l.bucket = b.bucket and l.window_start = b.window_start), 0) as used_up
        from (
          select u.nth, u.bucket, u.most, u.seconds,
            date_bin(make_interval(secs => u.seconds), now(), 'epoch') as window_start
          from unnest(${column('bucket')}::text[], ${column('most')}::int[], ${column('seconds')}::int[])
            with ordinality as u (bucket, most, seconds, nth)
        ) b
        where ${allowed}
      ) c
    ),
    taken as (
      insert into rate_limits as l (bucket, window_start, count)
      select w.bucket, w.window_start, 1 from wanted w where not w.stopped order by w.nth
      on conflict (bucket, window_start) do update set count = l.count + 1 where l.count <
        (select w.most from wanted w where w.bucket = l.bucket and w.window_start = l.window_start)
      returning bucket, window_start
    )`
}

/**
 * Takes one unit from each budget in this order, in one statement, until one is used up. All callers use the same order,
 * so that they never deadlock, and widely shared budgets come last. Returns the longest wait in seconds of the used-up
 * budgets, or 0. What was taken before stays counted, unless the caller throws in a transaction. `usedUp` remembers the
 * used-up ones for this process. All processes share budgets; parallel calls wait for each other until their
 * transactions end.
 */
export async function takeFromBudgets(
  db: Db | Tx,
  budgets: readonly Budget[],
  usedUp?: { remember(budget: Budget, wait: number): void },
): Promise<Moment & { readonly wait: number }> {
  const { rows } = await sql<Moment & { readonly waits: readonly number[] }>`
    with ${takingFrom(budgets, sql`true`)} select ${MOMENT}, ${WAITS} as waits`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The budgets returned no row')
  for (const [nth, budget] of budgets.entries()) {
    const wait = row.waits[nth] ?? 0
    if (wait > 0) usedUp?.remember(budget, wait)
  }
  const { waits, ...moment } = row
  return { ...moment, wait: Math.max(0, ...waits) }
}

/** Units wanted from a budget. */
export interface Wanted extends Budget {
  readonly count: number
}

/**
 * Takes as many units from each budget as are wanted and left, in one statement. Returns what was taken, by bucket: no parallel
 * call ever exceeds a budget, and one that creates the same window's row at the same moment may take nothing. A budget is named
 * once.
 */
export async function takeUpTo(tx: Tx, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ bucket: string; taken: number }>`
    with wanted as (
      select bucket, most, count, date_bin(make_interval(secs => seconds), now(), 'epoch') as window_start
      from unnest(${wanted.map(({ bucket }) => bucket)}::text[], ${wanted.map(({ most }) => most)}::int[],
        ${wanted.map(({ count }) => count)}::int[], ${wanted.map(({ seconds }) => seconds)}::int[])
        w (bucket, most, count, seconds)
    ), ${takingWanted}
    select bucket, taken from granted`.execute(tx)
  return new Map(rows.map(({ bucket, taken }) => [bucket, taken]))
}

/**
 * The parts of a statement that take from the relation `wanted (bucket, window_start, most, count)`. They end in `used (bucket,
 * count)`, the earlier counts, and `granted (bucket, taken)`.
 */
export const takingWanted = sql`
    used as materialized (
      select l.bucket, l.count from rate_limits l join wanted w using (bucket, window_start) order by l.bucket for update of l
    ), asked as (
      select w.bucket, w.window_start, w.most, least(w.count, w.most - coalesce(u.count, 0)) as count
      from wanted w left join used u using (bucket)
    ), raised as (
      insert into rate_limits as l (bucket, window_start, count)
      select bucket, window_start, count from asked where count > 0 order by bucket
      on conflict (bucket, window_start) do update set count = l.count + excluded.count
        where l.count + excluded.count <= (select most from asked a where a.bucket = l.bucket)
      returning bucket
    ), granted as (
      select bucket, asked.count as taken from asked join raised using (bucket)
    )`

/** Adds one to the window's count, without a limit; returns the new count. */
export async function countInWindow(tx: Tx, bucket: string, seconds: number): Promise<number> {
  const window = sql`date_bin(make_interval(secs => ${seconds}::int), now(), 'epoch')`
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits as l (bucket, window_start, count) values (${bucket}, ${window}, 1)
    on conflict (bucket, window_start) do update set count = l.count + 1 returning l.count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Refunds one unit to each budget, for work that was counted but not started. */
export async function giveBackToBudgets(tx: Tx, budgets: readonly Budget[]): Promise<void> {
  for (const { bucket, seconds } of budgets) {
    const window = sql`date_bin(make_interval(secs => ${seconds}::int), now(), 'epoch')`
    const { rows } = await sql`update rate_limits set count = count - 1
      where bucket = ${bucket} and window_start = ${window} and count > 1 returning 1`.execute(tx)
    // A count is never 0: the last refund deletes the row.
    if (rows.length === 0)
      await sql`delete from rate_limits where bucket = ${bucket} and window_start = ${window}`.execute(tx)
  }
}

/** Clears a bucket in every window. */
export async function refillBudget(tx: Tx, bucket: string): Promise<void> {
  await tx.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
}
