import { freePort } from '@sesa/test-kit/ports'
import { startDatabaseProxy, type DatabaseProxy } from '@sesa/test-kit/database-proxy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb } from './index.ts'
import { placeOf, untilDatabaseAnswers, waitPatiently } from './patience.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

/** How long a connection takes, and a request that waits less. */
const [SLOW_MS, HASTE] = [1_000, { patience: 400, answerWithin: 400 }]

let database: TestDatabase
let slow: DatabaseProxy
beforeAll(async () => {
  database = await createTestDatabase()
  slow = await startDatabaseProxy(database.url, SLOW_MS)
})
afterAll(async () => {
  slow.close()
  await database.drop()
})

const urlWith = (changes: Partial<URL>): string => Object.assign(new URL(database.url), changes).href

describe('a start', () => {
  it('waits until the database listens, and reports its address', async () => {
    const port = await freePort()
    const said: string[] = []
    let proxy: Promise<DatabaseProxy> | undefined
    await untilDatabaseAnswers(urlWith({ port: String(port) }), {
      say(line) {
        if (said.push(line) === 1) proxy = startDatabaseProxy(database.url, 0, port)
      },
    })
    await proxy?.then((one) => one.close())
    expect(said[0]).toMatch(new RegExp(`^Waiting for the database at 127.0.0.1:${port}: .*ECONNREFUSED`))
  })

  it.each([
    ['refuses the password', { password: 'wrong' }, 'password authentication failed'],
    ['does not exist', { pathname: '/none' }, 'does not exist'],
  ])('ends at once for a database that %s', async (_what, changes, message) => {
    const said: string[] = []
    const waiting = untilDatabaseAnswers(urlWith(changes), { say: (line) => void said.push(line) })
    await expect(waiting).rejects.toThrow(message)
    expect(said).toEqual([])
  })

  it('ends with the reason when the database never listens', async () => {
    const url = urlWith({ port: String(await freePort()) })
    const say = () => undefined
    await expect(untilDatabaseAnswers(url, { say, patience: 600 })).rejects.toThrow('ECONNREFUSED')
    await expect(untilDatabaseAnswers(url, { say, isHopeless: () => true })).rejects.toThrow('ECONNREFUSED')
  })

  it('waits for a connection for which a request would not', async () => {
    const db = createDb(slow.url, HASTE)
    const ask = () => sql`select 1`.execute(db)
    await expect(ask()).rejects.toThrow('timeout exceeded')
    await db.destroy()
    const other = createDb(slow.url, HASTE)
    expect(await waitPatiently(async () => (await sql`select 1 as one`.execute(other)).rows)).toEqual([
      { one: 1 },
    ])
    await other.destroy()
  })
})

it.each([
  ['postgres://a:secret@db1:5432,db2:5433/sesa', 'db1:5432, db2:5433'],
  ['postgres://a@127.0.0.1:5432/sesa?sslmode=disable', '127.0.0.1:5432'],
  ['postgres://a@localhost/sesa?host=/run/postgresql', '/run/postgresql'],
])('the place of %s is %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})
