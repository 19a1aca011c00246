import { CompiledQuery, type Compilable, type Kysely } from 'kysely'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Marks a statement to be prepared under a name. A name always belongs to the same text. */
const MARK = /^\s*\/\* prepared: ([\w.]{1,60}) \*\//

function preparingClient(client: pg.PoolClient, isNamed: boolean): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    // Kysely uses cursors only for streaming, which needs a cursor class.
    if (typeof statement !== 'string') throw new TypeError('Cursors are not supported')
    const name = isNamed ? MARK.exec(statement)?.[1] : undefined
    const values = [...parameters]
    // pg copies a query object property by property, so a plain string is cheaper.
    const sent =
      name === undefined ? client.query(statement, values) : client.query({ name, text: statement, values })
    return sent as Promise<pg.QueryResult & PostgresQueryResult<R>>
  }
  return { query, release: () => client.release() }
}

/** Named statements by their compiled text: as many as there are call sites. */
const named = new Map<string, string>()

/**
 * Runs a statement that Kysely built, prepared under a name derived from its text. Only for statements whose text does
 * not depend on their parameters, and with a fixed list of columns.
 */
export async function runPrepared<R>(
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  query: Compilable<R>,
): Promise<R[]> {
  const { sql, parameters } = query.compile()
  let statement = named.get(sql)
  if (statement === undefined) {
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32)
    statement = `/* prepared: built.${name} */ ${sql}`
    named.set(sql, statement)
  }
  const { rows } = await db.executeQuery<R>(CompiledQuery.raw(statement, [...parameters]))
  return rows
}

/**
 * Wraps a pool so that each connection parses and plans a marked statement once: Kysely cannot name statements. Mark only
 * statements that run for every transfer, with a fixed list of columns: a prepared `select *` breaks when a migration adds
 * a column. Without `named` they run like any other.
 */
export function preparing(
  pool: { connect(): Promise<pg.PoolClient>; end(): Promise<void> },
  { named }: { named: boolean },
): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client, named)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
