import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@sesa/test-kit/ports'
import { startDatabaseProxy, type DatabaseProxy } from '@sesa/test-kit/database-proxy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOf, startSandboxProviders } from '../security/testing/product.ts'
import { ANSWER_WITHIN_MS, createDb } from './index.ts'
import { placeOf, untilDatabaseAnswers, waitPatiently } from './patience.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

/** Longer than a request waits for a connection. */
const SLOW_MS = 2_500

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

/** Returns the URL with changes. */
const urlWith = (changes: Partial<URL>): string => Object.assign(new URL(database.url), changes).href

describe('a start', () => {
  it('waits until the database listens, and says where', async () => {
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
    const db = createDb(slow.url, { answerWithin: ANSWER_WITHIN_MS })
    const ask = () => sql`select 1`.execute(db)
    await expect(ask()).rejects.toThrow('timeout exceeded')
    await db.destroy()
    const other = createDb(slow.url, { answerWithin: ANSWER_WITHIN_MS })
    expect(await waitPatiently(async () => (await sql`select 1 as one`.execute(other)).rows)).toEqual([
      { one: 1 },
    ])
    await other.destroy()
  })
})

describe('a process', () => {
  it.each(['serve', 'work', 'office'])(
    'starts (%s) on a database that is slow to connect',
    async (script) => {
      const port = await freePort()
      const sandbox = await startSandboxProviders(port)
      const worker = await startDatabaseProxy(database.workerUrl, SLOW_MS)
      const office = await startDatabaseProxy(database.officeUrl, SLOW_MS)
      const child = spawn(process.execPath, [join(import.meta.dirname, `../bin/${script}.ts`)], {
        env: {
          PATH: process.env['PATH'],
          ...settingsOf({ url: slow.url, workerUrl: worker.url }, sandbox.url, port),
          OFFICE_PORT: String(await freePort()),
          DATABASE_OFFICE_URL: office.url,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let written = ''
      const ended = once(child, 'exit').then(() => 'ended')
      const started = new Promise<string>((resolve) => {
        child.stdout.on('data', (data: Buffer) => {
          written += data.toString()
          if (written.includes('"started"')) resolve('started')
        })
      })
      expect([await Promise.race([started, ended]), written]).toEqual(['started', expect.any(String)])
      child.kill('SIGKILL')
      await ended
      worker.close()
      office.close()
      await sandbox.close()
    },
  )
})

it.each([
  ['postgres://a:secret@db1:5432,db2:5433/sesa', 'db1:5432, db2:5433'],
  ['postgres://a@127.0.0.1:5432/sesa?sslmode=disable', '127.0.0.1:5432'],
  ['postgres://a@localhost/sesa?host=/run/postgresql', '/run/postgresql'],
])('the place of %s is %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})
