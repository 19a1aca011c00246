import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../testing/sandbox.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-21T12:00:00Z')
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9', ':memory:', NOON - Date.now())
})
afterEach(() => sandbox.close())

const latest = (query = '?base=USD') => sandbox.call('GET', `/sandbox/rates/latest${query}`)

it('serves the dataset in the shape of Open Exchange Rates, as of now', async () => {
  const { json } = await latest()
  expect(json).toEqual({
    disclaimer: expect.any(String),
    license: expect.any(String),
    timestamp: expect.any(Number),
    base: 'USD',
    rates: { LRD: expect.any(Number), GHS: expect.any(Number), SLE: expect.any(Number), USD: 1 },
  })
  expect(Math.abs(json.timestamp - NOON / 1000)).toBeLessThan(3_600)
})

it('moves rates once a day, by at most 0.3 % from the dataset', async () => {
  const path = fileURLToPath(import.meta.resolve('@fawazahmed0/currency-api/v1/currencies/usd.json'))
  const dataset = JSON.parse(await readFile(path, 'utf8')).usd
  const seen = new Set<string>()
  for (let day = 0; day < 30; day += 1) {
    const { text, json } = await latest()
    for (const currency of ['LRD', 'GHS', 'SLE']) {
      const ratio = json.rates[currency] / dataset[currency.toLowerCase()]
      expect(Math.abs(ratio - 1)).toBeLessThan(0.003_000_1)
    }
    seen.add(JSON.stringify(json.rates))
    expect((await latest()).text.replace(/"timestamp": \d+/, '')).toBe(text.replace(/"timestamp": \d+/, ''))
    sandbox.skip(DAY_MS)
  }
  expect(seen.size).toBe(30)
})

it('writes the product of rate and movement to its last digit', async () => {
  const { text } = await latest()
  const written = /"SLE": ([0-9.]+)/.exec(text)?.[1] ?? ''
  const places = written.split('.')[1]?.length ?? 0
  const digits = BigInt(written.replace('.', '')) * 10n ** BigInt(13 - places)
  // 22.91486807 × (100000 ± n) / 100000 has 13 places, without any rounding.
  expect(digits % 2291486807n).toBe(0n)
})

describe('the history', () => {
  const onDay = (day: string, query = '?app_id=sandbox') =>
    sandbox.call('GET', `/sandbox/rates/historical/${day}.json${query}`)

  it('gives the end of a past day, as the latest rates of that day were', async () => {
    const { text } = await latest()
    sandbox.skip(DAY_MS)
    const { json, text: past } = await onDay('2026-11-21')
    expect(json.timestamp).toBe(Date.parse('2026-11-21T23:59:59Z') / 1000)
    expect(past.replace(/"timestamp": \d+/, '')).toBe(text.replace(/"timestamp": \d+/, ''))
  })

  it('gives the rates of now for today', async () => {
    const { json } = await onDay('2026-11-21')
    expect(Math.abs(json.timestamp - NOON / 1000)).toBeLessThan(3_600)
  })

  it('accepts the application id from the header as well', async () => {
    const headers = { authorization: 'Token sandbox' }
    const path = '/sandbox/rates/historical/2026-11-01.json'
    expect((await sandbox.call('GET', path, undefined, headers)).status).toBe(200)
    expect((await sandbox.call('GET', path, undefined, { authorization: 'Token other' })).status).toBe(401)
  })

  it.each([
    ['without an application id', '2026-11-01', '', 401, 'missing_app_id'],
    ['with an unknown application id', '2026-11-01', '?app_id=other', 401, 'invalid_app_id'],
    ['of a day in the future', '2026-11-22', undefined, 400, 'not_available'],
    ['of a day before 1999', '1998-12-31', undefined, 400, 'not_available'],
    ['of a day that does not exist', '2026-02-30', undefined, 400, 'not_available'],
    ['of no day', 'yesterday', undefined, 400, 'not_available'],
  ])('refuses a request %s', async (_what, day, query, status, message) => {
    const { json, status: answered } = await onDay(day, query)
    expect([answered, json]).toEqual([status, expect.objectContaining({ error: true, status, message })])
  })

  it('has three days in a hundred without rates', async () => {
    const statuses: number[] = []
    for (let back = 0; back < 100; back += 1) {
      const day = new Date(NOON - back * DAY_MS).toISOString().slice(0, 10)
      statuses.push((await onDay(day)).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(3)
  })

  it('fails alone when a fault is set', async () => {
    await sandbox.setFault({ target: 'rates_history', mode: 'error_500', count: 1 })
    expect((await latest()).status).toBe(200)
    expect((await onDay('2026-11-01')).status).toBe(500)
    expect((await onDay('2026-11-01')).status).toBe(200)
  })
})

it('refuses another base currency, and fails when a fault is set', async () => {
  expect((await latest('?base=EUR')).status).toBe(403)
  await sandbox.setFault({ target: 'rates', mode: 'error_500', count: 1 })
  expect((await latest('')).status).toBe(500)
  expect((await latest('')).status).toBe(200)
})
