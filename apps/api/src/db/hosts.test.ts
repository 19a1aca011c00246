import { freePort } from '@sesa/test-kit/ports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectToPrimary, hostsOf, isDatabaseUrl } from './hosts.ts'
import { createDb, createPool, inTransaction } from './index.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

describe('the hosts of a URL', () => {
  it.each([
    [
      'postgres://u:p@a:5432,b:5433/sesa?x=1',
      ['postgres://u:p@a:5432/sesa?x=1', 'postgres://u:p@b:5433/sesa?x=1'],
    ],
    ['postgresql://a,b,c/sesa', ['postgresql://a/sesa', 'postgresql://b/sesa', 'postgresql://c/sesa']],
    ['postgres://u:a,b@h/sesa', ['postgres://u:a,b@h/sesa']],
    ['postgres://u:p@[::1]:1,[::1]:2/s', ['postgres://u:p@[::1]:1/s', 'postgres://u:p@[::1]:2/s']],
    ['no url', ['no url']],
  ])('of %s', (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts)
  })

  it('must all be valid', () => {
    expect(isDatabaseUrl('postgres://u:p@a:5432,b:5433/sesa')).toBe(true)
    expect(isDatabaseUrl('postgres://u:p@a:5432,b:port/sesa')).toBe(false)
    expect(isDatabaseUrl('no url')).toBe(false)
  })
})

describe('a database with two hosts', () => {
  let database: TestDatabase
  let dead: number

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    dead = await freePort()
  })

  const withDead = (url: string): string => url.replace(/@([^/]+)/, `@127.0.0.1:${dead},$1`)
  const asReadOnly = async (work: () => Promise<void>): Promise<void> => {
    const name = new URL(database.url).pathname.slice(1)
    const set = (value: string): Promise<unknown> =>
      sql.raw(`alter database ${name} set default_transaction_read_only = ${value}`).execute(database.owner)
    await set('on')
    try {
      await work()
    } finally {
      await set('off')
    }
  }

  it('is reached at the second when the first is dead, by queries and by transactions', async () => {
    const db = createDb(withDead(database.url), { max: 2 })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
    const two = await inTransaction(db, 'test.hosts', (tx) => sql`select 2`.execute(tx))
    expect(two.rows).toHaveLength(1)
    await db.destroy()
  })

  it('gives a pool that works with callbacks too, as the job queue uses it', async () => {
    const pool = createPool(withDead(database.url), { max: 1 })
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('is refused while every host is read-only, and comes back', async () => {
    const pool = createPool(`${withDead(database.url)}`, { max: 1 })
    await asReadOnly(async () => {
      await expect(pool.query('select 1')).rejects.toThrow()
      const client = connectToPrimary(database.url.replace(/@([^/]+)/, '@$1,$1'))
      await expect(client).rejects.toMatchObject({ code: '25006' })
    })
    expect((await pool.query('select 1')).rows).toHaveLength(1)
    await pool.end()
  })

  it('gives one client of the host that accepts writes', async () => {
    const client = await connectToPrimary(withDead(database.url))
    expect((await client.query('select 1')).rows).toHaveLength(1)
    await client.end()
  })
})
