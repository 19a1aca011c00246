import { calls } from '@sesa/contract'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOneWindow } from '../db/testing.ts'
import { countCall } from '../http/route.ts'
import { Refused } from '../lib/refused.ts'
import { createBuckets } from '../domains/customers/index.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { createCallBudgets, LIMITED_CALLS, STRICT_CALL_LIMITS } from './call-limits.ts'

const LIMITS = {
  open: { perAccount: 3, perAddress: 1_000 },
  settle: { perAccount: 5, perAddress: 8 },
  price: { perAccount: 1_000, perAddress: 1_000 },
  cards: { perAccount: 3, perAddress: 1_000 },
  refund: { perAccount: 3, perAddress: 1_000 },
  check: { perAccount: 3, perAddress: 1_000 },
  search: { perAccount: 1_000, perAddress: 4 },
  export: { perAccount: 2, perAddress: 1_000 },
  track: { perAccount: null, perAddress: 3, links: { unknown: 4, perLink: 2 } },
}

const budgetsOf = createCallBudgets({ buckets: createBuckets(randomBytes(32)), limits: LIMITS })

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, budgetsOf })
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(world.database.owner)
  await untilOneWindow(60_000, 8_000)
})

const settle = (sender: Awaited<ReturnType<EngineWorld['sender']>>, headers = {}) =>
  sender.call('POST', '/send-money', { id: 'pi_nothere0000' }, headers)

const often = <T>(count: number, ask: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, ask))

describe('calls about payments', () => {
  it('are all counted, under their names in the contract', () => {
    const payments = Object.entries(calls).filter(
      ([, { method, path }]) =>
        method !== 'GET' &&
        /payment|send-money|complete|transactions/.test(path) &&
        !path.startsWith('/webhooks'),
    )
    expect(payments.length).toBeGreaterThanOrEqual(4)
    for (const [name] of payments) expect(LIMITED_CALLS).toHaveProperty(name)
    for (const name of Object.keys(LIMITED_CALLS)) expect(calls).toHaveProperty(name)
    for (const [kind, { perAccount, perAddress, links }] of Object.entries(STRICT_CALL_LIMITS)) {
      // Tracking needs no account; every other kind is limited for each.
      if (kind === 'track') {
        expect(perAccount).toBeNull()
        expect(links?.unknown).toBeGreaterThan(perAddress ?? Infinity)
        // A page asks twice a minute.
        expect(links?.perLink).toBeGreaterThan(10)
      } else expect(perAccount, kind).toBeGreaterThan(0)
      expect(perAddress).toBeGreaterThan(perAccount ?? 0)
    }
  })

  it('are refused above an account’s limit, even many at once, with the time to wait', async () => {
    const [sender, other] = [await world.sender(), await world.sender()]
    const answers = await often(12, () => sender.create({}))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(12 - LIMITS.open.perAccount)
    expect(refused[0]?.body).toMatchObject({
      error: { code: 'rate_limited', message: expect.stringMatching(/Try again in \d+ seconds\./) as string },
    })
    expect((await other.open()).id).toMatch(/^pi_/)
    const { headers } = await fetch(`${world.base}/create-payment-intent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.userId}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    // Only this kind of call is refused.
    expect((await settle(sender)).status).toBe(404)
    expect((await sender.call('GET', '/user/transactions')).status).toBe(200)
  })

  it('are accepted again in the next minute', async () => {
    const sender = await world.sender()
    await often(5, () => settle(sender))
    expect((await settle(sender)).status).toBe(429)
    await sql`update rate_limits set window_start = window_start - interval '1 minute'`.execute(
      world.database.owner,
    )
    expect((await settle(sender)).status).toBe(404)
  })

  it('share one limit per address across accounts, whatever X-Forwarded-For claims', async () => {
    const senders = [await world.sender(), await world.sender(), await world.sender()]
    const answers = await Promise.all(
      senders.flatMap((sender, nth) =>
        [0, 1, 2, 3].map((hop) => settle(sender, { 'x-forwarded-for': `203.0.113.${nth * 4 + hop}` })),
      ),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(LIMITS.settle.perAddress)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - LIMITS.settle.perAddress)
    const { rows } = await sql<{ bucket: string }>`select bucket from rate_limits`.execute(
      world.database.owner,
    )
    for (const { bucket } of rows) expect(bucket).not.toContain('127.0.0.1')
  })
})

describe('other expensive calls', () => {
  it('are counted: the country search by address, the data export by account', async () => {
    const { db } = world.database
    const outcomes = (
      call: string,
      userId: string | null,
      address = '203.0.113.1',
      link?: string | null,
    ): Promise<string[]> =>
      often(6, () =>
        countCall(db, budgetsOf(call, { userId, address, ...(link !== undefined && { link }) })).then(
          () => 'taken',
          (error: unknown) => (error instanceof Refused ? error.code : 'failed'),
        ),
      )
    const taken = (all: string[]): number => all.filter((one) => one === 'taken').length
    const searches = await outcomes('findCountry', null)
    expect([taken(searches), new Set(searches)]).toEqual([
      LIMITS.search.perAddress,
      new Set(['taken', 'rate_limited']),
    ])
    expect(taken(await outcomes('exportData', randomUUID()))).toBe(LIMITS.export.perAccount)
    expect(taken(await outcomes('trackTransfer', null))).toBe(LIMITS.track.perAddress)
    // Guesses at links share a budget; each link that works has its own, also once that is used up.
    expect(taken(await outcomes('trackTransfer', null, '203.0.113.2', null))).toBe(LIMITS.track.links.unknown)
    expect(taken(await outcomes('endRateAlertByLink', null, '203.0.113.3', null))).toBe(0)
    for (const link of ['one', 'other'])
      expect(taken(await outcomes('trackTransfer', null, '203.0.113.2', link))).toBe(
        LIMITS.track.links.perLink,
      )
  })
})
