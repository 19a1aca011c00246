import type pg from 'pg'

/** The open pools of this process, and their names in PostgreSQL. */
const pools = new Map<pg.Pool, string>()

/** Counts a pool's connections in the metrics until it ends. */
export function watchPool(pool: pg.Pool, name: string): void {
  pools.set(pool, name)
}

/**
 * Returns how many connections of each pool are `idle` or `busy`, and how many callers are `waiting` for one, as
 * `pool/state`.
 */
export function countConnections(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [pool, name] of pools) {
    if (pool.ended) pools.delete(pool)
    else {
      const states = {
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      }
      for (const [state, count] of Object.entries(states))
        counts.set(`${name}/${state}`, (counts.get(`${name}/${state}`) ?? 0) + count)
    }
  }
  return counts
}
