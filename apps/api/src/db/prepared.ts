import {
  sql,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** A statement is prepared once the process has sent its text this often. */
const RECURS = 20
/** Maximum number of statements that a process prepares: each connection keeps their plans. */
const MOST_NAMES = 250
/** Maximum number of counted texts, so that those that never recur cannot fill the memory. */
const MOST_TEXTS = 2_000

/**
 * PostgreSQL refuses a prepared statement whose columns have changed, as those of `select *` do with a migration.
 * Transaction control statements have no plan.
 */
const UNFIT = /(?:select|returning|\.)\s*\*|^\s*(?:begin|commit|rollback|savepoint|release|set|show)\b/i

/**
 * `limit(ONE)` for the newest row. With the limit as a parameter, PostgreSQL expects a tenth of the table, and plans
 * the statement each time instead of keeping a plan.
 */
export const ONE = sql.lit(1)

/** Returns a function that counts how often each text is sent, and returns a name once it recurs. */
function createNames(): (text: string) => string | undefined {
  const seen = new Map<string, number | string>()
  let names = 0
  return (text) => {
    const known = seen.get(text) ?? 0
    if (typeof known === 'string') return known
    if (known < RECURS || names >= MOST_NAMES) {
      if (known > 0 || seen.size < MOST_TEXTS) seen.set(text, known + 1)
      return undefined
    }
    if (UNFIT.test(text)) return undefined
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    seen.set(text, name)
    names += 1
    return name
  }
}

function preparingClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    // Kysely uses cursors only for streaming, which needs a cursor class.
    if (typeof statement !== 'string') throw new TypeError('Cursors are not supported')
    const name = nameOf(statement)
    const values = [...parameters]
    // pg copies a query object property by property, so a plain string is cheaper.
    const sent =
      name === undefined ? client.query(statement, values) : client.query({ name, text: statement, values })
    return sent as Promise<pg.QueryResult & PostgresQueryResult<R>>
  }
  return { query, release: () => client.release() }
}

/**
 * Wraps a pool so that each connection parses a recurring statement only once, and PostgreSQL may keep its plan: Kysely
 * cannot name statements. Without `named`, nothing is prepared.
 */
export function preparing(
  pool: { connect(): Promise<pg.PoolClient>; end(): Promise<void> },
  { named }: { named: boolean },
): PostgresPool {
  const nameOf = named ? createNames() : () => undefined
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client, nameOf)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
