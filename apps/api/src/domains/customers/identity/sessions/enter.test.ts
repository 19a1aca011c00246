import { calls, type Call } from '@sesa/contract'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Budget } from '../../../../db/budgets.ts'
import { createDb, type Db } from '../../../../db/index.ts'
import { APP_ROLE } from '../../../../db/roles.ts'
import { createTestDatabase, untilOneWindow, type TestDatabase } from '../../../../db/testing.ts'
import { route, type BudgetsOf, type Entered } from '../../../../http/route.ts'
import { createServer } from '../../../../http/server/server.ts'
import { Refused } from '../../../../lib/refused.ts'
import { enterBySession } from './store.ts'

const [ACCOUNT, ADDRESS] = [3, 5]
const MINUTE = 60
/** One call of each kind, all of them counted except the list of sessions. */
const [SIGNED_IN, PROFILED, PUBLIC] = ['/user/cards', '/user/limits', '/currency/rates/USD/GHS/10'] as const
const UNCOUNTED = '/auth/sessions'

// Spied on before the first connection.
const query = vi.spyOn(pg.Client.prototype, 'query')

const budgetsOf: BudgetsOf = (call, { userId, address }) => {
  if (call === 'sessions') return []
  const ofAccount: Budget = { bucket: `account:${userId}`, most: ACCOUNT, seconds: MINUTE }
  const ofAddress: Budget = { bucket: `address:${address}`, most: ADDRESS, seconds: MINUTE }
  return userId === null ? [ofAddress] : [ofAccount, ofAddress]
}

let database: TestDatabase
/** A second process. */
let other: Db
let app: Awaited<ReturnType<typeof createServer>>
/** What each handled call read as it entered. */
let entered: (Entered | null)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  other = createDb(database.url, { patience: 30_000 })
  const probe = (call: Call) => (instance: Parameters<typeof route>[0]) =>
    route(instance, call, (input) => {
      entered.push(input.entered)
      return Promise.reject(new Refused('not_found'))
    })
  app = await createServer({
    db: database.db,
    budgetsOf,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [calls.listCards, calls.getLimits, calls.getRate, calls.sessions].map((call) => ({
      routes: probe(call),
    })),
    authenticate: async (bearer, entry) => {
      const [userId = '', sessionId = ''] = bearer.split('.')
      return userId === 'forged' ? null : enterBySession(database.db, { userId, sessionId }, entry)
    },
  })
})
afterAll(async () => {
  await app.close()
  await other.destroy()
  await database.drop()
  query.mockRestore()
})
beforeEach(async () => {
  entered = []
  await sql`delete from rate_limits`.execute(database.owner)
  await untilOneWindow(60_000, 8_000)
})

interface Customer {
  readonly userId: string
  readonly sessionId: string
}

