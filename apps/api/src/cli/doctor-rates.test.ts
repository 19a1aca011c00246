import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { requestsThisMonth, type RatesProvider } from '../domains/pricing/index.ts'
import { checkSource, judgePlan, judgeRates } from './doctor-rates.ts'

it.each([
  [
    { monthly: 1_000, used: 100, interval: 4_200 },
    'note',
    '900 of 1000 requests left this month; one request every 70 minutes',
  ],
  [
    { monthly: 1_000, used: 1_000, interval: 4_200 },
    'problem',
    '0 of 1000 requests left this month: get a larger plan',
  ],
  [{ monthly: 20, used: 1, interval: 145_200 }, 'problem', 'too small for a request every 26 hours'],
  [{ monthly: 1, used: 0, interval: Infinity }, 'problem', 'too small for a request every 26 hours'],
])('a plan of %j is a %s', (plan, state, words) => {
  const finding = judgePlan('source', plan)
  expect(finding).toMatchObject({ what: 'source', state })
  expect(finding.words).toContain(words)
})

it('a source that lacks a currency is a problem, by name', () => {
  const at = new Date('2026-11-25T12:00:00Z')
  expect(judgeRates('source', at, ['LRD', 'GHS', 'SLE'])).toMatchObject({ state: 'ok' })
  const { state, words } = judgeRates('source', at, ['GHS'])
  expect([state, words]).toEqual(['problem', expect.stringContaining('without LRD and SLE')])
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('a check counts in the plan, and asks nothing of a plan that is used up', async () => {
  let asked = 0
  const provider: RatesProvider = {
    source: 'source',
    monthlyRequests: 100,
    latest() {
      asked += 1
      return Promise.resolve({
        asOf: new Date(),
        source: 'source',
        usd: { LRD: '172', GHS: '11.6', SLE: '22.9' },
      })
    },
  }
  expect(await checkSource(database.db, provider, 0)).toHaveLength(2)
  expect([asked, await requestsThisMonth(database.db, 'source')]).toEqual([1, 1])
  await sql`update rate_sources set requests = 100`.execute(database.owner)
  expect(await checkSource(database.db, provider, 0)).toMatchObject([{ state: 'problem' }])
  expect(asked).toBe(1)
})
