import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, holdingLocks, untilWaiting, type TestDatabase } from '../../../db/testing.ts'
import { readWallets } from '../float/index.ts'
import { reserveFloat } from './reservations.ts'
import type { RouteCandidate } from './routes-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('pawapay', 'GH', 'GHS', 10000, now())`.execute(database.owner)
})
afterAll(() => database.drop())

const FIRST = '00000000-0000-7000-8000-000000000001'
const SECOND = '00000000-0000-7000-8000-000000000002'
const ghs = (amount: bigint) => ({ country: 'GH', amount: money(amount, 'GHS') }) as const

/** Returns the one route to a network, as an opening reads it before any reservation. */
async function routes(): Promise<RouteCandidate[]> {
  const [wallet = null] = await readWallets(database.db)
  const open = { closed: null, bounds: null, isOff: false, isPlanned: false, isEmpty: false }
  return [
    { country: 'GH', network: 'mtn', position: 1, rail: 'pawapay', account: 'pawapay', ...open, wallet },
  ]
}

it('makes the second of two openings wait, and refuses it the amount that the first has reserved', async () => {
  const ways = await routes()
  let second: Promise<string> | undefined
  await holdingLocks(database, async (tx) => {
    await reserveFloat(tx, ways, { reference: FIRST, ...ghs(6_000n) })
    second = holdingLocks(database, (other) =>
      reserveFloat(other, ways, { reference: SECOND, ...ghs(6_000n) }),
    ).then(
      () => 'reserved',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
    expect(await Promise.race([untilWaiting(database, 1).then(() => 'waits'), second])).toBe('waits')
  })
  expect(await second).toBe('network_unavailable')
  const { rows } = await sql`select reference from float_reservations`.execute(database.owner)
  expect(rows).toEqual([{ reference: FIRST }])
})
