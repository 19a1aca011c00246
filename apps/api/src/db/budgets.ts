import { sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/** How many in each window of so many seconds; windows begin at multiples of their length since the epoch (UTC). */
export interface Budget {
  readonly bucket: string
  readonly most: number
  readonly seconds: number
}

/**
 * Takes one from a budget. Answers 0, or, when the window's budget is used up, the seconds until the next one; then
 * nothing changes. All processes share it, and parallel calls take one after the other until their transaction ends.
 */
export async function takeFromBudget(tx: Tx, { bucket, most, seconds }: Budget): Promise<number> {
  const window = sql`date_bin(make_interval(secs => ${seconds}::int), now(), 'epoch')`
  if (most >= 1) {
    const { rows } = await sql`
      insert into rate_limits as l (bucket, window_start, count) values (${bucket}, ${window}, 1)
      on conflict (bucket, window_start) do update set count = l.count + 1 where l.count < ${most}
      returning l.count`.execute(tx)
    if (rows.length > 0) return 0
  }
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from ${window} - now())) + ${seconds}::int)::int as wait`.execute(
    tx,
  )
  return rows[0]?.wait ?? seconds
}

/**
 * Takes one from each budget in this order, which is the same wherever two of them meet, so that two callers never wait
 * for each other; what many share comes last. Answers the longest wait of those that are used up: refuse then, which
 * gives back what the others gave.
 */
export async function takeFromBudgets(tx: Tx, budgets: readonly Budget[]): Promise<number> {
  const waits: number[] = []
  for (const budget of budgets) waits.push(await takeFromBudget(tx, budget))
  return Math.max(0, ...waits)
}

/** Gives back what was taken from a bucket in every window. */
export async function refillBudget(tx: Tx, bucket: string): Promise<void> {
  await tx.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
}

/** Forgets windows that began more than two days ago. */
export async function purgeBudgets(db: Db): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('window_start', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
}
