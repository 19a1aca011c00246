import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase, untilOneWindow } from '../../../db/testing.ts'
import { Refused } from '../../../lib/refused.ts'
import { countEnquiry } from './limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => database.drop())

it('keeps the form open to others when a few addresses have used up their shared budget', async () => {
  const limits = { perAddressHour: 100, perEmailDay: 100, totalPerDay: 20 }
  const write = (address: Buffer): Promise<string> =>
    inTransaction(database.db, 'test.write', (tx) =>
      countEnquiry(tx, limits, { address, email: randomBytes(16) }),
    ).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Refused ? error.code : 'failed'),
    )
  const flood = [randomBytes(16), randomBytes(16), randomBytes(16)]
  const outcomes: string[] = []
  for (let nth = 0; nth < 30; nth++) outcomes.push(await write(flood[nth % 3] ?? randomBytes(16)))
  // One first message each, and the 20 that all further ones share.
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(23)
  expect(outcomes.slice(23)).toEqual(Array<string>(7).fill('rate_limited'))
  const others: string[] = []
  for (let nth = 0; nth < 20; nth++) others.push(await write(randomBytes(16)))
  // First messages of a day are limited too.
  expect(others).toEqual([...Array<string>(17).fill('accepted'), ...Array<string>(3).fill('rate_limited')])
})
