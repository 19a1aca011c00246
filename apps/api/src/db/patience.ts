import type pg from 'pg'

/**
 * A connection from the pool, unless none comes in time. One that comes later is put back for the next: if each were given
 * up half-way, a machine that is slow to make connections would never have one.
 * @throws Error when `ms` milliseconds have passed.
 */
export function connectWithin(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout exceeded when trying to connect'))
    }, ms)
    pool.connect().then(
      (client) => {
        clearTimeout(timer)
        if (isLate) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}
