import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { NO_LIMIT } from './silence.ts'

/** A statement gets at least this long, however long its connection took to come, in milliseconds. */
const SHORTEST_MS = 400

/**
 * A pool whose callers wait for an answer no longer than `ms`, the wait for the connection included. A connection that
 * owes an answer is not given up with its caller: it goes back to the pool once the answer has come, so that a slow
 * database does not have to make connections as well. `silence.ts` ends the connections that never answer.
 */
export function answeringWithin(pool: PostgresPool, ms: number): PostgresPool {
  return {
    async connect() {
      const asked = performance.now()
      const client = await pool.connect()
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
  /** Resolves when the answer arrives that the caller has given up on. */
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
    // It may have stood in a transaction, whose owner has given up.
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
