import { sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/** A limit for each window of this many seconds; windows start at multiples of their length since the epoch (UTC). */
export interface Budget {
  readonly bucket: string
  readonly most: number
  readonly seconds: number
}

/**
 * Takes one unit from a budget. Returns 0, or, when the window's budget is used up and nothing changes, the seconds
 * until the next window. All processes share it; parallel calls wait for each other until their transactions end.
 */
export async function takeFromBudget(db: Db | Tx, { bucket, most, seconds }: Budget): Promise<number> {
  const window = sql`date_bin(make_interval(secs => ${seconds}::int), now(), 'epoch')`
  if (most >= 1) {
    const { rows } = await sql`
      insert into rate_limits as l (bucket, window_start, count) values (${bucket}, ${window}, 1)
      on conflict (bucket, window_start) do update set count = l.count + 1 where l.count < ${most}
      returning l.count`.execute(db)
    if (rows.length > 0) return 0
  }
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from ${window} - now())) + ${seconds}::int)::int as wait`.execute(
    db,
  )
  return rows[0]?.wait ?? seconds
}

/**
 * Takes one unit from each budget in this order. All callers use the same order, so that they never deadlock, and
 * widely shared budgets come last. Returns the longest wait of the used-up budgets; if it is not 0, throw in the
 * transaction: the rollback refunds the other budgets. `usedUp` remembers the used-up ones for this process.
 */
export async function takeFromBudgets(
  db: Db | Tx,
  budgets: readonly Budget[],
  usedUp?: { remember(budget: Budget, wait: number): void },
): Promise<number> {
  const waits: number[] = []
  for (const budget of budgets) {
    const wait = await takeFromBudget(db, budget)
    if (wait > 0) usedUp?.remember(budget, wait)
    waits.push(wait)
  }
  return Math.max(0, ...waits)
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
