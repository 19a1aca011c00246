import { PATIENCE } from '@sesa/test-kit/patience'
import { randomBytes } from 'node:crypto'
import { sql, type QueryResult, type RawBuilder } from 'kysely'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import { createDb, type Db, type Tx } from './index.ts'
import { APP_ROLE, OFFICE_ROLE, WORKER_ROLE } from './roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's URL of this test run's PostgreSQL. */
    testPostgresUrl: string
  }
}

/** The migrated database that every test database copies. */
export const TEMPLATE = 'sesa_template'
export const TEST_PASSWORD = 'test'

/** The users of the test databases, with the product's roles. */
export const TEST_LOGINS = {
  app: { name: APP_ROLE, password: TEST_PASSWORD },
  worker: { name: WORKER_ROLE, password: TEST_PASSWORD },
  office: { name: OFFICE_ROLE, password: TEST_PASSWORD },
}

export interface TestDatabase {
  /** As the application's restricted role. */
  readonly db: Db
  readonly url: string
  readonly owner: Db
  readonly ownerUrl: string
  /** As the worker's role. */
  readonly worker: Db
  readonly workerUrl: string
  /** As the office's role. */
  readonly office: Db
  readonly officeUrl: string
  drop(): Promise<void>
}

/** Returns the URL of another database (and user) on the same server. */
export function urlFor(
  serverUrl: string,
  database: string,
  user?: { name: string; password: string },
): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  if (user) {
    url.username = user.name
    url.password = user.password
  }
  return url.href
}

export async function asAdmin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlFor(serverUrl, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates a fresh copy of the migrated template, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('testPostgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes half the time of copying pages through the WAL.
  await asAdmin(serverUrl, (client) =>
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  )
  const ownerUrl = urlFor(serverUrl, name)
  const url = urlFor(serverUrl, name, TEST_LOGINS.app)
  const workerUrl = urlFor(serverUrl, name, TEST_LOGINS.worker)
  const officeUrl = urlFor(serverUrl, name, TEST_LOGINS.office)
  // Tests must not fail on a busy machine: connection time-outs have separate tests.
  const patience = 30_000
  const [db, owner] = [createDb(url, { patience }), createDb(ownerUrl, { max: 5, patience })]
  const worker = createDb(workerUrl, { max: 5, patience })
  const office = createDb(officeUrl, { max: 5, patience })
  return {
    db,
    url,
    owner,
    ownerUrl,
    worker,
    workerUrl,
    office,
    officeUrl,
    async drop() {
      await Promise.all([db, owner, worker, office].map((one) => one.destroy()))
      await asAdmin(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Runs a statement that triggers forbid to every role except a superuser, such as a change of a posting. */
export function forge<R>(owner: Db, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  return owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    return statement.execute(tx)
  })
}

/** Runs a transaction that may hold or wait for locks for as long as the test takes: the server's limits are off. */
export function holdingLocks<T>(
  { owner }: Pick<TestDatabase, 'owner'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return owner.transaction().execute(async (tx) => {
    for (const limit of ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'])
      await sql`set local ${sql.ref(limit)} = 0`.execute(tx)
    return work(tx)
  })
}

/** Waits until this many statements are blocked by a lock. */
export async function untilWaiting({ owner }: TestDatabase, count: number): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(owner)
    return rows.length
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(count), PATIENCE)
}

/** Waits for the next budget window if the test would not finish within this one. */
export async function untilOneWindow(windowMs: number, neededMs: number): Promise<void> {
  const left = windowMs - (Date.now() % windowMs)
  if (left < neededMs) await new Promise((resolve) => setTimeout(resolve, left))
}
