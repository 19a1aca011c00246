import pg from 'pg'

interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** Under which its connection keeps it prepared. */
  readonly name?: string
}

/** What pg's types leave out of its Query: how it is written, and what it is told. */
interface Written {
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

const BEGIN = { name: 'begin', text: 'begin' }
const NOTHING: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

/**
 * Sends statements on a connection, `begin` together with the first one after it, up to one Sync. That saves each
 * transaction a way to the database and back, and by the protocol a `begin` that fails takes the statement with it,
 * so that this can never be committed alone. A transaction without a statement is never sent.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function joiningBegin(client: pg.PoolClient) {
  // A connection's first `begin` goes alone and is prepared: afterwards it is answered in one message only.
  let isKnown = false
  let isDue = false

  return async function send(statement: Statement): Promise<pg.QueryResult> {
    const { text, values, name } = statement
    if (text === BEGIN.text) {
      if (!isKnown) await client.query(BEGIN)
      isDue = isKnown
      isKnown = true
      return NOTHING
    }
    if (!isDue) return client.query(statement)
    isDue = false
    if (text === 'commit' || text === 'rollback') return NOTHING
    if (name !== undefined || values.length > 0) return withBegin(client, statement)
    await client.query(BEGIN)
    return client.query(statement)
  }
}

/** pg writes a statement that has neither a name nor values in another way, which this does not know. */
function withBegin(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statement, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    }) as pg.Query & Written
    const { prepare, handleCommandComplete } = query
    query.prepare = (connection) => {
      connection.bind({ statement: BEGIN.name }, true)
      connection.execute({}, true)
      prepare.call(query, connection)
    }
    // The first answer is that of `begin`.
    query.handleCommandComplete = () => {
      query.handleCommandComplete = handleCommandComplete
    }
    client.query(query)
  })
}
