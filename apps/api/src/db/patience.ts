import type pg from 'pg'

/**
 * Returns a connection from the pool, unless it takes too long. A late connection goes back to the pool: if each attempt
 * were aborted, a machine that opens connections slowly would never have one.
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
