import type { CountryCode } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { checkLimits } from '../../../testing/check-limits.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { openUnchecked } from '../../../testing/open-unchecked.ts'
import { lockUser } from '../../transfers/create/limits.ts'
import { readLimits } from '../../transfers/create/shared-limits.ts'
import { storePolicy } from '../../record/index.ts'
import { createLimitsOf, placeOf, setTier, TIER_LIMITS } from './tiers.ts'

/** The full run uses `TIER_RACES=1000`. */
const RACES = Number(process.env['TIER_RACES'] ?? 60)
const AT_ONCE = 6
const FIRST_TIER = { per24Hours: money(299_900n, 'USD'), per30Days: money(1_000_000n, 'USD') }
const AMOUNT = money(100_000n, 'USD')
const limitsAt = createLimitsOf({ countCards: false })
const limitsOf = async (db: Db, userId: string, to: CountryCode | null) =>
  readLimits(limitsAt, db, userId, to, await world.configuration.current())

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

async function newUser(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (insert into users default values returning id)
    insert into user_limits (user_id) select id from made returning user_id as id`.execute(
    world.database.owner,
  )
  return rows[0]?.id ?? ''
}

const sentBy = async (tx: Tx, userId: string): Promise<bigint> => {
  const { rows } = await sql<{ sent: bigint }>`
    select coalesce(sum(usd_amount), 0)::bigint as sent from transfers where user_id = ${userId}`.execute(tx)
  return rows[0]?.sent ?? 0n
}

it('a customer starts in the first tier, and shared limits follow from it', async () => {
  const { db } = world.database
  const { own, shared } = await limitsOf(db, await newUser(), 'GH')
  expect(own).toEqual(FIRST_TIER)
  expect([shared.person, shared.wallet.per24Hours, shared.card]).toEqual([own, money(599_800n, 'USD'), null])
})

it('a document that has expired no longer counts', async () => {
  const { db } = world.database
  const userId = await newUser()
  const own = async () => (await limitsOf(db, userId, null)).own.per24Hours
  const until = (day: string | null) =>
    inTransaction(db, 'test.tier', (tx) => setTier(tx, userId, { tier: 2, until: day }))
  await until('2001-01-01')
  expect(await own()).toEqual(FIRST_TIER.per24Hours)
  await until(null)
  expect(await own()).toEqual(money(500_000n, 'USD'))
})

interface TestLimits {
  readonly sender: CountryCode
  readonly recipient: CountryCode | null
  readonly cents: bigint
  /** YYYY-MM-DD. */
  readonly from: string
}

/** Stores limits of the first tier as the schema's owner, which needs no second person. */
function storeLimits(owner: Db, { sender, recipient, cents, from }: TestLimits): Promise<number> {
  const place = { tier: 1, sender, recipient } as const
  const amounts = { per24Hours: String(cents), per30Days: String(cents) }
  const body = { ...place, ...amounts, source: 'a test', validFrom: from }
  return storePolicy(
    owner,
    TIER_LIMITS,
    { key: placeOf(place), body },
    { staff: 'test', reason: 'for a test' },
  )
}

it('a corridor limit overrides a country limit, and a later limit overrides an earlier one', async () => {
  const { db, owner } = world.database
  const userId = await newUser()
  await owner
    .insertInto('phone_identities')
    .values({ user_id: userId, phone_number: '+231770000001', country: 'LR' })
    .execute()
  const add = (recipient: 'SL' | null, cents: bigint, from: string) =>
    storeLimits(owner, { sender: 'LR', recipient, cents, from })
  await add(null, 50_000n, '2026-01-01')
  await add(null, 60_000n, '2026-02-01')
  await add(null, 10_000n, '2999-01-01')
  await add('SL', 40_000n, '2026-01-01')
  const to = async (country: 'SL' | 'GH' | null) =>
    (await limitsOf(db, userId, country)).own.per24Hours.amount
  expect([await to('SL'), await to('GH'), await to(null)]).toEqual([40_000n, 60_000n, 60_000n])
})

/**
 * Returns the function that tries to open a payment. A tier change waits for its transaction, so the checked limit is still
 * in force; new limits of a tier do not wait.
 */
async function attempts(
  waits: 'waits' | 'does not wait',
): Promise<(userId: string) => Promise<'opened' | 'refused'>> {
  const { db } = world.database
  const open = await openUnchecked(world)
  return async (userId) => {
    try {
      const current = await world.configuration.current()
      await inTransaction(db, 'test.open', async (tx) => {
        await lockUser(tx, userId)
        const before = (await readLimits(limitsAt, tx, userId, 'GH', current)).own
        await checkLimits(tx, userId, AMOUNT, before)
        await sql`select pg_sleep(random() * 0.004)`.execute(tx)
        await open(tx, { userId, phone: `+23324${randomInt(1_000_000, 9_999_999)}`, amount: AMOUNT })
        const counts =
          waits === 'waits' ? (await readLimits(limitsAt, tx, userId, 'GH', current)).own : before
        expect(await sentBy(tx, userId)).toBeLessThanOrEqual(counts.per24Hours.amount)
      })
      return 'opened'
    } catch (error) {
      if (error instanceof Refused) return 'refused'
      throw error
    }
  }
}

it('limits hold while they are lowered, and apply to every later payment', async () => {
  const { owner } = world.database
  const attempt = await attempts('does not wait')
  const set = (day: number, cents: bigint) =>
    storeLimits(owner, {
      ...{ sender: 'SL', recipient: 'GH', cents },
      from: `2025-01-${String(day).padStart(2, '0')}`,
    })
  for (let race = 1; race <= 10; race += 1) {
    await set(2 * race - 1, 300_000n)
    const userId = await newUser()
    await owner
      .insertInto('phone_identities')
      .values({ user_id: userId, phone_number: `+2327700${1_000 + race}`, country: 'SL' })
      .execute()
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => attempt(userId)),
      set(2 * race, 100_000n),
    ])
    // The lower limit allows one, the higher three.
    const opened = results.filter((result) => result === 'opened').length
    expect(opened).toBeGreaterThanOrEqual(1)
    expect(opened).toBeLessThanOrEqual(3)
    expect(await attempt(userId)).toBe('refused')
  }
})

it(`limits hold while the tier changes, in ${RACES} races`, async () => {
  const { db } = world.database
  const attempt = await attempts('waits')
  const change = (userId: string, tier: 1 | 2) =>
    inTransaction(db, 'test.tier', (tx) => setTier(tx, userId, { tier, until: null }))
  const waiting = Array.from({ length: RACES }, (_, index) => index)
  const counts = { opened: 0, refused: 0 }
  await Promise.all(
    Array.from({ length: AT_ONCE / 3 }, async () => {
      for (let race = waiting.pop(); race !== undefined; race = waiting.pop()) {
        const userId = await newUser()
        const results = await Promise.all([
          ...Array.from({ length: 6 }, () => attempt(userId)),
          change(userId, 2).then(() => change(userId, 1)),
        ])
        for (const result of results) if (result !== undefined) counts[result] += 1
        const opened = results.filter((result) => result === 'opened').length
        // The first tier allows two, the second five.
        expect(opened).toBeGreaterThanOrEqual(2)
        expect(opened).toBeLessThanOrEqual(5)
        expect(await attempt(userId)).toBe('refused')
      }
    }),
  )
  expect(counts.opened + counts.refused).toBe(6 * RACES)
})
