import { PATIENCE } from '@sesa/test-kit/patience'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDb, createPool, disableStatementTimeout, inTransaction, type Db } from './index.ts'
import { preparing } from './prepared.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { startDatabaseProxy } from '@sesa/test-kit/database-proxy'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table notes (words text not null unique)`.execute(database.owner)
  await sql`grant select, insert on notes to public`.execute(database.owner)
})
beforeEach(() => sql`truncate notes`.execute(database.owner))
afterAll(() => database.drop())

const note = (db: Db, words: string) => sql`insert into notes values (${words})`.execute(db)

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words from notes order by words`.execute(
    database.owner,
  )
  return rows.map(({ words }) => words)
}

describe('a transaction', () => {
  let db: Db

  // One connection, so that anything a transaction leaves behind affects the next one.
  beforeEach(async () => {
    db = createDb(database.url, { max: 1 })
    return () => db.destroy()
  })

  it('commits all of its statements together', async () => {
    await inTransaction(db, 'test.two', async (tx) => {
      await note(tx, 'one')
      expect(await notes()).toEqual([])
      await note(tx, 'two')
    })
    expect(await notes()).toEqual(['one', 'two'])
  })

  it('rolls back every statement, whichever one fails', async () => {
    await note(db, 'there')
    const twice = inTransaction(db, 'test.second', async (tx) => {
      await note(tx, 'new')
      await note(tx, 'there')
    })
    await expect(twice).rejects.toThrow('duplicate key')
    await expect(inTransaction(db, 'test.first', (tx) => note(tx, 'there'))).rejects.toThrow('duplicate key')
    await expect(
      inTransaction(db, 'test.after', async (tx) => {
        await note(tx, 'new')
        throw new Error('thought better of it')
      }),
    ).rejects.toThrow('thought better of it')
    expect(await notes()).toEqual(['there'])
  })

  it('may fail at parsing its first statement, and the next transactions still work', async () => {
    const wrong = (): Promise<unknown> =>
      inTransaction(db, 'test.wrong', (tx) => sql`select nothing, ${1}::int`.execute(tx))
    for (let times = 0; times < 25; times++) {
      await expect(wrong()).rejects.toThrow('column "nothing" does not exist')
    }
    await inTransaction(db, 'test.right', (tx) => note(tx, 'right'))
    expect(await notes()).toEqual(['right'])
  })

  it('sends no statement when begin fails', async () => {
    const pool = createPool(database.url, { max: 1 })
    const connect = async () => {
      const client = await pool.connect()
      const query = (text: string, values: unknown[]): Promise<unknown> =>
        text === 'begin' ? Promise.reject(new Error('begin was cancelled')) : client.query(text, values)
      return new Proxy(client, {
        get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key)),
      })
    }
    const refusing: Db = new Kysely({
      dialect: new PostgresDialect({ pool: preparing({ connect, end: () => pool.end() }, { named: true }) }),
    })
    const writing = inTransaction(refusing, 'test.never', (tx) => note(tx, 'alone'))
    await expect(writing).rejects.toThrow('begin was cancelled')
    expect(await notes()).toEqual([])
    await refusing.destroy()
  })

  it('may have no statement, or start with one without values', async () => {
    await inTransaction(db, 'test.empty', async () => undefined)
    await inTransaction(db, 'test.plain', async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      const { rows } = await sql`show transaction isolation level`.execute(tx)
      expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }])
      await note(tx, 'plain')
    })
    expect(await notes()).toEqual(['plain'])
  })

  it('returns the rows and the number of affected rows', async () => {
    const made = await inTransaction(db, 'test.rows', (tx) =>
      sql<{ words: string }>`insert into notes values (${'one'}), (${'two'}) returning words`.execute(tx),
    )
    expect(made).toMatchObject({ numAffectedRows: 2n, rows: [{ words: 'one' }, { words: 'two' }] })
  })
})

describe('a statement that recurs', () => {
  it('is prepared with its connection, unless it returns every column', async () => {
    const own = createDb(database.url, { max: 1 })
    const byName = () => sql<{ words: string }>`select words from notes where words = ${'one'}`.execute(own)
    const withAll = () => sql`select * from notes where words = ${'one'}`.execute(own)
    for (let times = 0; times < 25; times++) await Promise.all([byName(), withAll()])
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      own,
    )
    expect(rows).toEqual([{ statement: 'select words from notes where words = $1' }])
    await own.destroy()
  })

  it('is not affected by a column that a migration adds', async () => {
    const own = createDb(database.url, { max: 1 })
    const read = () => sql`select *, ${1}::int as one from notes`.execute(own)
    for (let times = 0; times < 25; times++) await read()
    await sql`alter table notes add column more text`.execute(database.owner)
    await expect(read()).resolves.toMatchObject({ rows: [] })
    await sql`alter table notes drop column more`.execute(database.owner)
    await own.destroy()
  })
})

/** Reads the kernel's timer of the connection from this port: `02` is a keep-alive probe (proc_net_tcp). */
async function timerOf(port: number): Promise<string | undefined> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const connections = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return connections.find(([, from]) => from?.endsWith(local))?.[5]?.slice(0, 2)
}

describe('a connection that the network forgets', () => {
  it('is probed while it is silent', async () => {
    const own = createDb(database.url, { max: 1 })
    const { rows } = await sql<{ port: number }>`
      select client_port as port from pg_stat_activity where pid = pg_backend_pid()`.execute(own)
    await vi.waitFor(async () => expect(await timerOf(rows[0]?.port ?? 0)).toBe('02'), PATIENCE)
    await own.destroy()
  })

  it('is closed and replaced soon after the server would have timed the statement out', async () => {
    const way = await startDatabaseProxy(database.url)
    // A connection creates its timer once, when it opens.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const db = createDb(way.url, { max: 1 })
    try {
      await note(db, 'before')
      way.freezeOpen()
      let answer: unknown
      const asked = note(db, 'lost').catch((error: unknown) => (answer = error))
      await vi.advanceTimersByTimeAsync(15_000)
      expect(answer).toBeUndefined()
      await vi.advanceTimersByTimeAsync(3_000)
      vi.useRealTimers()
      await asked
      expect(String(answer)).toContain('Connection terminated')
      await note(db, 'after')
      expect(await notes()).toEqual(['after', 'before'])
    } finally {
      vi.useRealTimers()
      await db.destroy()
      way.close()
    }
  })

  it('is kept while its answers arrive, and during a long transaction without a time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const db = createDb(database.url, { max: 1 })
    try {
      await note(db, 'quick')
      await vi.advanceTimersByTimeAsync(60_000)
      await inTransaction(db, 'test.long', async (tx) => {
        await disableStatementTimeout(tx)
        const long = sql`select pg_sleep(0.3)`.execute(tx)
        await vi.advanceTimersByTimeAsync(60_000)
        await long
        await note(tx, 'long')
      })
      expect(await notes()).toEqual(['long', 'quick'])
    } finally {
      vi.useRealTimers()
      await db.destroy()
    }
  })
})

describe('a connection that is slow to make', () => {
  it('makes no caller wait longer than the limit, and serves later callers', async () => {
    const way = await startDatabaseProxy(database.url, 700)
    const db = createDb(way.url, { max: 1, patience: 200 })
    try {
      await expect(note(db, 'first')).rejects.toThrow('timeout exceeded when trying to connect')
      await vi.waitFor(() => note(db, 'later'), 60_000)
      expect(await notes()).toEqual(['later'])
      expect(way.countConnections()).toBe(1)
    } finally {
      await db.destroy()
      way.close()
    }
  })
})

describe('a database that is slow to answer', () => {
  it('fails its caller at the time limit, keeps the connection and rolls the transaction back', async () => {
    const db = createDb(database.url, { max: 1, answerWithin: 500 })
    const pid = async (): Promise<unknown> => (await sql`select pg_backend_pid() as pid`.execute(db)).rows
    try {
      const before = await pid()
      const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
      const holding = inTransaction(database.owner, 'test.hold', async (tx) => {
        await sql`lock table notes in share mode`.execute(tx)
        locked()
        await isFree
      })
      await isLocked
      const waiting = inTransaction(db, 'test.slow', async (tx) => {
        await note(tx, 'waited')
        await note(tx, 'never asked for')
      })
      await expect(waiting).rejects.toThrow('timeout exceeded when waiting for an answer')
      free()
      await holding
      await vi.waitFor(() => note(db, 'after'), 60_000)
      expect(await notes()).toEqual(['after'])
      expect(await pid()).toEqual(before)
    } finally {
      await db.destroy()
    }
  })
})
