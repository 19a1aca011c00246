import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isPatient } from './patience.ts'
import { NO_LIMIT } from './silence.ts'

/** Minimum time for a statement, in milliseconds, however long its connection took. */
const SHORTEST_MS = 400

/**
 * Wraps a pool so that callers wait at most `ms` for an answer, including the wait for the connection. After a time-out
 * the connection returns to the pool once its answer arrives, so that a slow database need not open more connections.
 * `silence.ts` ends the connections that never answer. No limit applies while a process starts.
 */
export function answeringWithin(pool: PostgresPool, ms: number): PostgresPool {
  return {
    async connect() {
      const asked = performance.now()
      const client = await pool.connect()
      if (isPatient()) return client
      const left = ms - (performance.now() - asked)
      return impatient(client, { first: Math.max(SHORTEST_MS, left), next: ms })
    },
    end: () => pool.end(),
  }
}

function impatient(
  client: PostgresPoolClient,
  patience: { first: number; next: number },
): PostgresPoolClient {
  let ms = patience.first
  /** Resolves when the answer to a timed-out statement arrives. */
  let owed: Promise<unknown> | undefined

  async function ask<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (owed !== undefined) throw tooLate()
    if (statement === NO_LIMIT) ms = Infinity
    const answer = client.query<R>(statement, parameters)
    const result = await within(answer, ms)
    if (ms !== Infinity) ms = patience.next
    if (result !== LATE) return result
    owed = answer.catch(() => undefined)
    throw tooLate()
  }
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof statement === 'string' ? ask<R>(statement, parameters) : client.query(statement)
  }
  async function releaseLater(answer: Promise<unknown>): Promise<void> {
    await answer
    // The statement may have been part of a transaction that timed out.
    await client.query('rollback', []).catch(() => undefined)
    client.release()
  }
  return {
    query,
    release: () => (owed === undefined ? client.release() : void releaseLater(owed)),
  }
}

const LATE = Symbol('late')

const tooLate = (): Error => new Error('timeout exceeded when waiting for an answer')

async function within<T>(answer: Promise<T>, ms: number): Promise<T | typeof LATE> {
  if (ms === Infinity) return answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
