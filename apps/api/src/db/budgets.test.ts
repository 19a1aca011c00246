import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { giveBackToBudgets, takeFromBudgets, type Budget } from './budgets.ts'
import { inTransaction } from './index.ts'
import { createTestDatabase, untilOneWindow, type TestDatabase } from './testing.ts'

const [HOUR, DAY] = [3_600, 86_400]
const mine: Budget = { bucket: 'mine', most: 2, seconds: HOUR }
const shared: Budget = { bucket: 'shared', most: 3, seconds: DAY }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.owner.deleteFrom('rate_limits').execute()
  await untilOneWindow(HOUR * 1_000, 5_000)
})

async function counts(): Promise<Record<string, number>> {
  const rows = await database.db.selectFrom('rate_limits').select(['bucket', 'count']).execute()
  return Object.fromEntries(rows.map(({ bucket, count }) => [bucket, count]))
}

const take = async (...budgets: Budget[]): Promise<number> =>
  (await takeFromBudgets(database.db, budgets)).wait

it('takes one unit from each, in windows of their own lengths', async () => {
  expect(await take(mine, shared)).toBe(0)
  expect(await take(mine)).toBe(0)
  expect(await counts()).toEqual({ mine: 2, shared: 1 })
  const starts = await database.db
    .selectFrom('rate_limits')
    .select(['bucket', 'window_start as start'])
    .execute()
  for (const { bucket, start } of starts)
    expect(start.getTime() % ((bucket === 'mine' ? HOUR : DAY) * 1_000)).toBe(0)
})

it('stops at the first that is used up, and returns the longest wait of all that are', async () => {
  await take(mine, shared)
  await take(mine, shared)
  const untilHour = await take(mine, shared)
  expect(untilHour).toBeGreaterThan(0)
  expect(untilHour).toBeLessThanOrEqual(HOUR)
  expect(await counts()).toEqual({ mine: 2, shared: 2 })
  await take(shared)
  const secondsOfDay = Math.floor(Date.now() / 1_000) % DAY
  expect(await take(mine, shared)).toBeGreaterThanOrEqual(DAY - secondsOfDay - HOUR)
})

it('never takes from a budget of none', async () => {
  expect(await take({ ...mine, most: 0 }, shared)).toBeGreaterThan(0)
  expect(await take()).toBe(0)
  expect(await counts()).toEqual({})
})

it('remembers the used-up ones alone', async () => {
  await take(mine)
  await take(mine)
  const known: [string, number][] = []
  const { wait } = await takeFromBudgets(database.db, [shared, mine], {
    remember: (budget, seconds) => known.push([budget.bucket, seconds]),
  })
  expect(known).toEqual([['mine', wait]])
})

it('returns what a failed transaction took, and gives back one unit', async () => {
  const failed = inTransaction(database.db, 'test.fail', async (tx) => {
    await takeFromBudgets(tx, [mine, shared])
    throw new Error('fails')
  })
  await expect(failed).rejects.toThrow('fails')
  expect(await counts()).toEqual({})
  await take(mine, shared)
  await take(mine)
  await inTransaction(database.db, 'test.give_back', (tx) => giveBackToBudgets(tx, [mine, shared]))
  expect(await counts()).toEqual({ mine: 1 })
})
