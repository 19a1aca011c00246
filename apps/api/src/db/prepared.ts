import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** How a statement asks to be prepared by name: with this comment in front. The name stands for one text for ever. */
const MARK = /^\s*\/\* prepared: ([\w.]{1,60}) \*\//

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') return client.query(statement as never)
    const name = MARK.exec(statement)?.[1]
    return client.query({
      ...(name !== undefined && { name }),
      text: statement,
      values: [...parameters],
    }) as Promise<pg.QueryResult & PostgresQueryResult<R>>
  }
  return { query, release: () => client.release() }
}

/**
 * A pool whose connections parse and plan a marked statement once each, under its name: Kysely itself cannot name
 * statements. Only statements that run for every transfer are marked, with a fixed list of columns, since a prepared
 * `select *` breaks when a migration adds a column.
 */
export function preparing(pool: pg.Pool): PostgresPool {
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
