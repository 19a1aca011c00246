import { CompiledQuery, type Compilable, type Kysely } from 'kysely'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { joiningBegin } from './begin.ts'

/** How a statement asks to be prepared by name: with this comment in front. The name stands for one text for ever. */
const MARK = /^\s*\/\* prepared: ([\w.]{1,60}) \*\//

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const send = joiningBegin(client)
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    // Kysely asks for a cursor only where it was given a kind of them.
    if (typeof statement !== 'string') throw new TypeError('Nothing here is read through a cursor')
    const name = MARK.exec(statement)?.[1]
    return send({
      ...(name !== undefined && { name }),
      text: statement,
      values: [...parameters],
    }) as Promise<pg.QueryResult & PostgresQueryResult<R>>
  }
  return { query, release: () => client.release() }
}

/** Statements as they were compiled, with their names: as many as there are call sites. */
const named = new Map<string, string>()

/**
 * Runs a statement that Kysely built, prepared under a name made from its text. Only for statements whose text never
 * varies with what they are given, and with a fixed list of columns.
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
 * A pool whose connections parse and plan a marked statement once each, under its name: Kysely itself cannot name
 * statements. Only statements that run for every transfer are marked, with a fixed list of columns, since a prepared
 * `select *` breaks when a migration adds a column.
 */
export function preparing(pool: { connect(): Promise<pg.PoolClient>; end(): Promise<void> }): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
