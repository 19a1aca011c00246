import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
  // 22.91486807 × (100000 ± n) / 100000 has 13 places, and nothing is rounded off.
  expect(digits % 2291486807n).toBe(0n)
})

it('refuses another base currency, and fails when a fault is set', async () => {
  expect((await latest('?base=EUR')).status).toBe(403)
  await sandbox.setFault({ target: 'rates', mode: 'error_500', count: 1 })
  expect((await latest('')).status).toBe(500)
  expect((await latest('')).status).toBe(200)
})