async function customer({ profile = true } = {}): Promise<Customer> {
  const { owner } = database
  const { id: userId } = await owner
    .insertInto('users')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  if (profile) {
    const phone_number = `+23177${Math.floor(Math.random() * 10_000_000)
      .toString()
      .padStart(7, '0')}`
    await owner
      .insertInto('phone_identities')
      .values({ user_id: userId, phone_number, country: 'LR' })
      .execute()
    const details = { name: 'Musu Kollie', email: `${userId}@example.org`, dob: '1990-05-17' }
    await owner
      .insertInto('profiles')
      .values({ user_id: userId, ...details })
      .execute()
  }
  const { id: sessionId } = await owner
    .insertInto('sessions')
    .values({
      ...{ user_id: userId, token_hash: randomBytes(32), device: 'Chrome', trusted: false },
      ...{ expires_at: sql`now() + interval '1 day'`, idle_limit: '60 minutes' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, sessionId }
}

async function call(url: string, by?: Customer | 'forged'): Promise<{ status: number; retryAfter: number }> {
  const bearer = by === 'forged' ? 'forged' : by && `${by.userId}.${by.sessionId}`
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const response = await app.inject({ url, headers, remoteAddress: '203.0.113.7' })
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after'] ?? 0) }
}

/** Calls several times, one after the other; returns the statuses. */
async function statuses(times: number, url: string, by?: Customer | 'forged'): Promise<number[]> {
  const all: number[] = []
  for (let nth = 0; nth < times; nth++) all.push((await call(url, by)).status)
  return all
}

/** Returns the counts by kind of bucket. */
async function counts(): Promise<{ account?: number; address?: number }> {
  const rows = await database.owner.selectFrom('rate_limits').select(['bucket', 'count']).execute()
  return Object.fromEntries(rows.map(({ bucket, count }) => [bucket.split(':')[0], count]))
}

/** Returns the number of messages that the product sends to the database while it works. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  query.mockClear()
  await work()
  return query.mock.contexts.filter((client) => (client as pg.Client).user === APP_ROLE).length
}

const set = (table: 'sessions' | 'users', id: string, change: ReturnType<typeof sql>) =>
  sql`update ${sql.table(table)} set ${change} where id = ${id}`.execute(database.owner)

describe('a call enters', () => {
  it('with one statement: signed in and counted twice, public and counted, signed in and not counted', async () => {
    const sender = await customer()
    await call(SIGNED_IN, sender)
    for (const [url, by] of [
      [SIGNED_IN, sender],
      [PROFILED, sender],
      [PUBLIC, undefined],
      [PUBLIC, await customer()],
      [UNCOUNTED, sender],
    ] as const)
      expect(await statementsOf(() => call(url, by)), `${url} ${by?.userId}`).toBe(1)
    expect(await statementsOf(() => call(PUBLIC, 'forged'))).toBe(1)
    // Also when it is refused.
    expect(await call(PUBLIC)).toMatchObject({ status: 429 })
    expect(await statementsOf(() => call(PUBLIC))).toBe(1)
  })

  it('with the caller and the database’s clock for its handler', async () => {
    const sender = await customer()
    for (const [url, by] of [
      [PROFILED, sender],
      [PUBLIC, sender],
      [PUBLIC, undefined],
    ] as const)
      expect((await call(url, by)).status).toBe(404)
    const caller = { ...sender, proven: true, country: 'LR', profileComplete: true }
    expect(entered).toMatchObject([{ caller }, { caller }, { caller: null }])
    const clock = await sql<{ now: Date }>`select now() as now`.execute(database.owner)
    for (const one of entered) {
      expect(one?.now).toBeInstanceOf(Date)
      expect(one?.now.getTime()).toBeLessThanOrEqual(clock.rows[0]?.now.getTime() ?? 0)
    }
  })

  it('and records the use of its session, to the minute', async () => {
    const sender = await customer()
    const lastUsed = async () =>
      (
        await database.owner
          .selectFrom('sessions')
          .select(sql<number>`extract(epoch from now() - last_used_at)::int`.as('ago'))
          .where('id', '=', sender.sessionId)
          .executeTakeFirstOrThrow()
      ).ago
    await set('sessions', sender.sessionId, sql`last_used_at = now() - interval '50 seconds'`)
    await call(UNCOUNTED, sender)
    expect(await lastUsed()).toBeGreaterThanOrEqual(50)
    for (const url of [UNCOUNTED, SIGNED_IN]) {
      await set('sessions', sender.sessionId, sql`last_used_at = now() - interval '5 minutes'`)
      await call(url, sender)
      expect(await lastUsed()).toBeLessThan(60)
    }
  })
})

describe('a call that its caller may not make', () => {
  const ends: readonly (readonly [string, (of: Customer) => Promise<unknown>])[] = [
    ['revoked', ({ sessionId }) => set('sessions', sessionId, sql`ended_at = now()`)],
    ['expired', ({ sessionId }) => set('sessions', sessionId, sql`expires_at = now()`)],
    [
      'idle',
      ({ sessionId }) => set('sessions', sessionId, sql`last_used_at = now() - interval '61 minutes'`),
    ],
    ['of a closed account', ({ userId }) => set('users', userId, sql`closed_at = now()`)],
    ['of a locked account', ({ userId }) => set('users', userId, sql`locked_at = now()`)],
  ]

  it.each(ends)('is refused and not counted when its session is %s', async (_what, end) => {
    const sender = await customer()
    await end(sender)
    expect(await statuses(ACCOUNT + 1, SIGNED_IN, sender)).toEqual(Array(ACCOUNT + 1).fill(401))
    expect(await counts()).toEqual({})
    // The public calls of its browser count as those of a stranger.
    expect((await call(PUBLIC, sender)).status).toBe(404)
    expect(await counts()).toEqual({ address: 1 })
  })

  it('is refused and not counted with another’s session, with a forged token and without one', async () => {
    const [sender, another] = [await customer(), await customer()]
    for (const by of [{ ...sender, sessionId: another.sessionId }, 'forged', undefined] as const)
      expect((await call(SIGNED_IN, by)).status).toBe(401)
    expect(await counts()).toEqual({})
    expect((await call(PUBLIC, { ...sender, sessionId: randomUUID() })).status).toBe(404)
    expect((await call(PUBLIC, 'forged')).status).toBe(404)
    expect(await counts()).toEqual({ address: 2 })
  })

  it('is refused and not counted without a complete profile', async () => {
    const sender = await customer({ profile: false })
    expect(await statuses(ACCOUNT + 1, PROFILED, sender)).toEqual(Array(ACCOUNT + 1).fill(403))
    expect(await counts()).toEqual({})
    expect((await call(SIGNED_IN, sender)).status).toBe(404)
    expect(await counts()).toEqual({ account: 1, address: 1 })
  })
})

describe('the budgets of a call', () => {
  it('count for an account on hold too', async () => {
    const sender = await customer()
    const hold = { cause: 'staff', opened_by: 'test', reason: 'test' } as const
    await database.owner
      .insertInto('account_holds')
      .values({ user_id: sender.userId, ...hold })
      .execute()
    expect(await statuses(ACCOUNT + 1, PROFILED, sender)).toEqual([404, 404, 404, 429])
  })

  it('refuse above the account’s, which takes no more from the address', async () => {
    const sender = await customer()
    expect(await statuses(ACCOUNT + 4, SIGNED_IN, sender)).toEqual([404, 404, 404, 429, 429, 429, 429])
    expect(await counts()).toEqual({ account: ACCOUNT, address: ACCOUNT })
    const { retryAfter } = await call(SIGNED_IN, sender)
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(MINUTE)
    expect((await call(SIGNED_IN, await customer())).status).toBe(404)
  })

  it('refuse above the address’s, where the account’s stays counted', async () => {
    const [first, second] = [await customer(), await customer()]
    await statuses(ACCOUNT, SIGNED_IN, first)
    expect(await statuses(3, SIGNED_IN, second)).toEqual([404, 404, 429])
    expect(await counts()).toMatchObject({ account: ACCOUNT, address: ADDRESS })
    expect((await call(PUBLIC)).status).toBe(429)
    expect((await call(UNCOUNTED, second)).status).toBe(404)
  })

  it('let through exactly their number from two processes at once', async () => {
    const sender = await customer()
    const entry = {
      auth: 'profile',
      budgets: () => budgetsOf('getLimits', { userId: sender.userId, address: '::1' }),
    } as const
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, nth) =>
        enterBySession(nth % 2 === 0 ? other : database.db, sender, entry),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(ACCOUNT)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'rate_limited' })
    expect((await counts()).account).toBe(ACCOUNT)
    const strangers = await Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        const by = await customer()
        const own = {
          auth: 'user',
          budgets: () => budgetsOf('listCards', { userId: by.userId, address: '::2' }),
        } as const
        return enterBySession(nth % 2 === 0 ? other : database.db, by, own).then(
          () => true,
          () => false,
        )
      }),
    )
    expect(strangers.filter(Boolean)).toHaveLength(ADDRESS)
  })
})
