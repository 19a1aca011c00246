import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDb, type Db } from './index.ts'
import { APP_ROLE } from './migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's URL of the PostgreSQL that this test run started. */
    testPostgresUrl: string
  }
}

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'sesa_template'
export const TEST_APP_PASSWORD = 'test'

export interface TestDatabase {
  /** Under the application's restricted role. */
  readonly db: Db
  readonly url: string
  readonly owner: Db
  readonly ownerUrl: string
  drop(): Promise<void>
}

/** The same server, another database (and user). */
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

/** A fresh copy of the migrated template, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('testPostgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(serverUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`))
  const ownerUrl = urlFor(serverUrl, name)
  const url = urlFor(serverUrl, name, { name: APP_ROLE, password: TEST_APP_PASSWORD })
  const [db, owner] = [createDb(url), createDb(ownerUrl, { max: 5 })]
  return {
    db,
    url,
    owner,
    ownerUrl,
    async drop() {
      await Promise.all([db.destroy(), owner.destroy()])
      await asAdmin(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
