import { startPostgres, type RunningPostgres } from '@sesa/embedded-postgres'
import pg from 'pg'
import type { Cluster } from '../cluster/cluster.ts'

/** `access share` is the lock of a plain reader. */
export type LockMode = 'access exclusive' | 'access share'

/** The run's own PostgreSQL, which can be killed and restarted, always on the same port. */
export interface Database {
  readonly ownerUrl: string
  /** Runs a statement as the owner's role, which may change times. Throws while the server is down. */
  sql<R extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<R[]>
  /** Locks a table until the returned function is called. */
  lock(table: string, mode?: LockMode): Promise<() => Promise<void>>
  /** The postmaster's process id. */
  pid(): number
  isAlive(): Promise<boolean>
  /** Runs statements and rolls them back. Returns the SQLSTATE of the refusal, or `done`. */
  attempt(statements: string): Promise<string>
  /** Crashes the server: `kill` sends SIGKILL to the postmaster, `immediate` stops without a checkpoint. */
  crash(how: 'kill' | 'immediate'): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly dataDir: string
  readonly port: number
  readonly settings?: Readonly<Record<string, string>>
}

/** int8 as a number: counts and amounts of a test run are small. */
const types = new pg.TypeOverrides()
types.setTypeParser(20, (text) => Number.parseInt(text, 10))

/** Returns statements as the owner's role, over separate connections. */
function statementsAt(
  ownerUrl: string,
): Pick<Database, 'ownerUrl' | 'sql' | 'lock' | 'attempt'> & { end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4, application_name: 'chaos', types })
  // A connection that a crash closes must not end the run.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    ownerUrl,
    async sql<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
      return (await pool.query<R>(text, [...values])).rows
    },
    async lock(table, mode = 'access exclusive') {
      const client = await pool.connect()
      await client.query('begin')
      await client.query(`lock table ${pg.escapeIdentifier(table)} in ${mode} mode`)
      return async () => {
        await client.query('rollback')
        client.release()
      }
    },
    async attempt(statements) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(statements)
        return 'done'
      } catch (error) {
        return error instanceof pg.DatabaseError ? (error.code ?? 'no code') : String(error)
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    end: () => pool.end(),
  }
}

/** Uses a database on a cluster, whose nodes are crashed by name instead. */
export async function openOnCluster({ ownerUrl, close }: Cluster): Promise<Database> {
  const admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  await admin.query('create database sesa')
  await admin.end()
  const { end, ...statements } = statementsAt(Object.assign(new URL(ownerUrl), { pathname: '/sesa' }).href)
  const ofOneServer = (): never => {
    throw new Error('A cluster has no single server; use its nodes')
  }
  return {
    ...statements,
    pid: ofOneServer,
    isAlive: ofOneServer,
    crash: ofOneServer,
    start: ofOneServer,
    async close() {
      await end()
      await close()
    },
  }
}

/** Starts PostgreSQL with its own default settings, so with fsync on. */
export async function openDatabase({ dataDir, port, settings = {} }: DatabaseOptions): Promise<Database> {
  let ended = Promise.withResolvers<void>()
  const launch = async (): Promise<RunningPostgres> => {
    ended = Promise.withResolvers<void>()
    const { resolve } = ended
    return startPostgres({ dataDir, port, settings: { ...settings }, onExit: () => resolve() })
  }
  let running = await launch()
  const { end, ...statements } = statementsAt(running.ownerUrl)
  return {
    ...statements,
    pid: () => running.pid,
    isAlive: () =>
      Promise.race([
        ended.promise.then(() => false),
        new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
      ]),
    async crash(how) {
      if (how === 'immediate') return running.stop('immediate')
      process.kill(running.pid, 'SIGKILL')
      await ended.promise
    },
    async start() {
      running = await launch()
    },
    async close() {
      await end()
      await running.stop('immediate')
    },
  }
}
