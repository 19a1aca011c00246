import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createRatesModule, RATES_SETTINGS } from './index.ts'
import { historyPerDayOf, intervalOf, reserveOf, waitAfterFailures } from './plan.ts'
import { RatesFailure, type RatesProvider } from './ports.ts'
import { requestsThisMonth } from './sources-store.ts'
import { readRateAges } from './store.ts'

describe('the interval between requests', () => {
  it.each([
    // Requests per month, past days per day, minutes.
    [undefined, 10, 10],
    [1_000, 10, 70],
    [1_000, 0, 50],
    [1_500, 0, 40],
    [5_000, 10, 20],
    [5_200, 10, 10],
    [100_000, 10, 10],
    [30, 0, 1_600],
    [1, 0, Infinity],
  ])('of a plan of %s requests, %i of them for past days, is %s minutes', (monthly, history, minutes) => {
    expect(intervalOf(monthly, history)).toBe(minutes * 60)
  })

  it('never uses up more than the plan in a month of 31 days', () => {
    for (let monthly = 1; monthly < 6_000; monthly += 7) {
      const history = historyPerDayOf(monthly, 10)
      const latest = (31 * 86_400) / intervalOf(monthly, history)
      expect(latest + 31 * history + reserveOf(monthly)).toBeLessThanOrEqual(monthly)
    }
  })

  it('waits longer after each failure of a source, up to an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 40].map(waitAfterFailures)).toEqual([
      2, 8, 32, 128, 512, 2_048, 3_600, 3_600,
    ])
  })
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => sql`truncate rate_sources, source_rates`.execute(database.owner))

function planned(monthlyRequests: number | undefined, failures: RatesFailure[] = []) {
  const asked: Date[] = []
  const source: RatesProvider = {
    source: 'planned source',
    monthlyRequests,
    latest() {
      asked.push(new Date())
      const failure = failures.shift()
      if (failure) return Promise.reject(failure)
      return Promise.resolve({
        asOf: new Date(),
        source: 'planned source',
        usd: { LRD: '172', GHS: '11.6', SLE: '22.9' },
      })
    },
  }
  return {
    source,
    asked,
    open: () => createRatesModule({ db: database.db, providers: [source], settings: RATES_SETTINGS }),
  }
}

const pass = (time: string) =>
  sql`update rate_sources set next_at = next_at - ${time}::interval`.execute(database.owner)
const used = () => requestsThisMonth(database.db, 'planned source')

it('ages are known by currency', async () => {
  await planned(undefined).open().refresh()
  const ages = await readRateAges(database.db)
  expect([...ages.keys()].toSorted()).toEqual(['GHS', 'LRD', 'SLE'])
  for (const age of ages.values()) expect(age).toBeLessThan(600)
})

describe('a source with a plan', () => {
  it('is requested once per interval, even when several processes run and restart', async () => {
    const { asked, open } = planned(1_000)
    // While one process asks for the first rates, the others find none, and may say so.
    await Promise.allSettled([open().refresh(), open().refresh(), open().refresh()])
    await open().refresh()
    expect([asked.length, await used()]).toEqual([1, 1])
    await pass('48 minutes')
    await open().refresh()
    expect(asked).toHaveLength(1)
    await pass('1 minute')
    await Promise.all([open().refresh(), open().refresh()])
    expect([asked.length, await used()]).toEqual([2, 2])
  })

  it('is never requested more often than the plan allows in a month, and again in the next', async () => {
    const { asked, open } = planned(40)
    await open().refresh()
    await sql`update rate_sources set requests = 40, next_at = now()`.execute(database.owner)
    await open().refresh()
    expect([asked.length, await used()]).toEqual([1, 40])
    await sql`update rate_sources set month = month - interval '1 month'`.execute(database.owner)
    await open().refresh()
    expect([asked.length, await used()]).toEqual([2, 1])
  })

  it('is not requested for a while after a failure, which counts', async () => {
    const { asked, open } = planned(1_000, [new RatesFailure('unreachable', 'a test')])
    await expect(open().refresh()).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(open().refresh()).rejects.toMatchObject({ reason: 'unreachable' })
    expect([asked.length, await used()]).toEqual([1, 1])
    await pass('2 seconds')
    await open().refresh()
    expect([asked.length, await used()]).toEqual([2, 2])
  })

  it('without a plan is requested at every refresh', async () => {
    const { asked, open } = planned(undefined)
    await open().refresh()
    await open().refresh()
    expect(asked).toHaveLength(2)
  })
})
