import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** `SLE` is the leone since 2022; the dataset's `sll` is the old one, a thousandth of it. */
const CURRENCIES = ['GHS', 'LRD', 'SLE'] as const
const DATASET = '@fawazahmed0/currency-api/v1/currencies/usd.json'
const DAY_MS = 86_400_000
/** A day's rate is within 300 hundred-thousandths (0.3%) of the dataset's. */
const SWING = 300n
const WHOLE = 100_000n
const WHOLE_DIGITS = 5

/** Returns the dataset's rates for one dollar, as the exact decimals of its text. */
export async function readRates(): Promise<Map<string, string>> {
  const json = await readFile(fileURLToPath(import.meta.resolve(DATASET)), 'utf8')
  return new Map(CURRENCIES.map((currency) => [currency, decimalIn(json, currency)]))
}

function decimalIn(json: string, currency: string): string {
  const found = new RegExp(`"${currency.toLowerCase()}":\\s*([0-9]+\\.[0-9]+)[,}\\s]`).exec(json)?.[1]
  if (found === undefined) throw new Error(`${DATASET} has no plain decimal for ${currency}`)
  return found
}

/**
 * Returns the rates of the day of `nowMs`, as JSON in the shape of Open Exchange Rates' `latest.json`.
 * Written as text, because a float would lose decimals.
 */
export function latestRates(rates: Map<string, string>, nowMs: number): string {
  return `{
  "disclaimer": "Sandbox rates: a dated dataset, moved a little each day. Not for dealing.",
  "license": "CC0-1.0, from @fawazahmed0/currency-api",
  "timestamp": ${Math.floor(nowMs / 1000)},
  "base": "USD",
  "rates": { ${entriesOf(rates, nowMs)}, "USD": 1 }
}
`
}

/** Returns the same rates in the shape of ExchangeRate-API's `v6/{key}/latest/USD`. */
export function latestConversionRates(rates: Map<string, string>, nowMs: number): string {
  const updated = Math.floor(nowMs / 1000)
  return `{
  "result": "success",
  "documentation": "https://www.exchangerate-api.com/docs",
  "time_last_update_unix": ${updated},
  "time_next_update_unix": ${updated + 3_600},
  "base_code": "USD",
  "conversion_rates": { "USD": 1, ${entriesOf(rates, nowMs)} }
}
`
}

/** Returns the end-of-day rates of a past day in the shape of Open Exchange Rates' `historical/{date}.json`. */
export function historicalRates(rates: Map<string, string>, dayMs: number): string {
  return latestRates(rates, dayMs + DAY_MS - 1)
}

function entriesOf(rates: Map<string, string>, nowMs: number): string {
  const day = Math.floor(nowMs / DAY_MS)
  const entries = [...rates].map(
    ([currency, rate]) => `${JSON.stringify(currency)}: ${moved(rate, currency, day)}`,
  )
  return entries.join(', ')
}

/** Day of the dataset. Before it, the history is invented: each currency rises and falls along a triangle. */
const DATASET_DAY = Date.parse('2026-09-29T00:00:00Z') / DAY_MS
const WAVES: Readonly<Record<string, { readonly days: number; readonly height: bigint }>> = {
  LRD: { days: 190, height: 3_600n },
  GHS: { days: 260, height: 7_500n },
  SLE: { days: 310, height: 2_400n },
}

/** Returns how far an invented day is from the dataset, in hundred-thousandths. */
function driftOf(currency: string, day: number): bigint {
  const wave = WAVES[currency]
  const before = DATASET_DAY - day
  if (wave === undefined || before <= 0) return 0n
  const place = before % wave.days
  return (wave.height * BigInt(Math.min(place, wave.days - place)) * 2n) / BigInt(wave.days)
}

/** Returns the units of a currency per US dollar on the day of `nowMs`: an exact decimal. */
export function rateOn(rates: Map<string, string>, currency: string, nowMs: number): string {
  const rate = rates.get(currency)
  if (rate === undefined) throw new Error(`There is no rate for ${currency}`)
  const day = Math.floor(nowMs / DAY_MS)
  return moved(rate, currency, day)
}

/** Returns the exact rate: the product of two decimals has as many places as both together. */
function moved(rate: string, currency: string, day: number): string {
  const [whole = '', places = ''] = rate.split('.')
  const byte = createHash('sha256').update(`${currency} ${day}`).digest().readUInt16BE()
  const swing = (BigInt(byte) % (2n * SWING + 1n)) - SWING + driftOf(currency, day)
  const scale = places.length + WHOLE_DIGITS
  const digits = (BigInt(whole + places) * (WHOLE + swing)).toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/0+$/, '').replace(/\.$/, '')
}
