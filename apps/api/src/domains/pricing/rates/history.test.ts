import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createOpenExchangeRates } from '../../../providers/rates/open-exchange-rates.ts'
import { useSandbox } from '../../../providers/testing/sandbox.ts'
import { createRatesModule, HISTORY_DAYS, RATES_SETTINGS, type RatesModule } from './index.ts'
import { RatesFailure, type ProviderRates, type RatesFailureReason, type RatesProvider } from './ports.ts'
import { deleteRates, storeDays, storeRates } from '../../../testing/rates.ts'

const DAY_MS = 86_400_000
/** The source of the snapshot that a migration adds. */
const SEED = '@fawazahmed0/currency-api 2026.9.29'
const sandbox = useSandbox()
let database: TestDatabase
/** Today by the database's clock. */
let today: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await sql<{
    today: string
  }>`select (now() at time zone 'UTC')::date::text as today`.execute(database.owner)
  today = rows[0]?.today ?? ''
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate daily_rates, rate_history_requests`.execute(database.owner)
  await deleteRates(database.owner, SEED)
})

/** Returns the day this many days ago. */
const ago = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

const usd = { LRD: '172.5', GHS: '11.5', SLE: '22.9' }
const ratesOf = (day: string, change = {}): ProviderRates => ({
  asOf: new Date(`${day}T23:00:00Z`),
  source: 'history source',
  usd: { ...usd, ...change },
})

/** Returns a source that fails as given, by day, and records the requested days. */
function sourceWith(failures: Record<string, RatesFailureReason> = {}, change = {}) {
  const asked: string[] = []
  const provider: RatesProvider = {
    source: 'history source',
    latest: () => Promise.reject(new RatesFailure('unreachable', 'not asked')),
    onDay(day) {
      asked.push(day)
      const reason = failures[day] ?? failures['any']
      if (reason) return Promise.reject(new RatesFailure(reason, 'a test'))
      return Promise.resolve(ratesOf(day, change))
    },
  }
  return { asked, provider }
}

const by = (provider: RatesProvider, historyPerDay = 10): RatesModule =>
  createRatesModule({
    db: database.db,
    providers: [provider],
    settings: { ...RATES_SETTINGS, historyPerDay },
  })

async function addSnapshot(at: string, lrd: string): Promise<void> {
  await storeRates(database.owner, sql`${at}::timestamptz`, 'own source', { ...usd, LRD: lrd })
}

/** Marks every day of the year before these newest ones as recorded. */
async function fillAllBut(newest: number): Promise<void> {
  const [first, last] = [
    sql<Date>`${ago(HISTORY_DAYS)}::timestamptz`,
    sql<Date>`${ago(newest + 1)}::timestamptz`,
  ]
  await storeDays(database.owner, first, last, 'earlier', usd)
}

const recorded = async () =>
  (
    await sql<{ day: string; source: string; lrd: string }>`
      select day::text as day, source, rate::text as lrd from daily_rates
      where currency = 'LRD' and source not in ('earlier', ${SEED}) order by day`.execute(database.owner)
  ).rows
const outcomes = async () =>
  (
    await sql<{ day: string; outcome: string | null }>`
      select day::text as day, outcome from rate_history_requests order by id`.execute(database.owner)
  ).rows.map(({ day, outcome }) => [day, outcome])

describe('recording days', () => {
  it('keeps the last snapshot of each finished day, once, and leaves today open', async () => {
    await addSnapshot(`${ago(2)}T08:00:00Z`, '170')
    await addSnapshot(`${ago(2)}T23:59:00Z`, '171')
    await addSnapshot(`${ago(1)}T00:00:00Z`, '172')
    await addSnapshot(`${today}T00:00:00Z`, '173')
    const { history } = by(sourceWith().provider)
    await Promise.all([history.recordDays(), history.recordDays()])
    expect(await recorded()).toEqual([
      { day: ago(2), source: 'own source', lrd: '171' },
      { day: ago(1), source: 'own source', lrd: '172' },
    ])
    // A late snapshot of a recorded day changes nothing.
    await addSnapshot(`${ago(1)}T12:00:00Z`, '180')
    await history.recordDays()
    expect((await recorded()).at(-1)).toMatchObject({ lrd: '172' })
    const { days, firstDay, ...rest } = await history.list()
    // The first record is the seed's.
    expect([rest.today, firstDay]).toEqual([today, '2026-09-29'])
    expect(days.filter(({ source }) => source === 'own source').map(({ day }) => day)).toEqual([
      ago(2),
      ago(1),
    ])
  })

  it('continues while the source is down', async () => {
    await addSnapshot(`${ago(1)}T12:00:00Z`, '171')
    const rates = by(sourceWith().provider)
    const refresh = rates.crons.find(({ task }) => task === 'rates_refresh')
    await expect(refresh?.run()).rejects.toMatchObject({ reason: 'unreachable' })
    expect((await recorded()).at(-1)).toMatchObject({ day: ago(1), lrd: '171' })
  })

  it('cannot be changed or deleted by the application', async () => {
    await addSnapshot(`${ago(1)}T12:00:00Z`, '171')
    await by(sourceWith().provider).history.recordDays()
    await expect(sql`update daily_rates set rate = 1`.execute(database.db)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(sql`delete from daily_rates`.execute(database.db)).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['today', () => today],
    ['the future', () => ago(-1)],
  ])('refuses %s', async (_what, day) => {
    const insert = sql`insert into daily_rates (day, currency, rate, as_of, source)
      values (${day()}, 'GHS', 1, ${`${day()}T00:00:00Z`}, 'x')`
    await expect(insert.execute(database.db)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('missing days', () => {
  it('are requested newest first, within the day’s budget, and the remaining gap stays', async () => {
    const { asked, provider } = sourceWith()
    await by(provider, 3).history.fillGaps()
    expect(asked).toEqual([ago(1), ago(2), ago(3)])
    await by(provider, 3).history.fillGaps()
    expect(asked).toHaveLength(3)
    expect((await recorded()).map(({ day }) => day)).toEqual([ago(3), ago(2), ago(1)])
    const { days } = await by(provider).history.list()
    expect(days.some(({ day }) => day === ago(4))).toBe(false)
  })

  it('stay within the budget when two workers request at the same time', async () => {
    const { asked, provider } = sourceWith()
    await Promise.all([by(provider, 5).history.fillGaps(), by(provider, 5).history.fillGaps()])
    expect(asked.toSorted()).toEqual([ago(5), ago(4), ago(3), ago(2), ago(1)].toSorted())
  })

  it('count a request of a process that died, and are requested again an hour later', async () => {
    await fillAllBut(1)
    await sql`insert into rate_history_requests (day) values (${ago(1)})`.execute(database.owner)
    const { asked, provider } = sourceWith()
    await by(provider, 1).history.fillGaps()
    await by(provider).history.fillGaps()
    expect(asked).toEqual([])
    await sql`update rate_history_requests set asked_at = now() - interval '61 minutes'`.execute(
      database.owner,
    )
    await by(provider).history.fillGaps()
    expect(asked).toEqual([ago(1)])
  })

  it('that our own snapshots cover cost no request', async () => {
    await fillAllBut(2)
    await addSnapshot(`${ago(1)}T12:00:00Z`, '171')
    const { asked, provider } = sourceWith()
    await by(provider).history.fillGaps()
    expect(asked).toEqual([ago(2)])
  })

  it('are not requested without a budget, or without a source that has a history', async () => {
    const { asked, provider } = sourceWith()
    await by(provider, 0).history.fillGaps()
    const { onDay: _, ...without } = provider
    await by(without).history.fillGaps()
    expect([asked, await outcomes()]).toEqual([[], []])
  })

  it('older than a year are never requested', async () => {
    await fillAllBut(0)
    const { asked, provider } = sourceWith()
    await by(provider).history.fillGaps()
    expect(asked).toEqual([])
  })
})

describe('a source', () => {
  it.each<[RatesFailureReason, string, number]>([
    ['refused', 'refused', 1],
    ['no_data', 'no_data', 3],
    ['malformed', 'malformed', 3],
  ])('that answers %s is recorded as %s, and asked %i times', async (reason, outcome, times) => {
    await fillAllBut(3)
    const { asked, provider } = sourceWith({ any: reason })
    await by(provider).history.fillGaps()
    expect(asked).toHaveLength(times)
    expect((await outcomes()).every(([, one]) => one === outcome)).toBe(true)
    expect((await recorded()).filter(({ source }) => source === 'history source')).toEqual([])
    // No day is requested twice on one day.
    await by(provider).history.fillGaps()
    expect(asked).toHaveLength(times)
  })

  it('that does not answer fails the job, whose next attempt requests the other days', async () => {
    await fillAllBut(3)
    const { asked, provider } = sourceWith({ [ago(1)]: 'unreachable' })
    const { history } = by(provider)
    await expect(history.fillGaps()).rejects.toMatchObject({ reason: 'unreachable' })
    expect(await outcomes()).toEqual([[ago(1), 'unreachable']])
    await history.fillGaps()
    expect(asked).toEqual([ago(1), ago(2), ago(3)])
    expect((await recorded()).map(({ day }) => day)).toEqual([ago(3), ago(2)])
  })

  it('that refuses us gets no other request until the next day', async () => {
    await fillAllBut(3)
    const { asked, provider } = sourceWith({ [ago(1)]: 'refused' })
    await by(provider).history.fillGaps()
    await by(provider).history.fillGaps()
    expect(asked).toEqual([ago(1)])
    await sql`update rate_history_requests set asked_at = asked_at - interval '25 hours'`.execute(
      database.owner,
    )
    await by(provider).history.fillGaps()
    expect(asked).toEqual([ago(1), ago(1)])
  })

  it('without rates of one day leaves that gap and fills the others', async () => {
    await fillAllBut(3)
    const { provider } = sourceWith({ [ago(2)]: 'no_data' })
    await by(provider).history.fillGaps()
    expect((await recorded()).map(({ day }) => day)).toEqual([ago(3), ago(1)])
  })

  it('that gives the old leone as the new one is rejected', async () => {
    await fillAllBut(1)
    await by(sourceWith({}, { SLE: '22900' }).provider).history.fillGaps()
    expect(await outcomes()).toEqual([[ago(1), 'implausible']])
    expect(await recorded()).toEqual([])
  })

  it('that gives no number is malformed', async () => {
    await fillAllBut(1)
    await by(sourceWith({}, { SLE: 'much' }).provider).history.fillGaps()
    expect(await outcomes()).toEqual([[ago(1), 'malformed']])
  })
})

describe('the answer of Open Exchange Rates for a day', () => {
  const answering = (status: number, timestamp: string) => {
    const asked: { url: string; authorization: string | null }[] = []
    const ask: typeof fetch = (url, init) => {
      asked.push({
        url: new Request(url).url,
        authorization: new Headers(init?.headers).get('authorization'),
      })
      const body = { timestamp: Date.parse(timestamp) / 1000, base: 'USD', rates: { LRD: 1, GHS: 2, SLE: 3 } }
      return Promise.resolve(new Response(JSON.stringify(body), { status }))
    }
    const settings = {
      url: 'https://oxr.example/api/latest.json',
      appId: 'key',
      source: 's',
      timeoutMs: 1_000,
    }
    return { asked, source: createOpenExchangeRates(ask, settings) }
  }

  it('is requested by its URL, with the application id in a header', async () => {
    const { asked, source } = answering(200, '2026-01-05T23:59:59Z')
    expect(await source.onDay?.('2026-01-05')).toMatchObject({ usd: { LRD: '1', GHS: '2', SLE: '3' } })
    expect(asked).toEqual([
      { url: 'https://oxr.example/api/historical/2026-01-05.json', authorization: 'Token key' },
    ])
  })

  it.each([
    ['the day before', 200, '2026-01-04T23:59:59Z', 'malformed'],
    ['the day after', 200, '2026-01-06T00:00:01Z', 'malformed'],
    ['a day without data', 400, '2026-01-05T12:00:00Z', 'no_data'],
    ['an unknown application id', 401, '2026-01-05T12:00:00Z', 'refused'],
    ['a plan without history', 403, '2026-01-05T12:00:00Z', 'refused'],
    ['a spent quota', 429, '2026-01-05T12:00:00Z', 'refused'],
  ])('about %s is no rate', async (_what, status, timestamp, reason) => {
    await expect(answering(status, timestamp).source.onDay?.('2026-01-05')).rejects.toMatchObject({ reason })
  })

  it('may be dated at the midnight that ends the day', async () => {
    const { source } = answering(200, '2026-01-06T00:00:00Z')
    expect((await source.onDay?.('2026-01-05'))?.asOf).toEqual(new Date('2026-01-06T00:00:00Z'))
  })
})

describe('the sandbox as Open Exchange Rates', () => {
  const open = (appId?: string) =>
    createOpenExchangeRates(fetch, {
      url: `${sandbox.url}/sandbox/rates/latest`,
      ...(appId !== undefined && { appId }),
      source: 'test source',
      timeoutMs: 5_000,
    })

  it('returns a year, with its gaps', async () => {
    await by(open('sandbox'), 400).history.fillGaps()
    const { days } = await by(open()).history.list()
    expect(days.length).toBeGreaterThan(340)
    expect(days.length).toBeLessThan(HISTORY_DAYS)
    const missing = (await outcomes()).filter(([, outcome]) => outcome === 'no_data')
    expect(days.length + missing.length).toBe(HISTORY_DAYS)
  })

  it.each([undefined, 'unknown'])('refuses the application id %s', async (appId) => {
    await expect(open(appId).onDay?.(ago(1))).rejects.toMatchObject({ reason: 'refused' })
  })

  it.each([
    ['a day in the future', () => ago(-2)],
    ['a day before 1999', () => '1998-12-31'],
    ['no day', () => '2026-02-30'],
  ])('has no rates of %s', async (_what, day) => {
    await expect(open('sandbox').onDay?.(day())).rejects.toMatchObject({ reason: 'no_data' })
  })

  it('can fail without affecting its latest rates', async () => {
    const fault = { target: 'rates_history', mode: 'error_500', count: 1 }
    await sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload: fault })
    expect((await open('sandbox').latest()).source).toBe('test source')
    await expect(open('sandbox').onDay?.(ago(1))).rejects.toMatchObject({ reason: 'refused' })
  })
})
