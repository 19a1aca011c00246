import type pg from 'pg'

/** After this long PostgreSQL ends a statement of ours by itself, in milliseconds. */
export const STATEMENT_MS = 15_000
/** Who does not hear even that within this time talks to a connection that the network has forgotten. */
const SILENCE_MS = STATEMENT_MS + 3_000

/** Asks the server, and us, to wait for all statements of a transaction. */
export const NO_LIMIT = 'set local statement_timeout = 0'
const ENDS = new Set(['commit', 'rollback'])

/**
 * Settings of a connection that does not wait for a network that is gone: an idle one is probed, so that the pool
 * learns of it before it is needed.
 */
export const PROBED = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * Ends a connection that owes an answer for too long; whoever waits for it is told that it was terminated, and the pool
 * makes a new one. TCP itself would try for a quarter of an hour.
 */
export function hangUpOnSilence(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...all: unknown[]) => unknown
  let mayBeLong = false
  let watch: NodeJS.Timeout | undefined
  const heard = (): void => clearTimeout(watch)

  function watched(statement: string | { readonly text?: string }, ...rest: unknown[]): unknown {
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    if (text === NO_LIMIT) mayBeLong = true
    if (ENDS.has(text)) mayBeLong = false
    heard()
    if (!mayBeLong) watch = setTimeout(() => void client.end(), SILENCE_MS).unref()
    return query(statement, ...rest)
  }
  Object.assign(client, { query: watched })
  client.on('drain', heard)
  client.on('end', heard)
}
