import type pg from 'pg'

/** PostgreSQL cancels a statement after this long, in milliseconds. */
export const STATEMENT_MS = 15_000
/** A connection without an answer by then, not even a timeout error, is dead. */
const SILENCE_MS = STATEMENT_MS + 3_000

/** Removes the limit for a transaction, in PostgreSQL and here. */
export const NO_LIMIT = 'set local statement_timeout = 0'
const ENDS = new Set(['commit', 'rollback'])

/** Settings that probe an idle connection, so that the pool detects a dead one before using it. */
export const PROBED = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * Ends a connection whose answer is overdue: its query fails as terminated, and the pool opens a new connection. TCP
 * itself would retry for a quarter of an hour.
 */
export function hangUpOnSilence(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...all: unknown[]) => unknown
  let mayBeLong = false
  let isOwed = false
  // One timer for the connection's life: creating one for each statement costs more than restarting it.
  const watch = setTimeout(() => {
    if (isOwed) void client.end()
  }, SILENCE_MS).unref()

  function watched(statement: string | { readonly text?: string }, ...rest: unknown[]): unknown {
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    if (text === NO_LIMIT) mayBeLong = true
    if (ENDS.has(text)) mayBeLong = false
    isOwed = !mayBeLong
    if (isOwed) watch.refresh()
    return query(statement, ...rest)
  }
  Object.assign(client, { query: watched })
  client.on('drain', () => {
    isOwed = false
  })
  client.on('end', () => clearTimeout(watch))
}
