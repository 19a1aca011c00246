import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, createDb, type Db } from '../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { route, type Caller } from '../route.ts'
import { createServer } from './server.ts'

const caller: Caller = {
  userId: '00000000-0000-7000-8000-000000000001',
  sessionId: '00000000-0000-7000-8000-000000000002',
  proven: true,
  provenUntil: new Date(0),
  phoneNumber: '+231770123456',
  country: 'LR',
  profileComplete: true,
}

let database: TestDatabase
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const close of opened.toReversed()) await close()
  await database.drop()
})

/** Creates a server whose only call runs `statement` in a transaction on this pool. */
async function serve(db: Db, statement: () => ReturnType<typeof sql>): Promise<FastifyInstance> {
  const app = await createServer({
    db,
    authenticate: async () => ({ caller, now: new Date(), configurationVersion: 1n }),
    modules: [
      {
        routes(instance) {
          route(instance, calls.listTransfers, async () => {
            await inTransaction(db, 'test.statement', (tx) => statement().execute(tx))
            return { transfers: [], nextCursor: null }
          })
        },
      },
    ],
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
  })
  opened.push(
    () => db.destroy(),
    () => app.close(),
  )
  return app
}

async function ask(app: FastifyInstance): Promise<unknown[]> {
  const answer = await app.inject({ url: '/user/transactions', headers: { authorization: 'Bearer x' } })
  const { error } = answer.json<{ error?: { code: string } }>()
  return [answer.statusCode, error?.code, answer.headers['retry-after']]
}

const BUSY = [503, 'unavailable', '2']
const WELL = [200, undefined, undefined]

describe('database trouble', () => {
  it('no free connection: 503 with Retry-After for those that wait, and normal service afterwards', async () => {
    const db = createDb(database.url, { max: 1 })
    const app = await serve(db, () => sql`select 1`)
    let free = (): void => undefined
    const taken = new Promise<void>((resolve) => {
      free = resolve
    })
    const holding = inTransaction(db, 'test.hold', async (tx) => {
      await sql`select 1`.execute(tx)
      await taken
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(app)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => BUSY))
    free()
    await holding
    expect(await ask(app)).toEqual(WELL)
  })

  it('no database: 503 with Retry-After', async () => {
    const app = await serve(createDb('postgres://nobody@127.0.0.1:9/none'), () => sql`select 1`)
    expect(await ask(app)).toEqual(BUSY)
  })

  it('a connection that is cut in the middle: 503, and the next request succeeds', async () => {
    const db = createDb(database.url)
    let cut = true
    const app = await serve(db, () => {
      const statement = cut ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1`
      cut = false
      return statement
    })
    expect(await ask(app)).toEqual(BUSY)
    expect(await ask(app)).toEqual(WELL)
  })

  it.each(['40001', '40P01'])(
    'conflicting writers (%s): retried, and 503 if they never succeed',
    async (state) => {
      const db = createDb(database.url)
      let failures = 2
      const raise = () =>
        failures-- > 0
          ? sql.raw(`do $$ begin raise exception 'met' using errcode = '${state}'; end $$`)
          : sql`select 1`
      const app = await serve(db, raise)
      expect(await ask(app)).toEqual(WELL)
      failures = 1_000
      expect(await ask(app)).toEqual(BUSY)
      expect(failures).toBe(996)
    },
  )
})
