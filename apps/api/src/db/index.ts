import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { actingMember } from '../lib/acting-member.ts'
import { namedTransaction, crashPoint } from '../lib/crash-points.ts'
import { asPart } from '../lib/tracing.ts'
import { answeringWithin } from './answers.ts'
import { createPoolOfHosts, hostsOf, outliveConnections, type HostRole } from './hosts.ts'
import { connectPatiently, isPatient } from './patience.ts'
import { watchPool } from './pools.ts'
import { preparing } from './prepared.ts'
import type { Schema } from './schema.ts'
import { hangUpOnSilence, NO_LIMIT, PROBED, STATEMENT_MS } from './silence.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

const OID = { int8: 20, date: 1082 } as const

/** int8 → bigint (amounts are minor units); date stays text, since a calendar date has no time zone. */
const types = new pg.TypeOverrides()
types.setTypeParser(OID.int8, BigInt)
types.setTypeParser(OID.date, (value: string) => value)

export interface DbOptions {
  /** Maximum number of connections (default 20). */
  readonly max?: number
  readonly applicationName?: string
  /** Which of several hosts in the URL to use (default: the one that accepts writes). */
  readonly hosts?: HostRole
}

interface PatientOptions extends DbOptions {
  /** How long a query waits for a connection, in milliseconds (default 1,500). */
  readonly patience?: number
  /**
   * How long a query waits for its answer, including the connection, in milliseconds; default: until the connection
   * ends.
   */
  readonly answerWithin?: number | undefined
}

/**
 * How long the web server waits for the database, in milliseconds: a silent database then costs a customer less than 2
 * s.
 */
export const ANSWER_WITHIN_MS = 1_600

interface PoolOptions extends DbOptions {
  /** Parsers of values; default: those of pg. */
  readonly types?: pg.TypeOverrides
}

/** A statement waits this long for a lock, so that one stuck transaction does not occupy every connection. */
const LOCK_MS = 10_000
/** A connection attempt is abandoned after this long. */
const CONNECT_MS = 10_000

/** Settings of each session. */
const SESSION = {
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  options: [
    // The server cancels a statement whose client has disconnected, such as a commit that waits for a standby.
    '-c client_connection_check_interval=2000',
    // Our statements read few rows of large tables, where the planner expects many. Parallel workers or compilation
    // would cost more than the statement: 9 ms instead of 0.3 for a balance over 50 million postings.
    '-c max_parallel_workers_per_gather=0',
    '-c jit=off',
  ].join(' '),
} as const

/**
 * Returns true if the URL points to PgBouncer in transaction mode (`?pgbouncer=true`). It shares sessions between
 * clients: session limits then belong to the role (`alter role … set`), and statements cannot be named.
 */
export function isPooled(url: string): boolean {
  return /[?&]pgbouncer=true(&|$)/.test(url)
}

/**
 * Creates a pool of connections. A query fails rather than hangs when it gets no connection within 10 s or no answer for
 * 18 s. The server ends an idle transaction, since it would freeze the ledger's snapshot horizon.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const config = {
    max: options.max ?? 20,
    connectionTimeoutMillis: CONNECT_MS,
    ...(isPooled(url) ? {} : SESSION),
    application_name: options.applicationName ?? 'sesa',
    ...(options.types && { types: options.types }),
    ...PROBED,
  }
  const hosts = hostsOf(url)
  const pool =
    hosts.length === 1
      ? new pg.Pool({ ...config, connectionString: url })
      : createPoolOfHosts(hosts, config, options.hosts)
  watchPool(pool, options.applicationName ?? 'sesa')
  outliveConnections(pool)
  pool.on('connect', hangUpOnSilence)
  return pool
}

/**
 * Creates Kysely over such a pool. A query without a free connection fails after 1.5 s, so that requests are answered;
 * while a process starts, it waits longer (`patience.ts`).
 */
export function createDb(
  url: string,
  { patience = 1_500, answerWithin, ...options }: PatientOptions = {},
): Db {
  const pool = createPool(url, { ...options, types })
  const connect = (): Promise<pg.PoolClient> =>
    isPatient() ? connectPatiently(() => pool.connect()) : connectWithin(pool, patience)
  const prepared = preparing({ connect, end: () => pool.end() }, { named: !isPooled(url) })
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: answerWithin === undefined ? prepared : answeringWithin(prepared, answerWithin),
    }),
  })
}

/** Disables the statement timeout for full-table reads. */
export async function disableStatementTimeout(tx: Tx): Promise<void> {
  await sql.raw(NO_LIMIT).execute(tx)
}

const RETRYABLE = new Set(['40001', '40P01'])
const TRIES = 4

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Names the staff member in the transaction, so that the database records who acts. */
async function nameMember(tx: Tx): Promise<void> {
  const member = actingMember()
  // Not a query: `work` may still choose another isolation level.
  if (member !== undefined) await sql`set local sesa.member = ${sql.lit(member)}`.execute(tx)
}

/**
 * Runs `work` in one READ COMMITTED transaction. `name` is a literal and names the crash points before and after the
 * commit. Retries serialization failures and deadlocks, so `work` may run more than once and must have no effect
 * outside the transaction. Any error rolls everything back.
 */
export function inTransaction<T>(db: Db, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return commit(name, () =>
    db.transaction().execute(async (tx) => {
      await nameMember(tx)
      const value = await work(tx)
      crashPoint(name, 'before')
      return value
    }),
  )
}

/**
 * Runs `work` like `inTransaction`, but as one statement that commits by itself, which saves the round trips of `begin`
 * and `commit`. A second statement in `work` would be a second transaction.
 */
export function inOneStatement<T>(db: Db, name: string, work: (db: Db) => Promise<T>): Promise<T> {
  return commit(name, () => {
    crashPoint(name, 'before')
    return work(db)
  })
}

function commit<T>(name: string, run: () => Promise<T>): Promise<T> {
  return asPart(`commit ${name}`, () => committed(name, run))
}

async function committed<T>(name: string, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await namedTransaction(name, run)
      crashPoint(name, 'after')
      return result
    } catch (error) {
      if (attempt >= TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}

/**
 * Returns a connection from the pool, unless it takes too long. A late connection returns to the pool: if each attempt
 * were aborted, a machine that opens connections slowly would never get one.
 * @throws Error after `ms` milliseconds.
 */
function connectWithin(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout exceeded when trying to connect'))
    }, ms)
    pool.connect().then(
      (client) => {
        clearTimeout(timer)
        if (isLate) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}
