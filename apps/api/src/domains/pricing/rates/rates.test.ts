import type { CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { composeConfiguration } from '../../../compose/configuration.ts'
import type { Configuration } from '../../../db/configuration.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createOpenExchangeRates } from '../../../providers/rates/open-exchange-rates.ts'
import { createExchangeRateApi } from '../../../providers/rates/exchange-rate-api.ts'
import { useSandbox } from '../../../providers/testing/sandbox.ts'
import { createRatesModule, FOREIGN, midRate, RATES_SETTINGS, sourceOf } from './index.ts'
import type { RatesProvider } from './ports.ts'
import { deleteRates } from '../../../testing/rates.ts'

/** The second source's next answer; null delays the answer. */
let answer: { status: number; body: string } | null = null
let odd: Server
/** The alerts to staff. */
let alerts: string[] = []

const sandbox = useSandbox()
let database: TestDatabase
let configuration: Configuration

/** Creates rates whose readers use the configuration as it is now. */
function by(...providers: RatesProvider[]) {
  const rates = createRatesModule({
    db: database.db,
    providers,
    settings: RATES_SETTINGS,
    alert: (line) => alerts.push(line),
  })
  return {
    ...rates,
    newest: async () => rates.newest(await configuration.current()),
    fresh: async (currencies: readonly CurrencyCode[]) =>
      rates.fresh(await configuration.current(), currencies),
  }
}
const openRates = (url: string, timeoutMs = 5_000): RatesProvider =>
  createOpenExchangeRates(fetch, { url, source: 'test source', timeoutMs })
const from = (url: string, timeoutMs = 5_000) => by(openRates(url, timeoutMs))
const second = (apiKey = 'key', baseUrl = `${sandbox.url}/sandbox/exchange-rate-api`): RatesProvider =>
  createExchangeRateApi(fetch, { baseUrl, apiKey, source: 'second source', timeoutMs: 5_000 })
const oddUrl = () => `http://127.0.0.1:${(odd.address() as AddressInfo).port}/latest.json`
const body = (rates: string, timestamp = `${Math.floor(Date.now() / 1000)}`, base = 'USD') =>
  `{ "timestamp": ${timestamp}, "base": "${base}", "rates": { ${rates} } }`
const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rate_snapshots`.execute(
    database.owner,
  )
  return rows[0]?.n
}

beforeAll(async () => {
  database = await createTestDatabase()
  configuration = composeConfiguration(database.db)
  odd = createServer((_request, response) => {
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  odd.closeAllConnections()
  await new Promise((resolve) => odd.close(resolve))
  await database.drop()
})

beforeEach(async () => {
  alerts = []
  await sql`truncate rate_sources, source_rates`.execute(database.owner)
  await deleteRates(database.owner, '@fawazahmed0/currency-api 2026.9.29')
})

afterEach(() => sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' }))

describe('rates', () => {
  it('start from a seed with its date and source, too old to price with', async () => {
    const rates = from(oddUrl())
    const seed = await rates.newest()
    expect(seed.rates.SLE).toMatchObject({
      source: '@fawazahmed0/currency-api 2026.9.29',
      asOf: new Date('2026-09-29T00:00:00Z'),
    })
    expect(midRate(seed, 'USD', 'SLE')).toMatchObject({ value: 2_291_486_807n, scale: 8 })
    await expect(rates.fresh(FOREIGN)).rejects.toMatchObject({ code: 'rate_unavailable' })
  })

  it('come from the rate service and are used for prices immediately', async () => {
    const rates = from(`${sandbox.url}/sandbox/rates/latest`)
    await rates.refresh()
    const snapshot = await rates.fresh(FOREIGN)
    expect(sourceOf(snapshot, FOREIGN)).toBe('test source')
    const lrd = midRate(snapshot, 'USD', 'LRD')
    expect(lrd.value / 10n ** BigInt(lrd.scale)).toBeOneOf([171n, 172n])
  })

  it('are kept digit by digit', async () => {
    answer = {
      status: 200,
      body: body('"LRD": 172.0877165912345678, "GHS": 1.164e1, "SLE": 22, "SLL": 22000, "USD": 1'),
    }
    const rates = from(oddUrl())
    await rates.refresh()
    const snapshot = await rates.fresh(FOREIGN)
    expect(snapshot.usd.LRD).toMatchObject({ value: 1_720_877_165_912_345_678n, scale: 16 })
    expect(snapshot.usd.GHS).toMatchObject({ value: 1_164n, scale: 2 })
    expect(snapshot.usd.SLE).toMatchObject({ value: 22n, scale: 0 })
  })

  it('are derived through the dollar, and are one between equal currencies', async () => {
    const seed = await from(oddUrl()).newest()
    expect(midRate(seed, 'GHS', 'LRD')).toMatchObject({
      from: 'GHS',
      to: 'LRD',
      value: 14_776_304_432_138n,
      scale: 12,
    })
    expect(midRate(seed, 'SLE', 'SLE')).toMatchObject({ value: 1n, scale: 0 })
  })

  it('are stored once, however often the same ones arrive', async () => {
    answer = { status: 200, body: body('"LRD": 172, "GHS": 11.6, "SLE": 22.9') }
    const rates = from(oddUrl())
    await Promise.all([rates.refresh(), rates.refresh(), rates.refresh()])
    expect(await count()).toBe(2)
  })

  it('are refreshed every ten minutes, completed every hour, and both when a worker starts', async () => {
    const rates = from(oddUrl())
    expect(rates.crons.map(({ task, pattern }) => [task, pattern])).toEqual([
      ['rates_refresh', '*/10 * * * *'],
      ['rates_history', '17 * * * *'],
    ])
    await rates.refreshAtStart()
    await rates.refreshAtStart()
    const { rows } = await sql`select task_identifier from graphile_worker.jobs order by id`.execute(
      database.owner,
    )
    expect(rows).toEqual([{ task_identifier: 'rates_refresh' }, { task_identifier: 'rates_history' }])
  })
})

describe('a source that fails', () => {
  const good = '"LRD": 172, "GHS": 11.6, "SLE": 22.9'
  test.each([
    ['an error', 'refused', { status: 503, body: body(good) }],
    ['no JSON', 'malformed', { status: 200, body: '<html>' }],
    ['another base', 'malformed', { status: 200, body: body(good, undefined, 'EUR') }],
    ['none of our currencies', 'malformed', { status: 200, body: body('"EUR": 1, "SLL": 22900') }],
    ['no valid rate', 'malformed', { status: 200, body: body('"LRD": -172, "GHS": 0, "SLE": "much"') }],
    ['no time', 'malformed', { status: 200, body: body(good, '"today"') }],
    [
      'implausible rates alone',
      'implausible',
      { status: 200, body: body('"LRD": 80, "GHS": 5.8, "SLE": 22900') },
    ],
  ])('with %s is %s, and nothing is recorded', async (_what, reason, next) => {
    answer = next
    await expect(from(oddUrl()).refresh()).rejects.toMatchObject({ name: 'RatesFailure', reason })
    expect(await count()).toBe(1)
  })

  test.each([
    ['a missing currency', '"LRD": 172, "GHS": 11.6', 'SLE'],
    ['the old leone alone', '"LRD": 172, "GHS": 11.6, "SLL": 22900', 'SLE'],
    ['a negative rate', '"LRD": -172, "GHS": 11.6, "SLE": 22.9', 'LRD'],
    ['a rate of zero', '"LRD": 0, "GHS": 11.6, "SLE": 22.9', 'LRD'],
    ['a rate as text', '"LRD": "much", "GHS": 11.6, "SLE": 22.9', 'LRD'],
    ['the old leone as the new', '"LRD": 172, "GHS": 11.6, "SLE": 22900', 'SLE'],
    ['half a rate', '"LRD": 172, "GHS": 5.8, "SLE": 22.9', 'GHS'],
  ] as const)('with %s closes that currency alone', async (_what, given, missing) => {
    answer = { status: 200, body: body(given) }
    const rates = from(oddUrl())
    const seed = await rates.newest()
    await rates.refresh()
    const others = FOREIGN.filter((currency) => currency !== missing)
    const snapshot = await rates.fresh(others)
    expect(snapshot.rates[missing]).toEqual(seed.rates[missing])
    expect(sourceOf(snapshot, others)).toBe('test source')
    await expect(rates.fresh(['USD', missing])).rejects.toMatchObject({
      code: 'rate_unavailable',
      message: `We can’t get an exchange rate for ${missing} right now. Try again in a few minutes.`,
    })
    expect(alerts).toEqual([expect.stringContaining(`the rate of ${missing} is not renewed`)])
  })

  it('with a future timestamp stores nothing', async () => {
    answer = { status: 200, body: body(good, `${Math.floor(Date.now() / 1000) + 3_600}`) }
    await expect(from(oddUrl()).refresh()).rejects.toMatchObject({ code: '23514' })
    expect(await count()).toBe(1)
  })

  it('that does not answer is unreachable', async () => {
    answer = null
    await expect(from(oddUrl(), 50).refresh()).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(from('http://127.0.0.1:9').refresh()).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('keeps the stored rates', async () => {
    const rates = from(`${sandbox.url}/sandbox/rates/latest`)
    await rates.refresh()
    const before = await rates.fresh(FOREIGN)
    const fault = { target: 'rates', mode: 'error_500', count: 1 }
    await sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload: fault })
    await expect(rates.refresh()).rejects.toMatchObject({ reason: 'refused' })
    expect(await rates.fresh(FOREIGN)).toEqual(before)
  })
})

describe('two sources', () => {
  const good = '"LRD": 172, "GHS": 11.6, "SLE": 22.9'

  it('that agree give the rates of the first', async () => {
    const rates = by(openRates(`${sandbox.url}/sandbox/rates/latest`), second())
    await rates.refresh()
    expect(sourceOf(await rates.fresh(FOREIGN), FOREIGN)).toBe('test source')
  })

  it('of which the first is down give those of the second, digit by digit', async () => {
    answer = { status: 503, body: '' }
    const rates = by(openRates(oddUrl()), second())
    await rates.refresh()
    const snapshot = await rates.fresh(FOREIGN)
    expect(sourceOf(snapshot, FOREIGN)).toBe('second source')
    expect(snapshot.usd.LRD.scale).toBeGreaterThan(8)
  })

  it('of which the second is down give those of the first', async () => {
    const rates = by(openRates(`${sandbox.url}/sandbox/rates/latest`), second('invalid'))
    await rates.refresh()
    expect(sourceOf(await rates.fresh(FOREIGN), FOREIGN)).toBe('test source')
  })

  it.each([
    ['"LRD": 172, "GHS": 12.3, "SLE": 22.9', 'GHS'],
    ['"LRD": 162, "GHS": 11.6, "SLE": 22.9', 'LRD'],
  ] as const)('that contradict each other (%s) close %s alone', async (given, missing) => {
    answer = { status: 200, body: body(given) }
    const rates = by(openRates(oddUrl()), second())
    await rates.refresh()
    await expect(rates.fresh([missing])).rejects.toMatchObject({ code: 'rate_unavailable' })
    const others = FOREIGN.filter((currency) => currency !== missing)
    expect(sourceOf(await rates.fresh(others), others)).toBe('test source')
    expect(alerts).toEqual([
      `the rate of ${missing} is not renewed: it differs too much between test source and second source`,
    ])
  })

  it('that contradict each other in every currency give none', async () => {
    answer = { status: 200, body: body('"LRD": 162, "GHS": 12.3, "SLE": 25') }
    const reason = 'deviating'
    await expect(by(openRates(oddUrl()), second()).refresh()).rejects.toMatchObject({ reason })
    expect(await count()).toBe(1)
  })

  it('complete each other: the second serves what the first lacks', async () => {
    answer = { status: 200, body: body('"LRD": 172, "GHS": 11.6') }
    const rates = by(openRates(oddUrl()), second())
    await rates.refresh()
    const snapshot = await rates.fresh(FOREIGN)
    expect(FOREIGN.map((currency) => sourceOf(snapshot, [currency]))).toEqual([
      'test source',
      'test source',
      'second source',
    ])
    expect(alerts).toEqual([])
  })

  it('that are both down fail with the first one’s error', async () => {
    answer = { status: 200, body: body(good, '"today"') }
    const rates = by(openRates(oddUrl()), second('invalid'))
    await expect(rates.refresh()).rejects.toMatchObject({ reason: 'malformed' })
  })

  it.each([
    ['an error in a success', '{ "result": "error", "error-type": "quota-reached" }', 'refused'],
    [
      'another base',
      '{ "result": "success", "base_code": "EUR", "time_last_update_unix": 1, "conversion_rates": {} }',
      'malformed',
    ],
    [
      'the old leone alone',
      '{ "result": "success", "base_code": "USD", "time_last_update_unix": 1, "conversion_rates": { "SLL": 22900 } }',
      'malformed',
    ],
  ])('%s from ExchangeRate-API is %s', async (_what, text, reason) => {
    answer = { status: 200, body: text }
    const source = second('key', `http://127.0.0.1:${(odd.address() as AddressInfo).port}`)
    await expect(by(source).refresh()).rejects.toMatchObject({ reason })
  })
})
