import { byCurrency, crossRate, CURRENCY_CODES, rate, type CurrencyCode, type Rate } from '@sesa/money'
import { FOREIGN, type Foreign } from './ports.ts'

/** One currency's rate for a dollar, as given by its source. */
export interface CurrencyRate {
  readonly text: string
  readonly asOf: Date
  readonly source: string
}

/** The rates behind prices, each with its own time and source: a row of `rate_snapshots`. */
export interface RateSnapshot {
  readonly id: bigint
  /** At least as late as every rate's own time. */
  readonly asOf: Date
  readonly usd: UsdRates
  readonly rates: Readonly<Record<Foreign, CurrencyRate>>
}

/** Returns the time of a rate between two currencies: that of the older one. */
export function timeOf(
  { asOf, rates }: Pick<RateSnapshot, 'asOf' | 'rates'>,
  currencies: readonly CurrencyCode[],
): Date {
  const times = currencies.flatMap((currency) => (currency === 'USD' ? [] : [rates[currency].asOf.getTime()]))
  return times.length === 0 ? asOf : new Date(Math.min(...times))
}

/** Returns the sources of these currencies' rates, in words. */
export function sourceOf(
  { rates }: Pick<RateSnapshot, 'rates'>,
  currencies: readonly CurrencyCode[],
): string {
  const foreign = currencies.filter((currency) => currency !== 'USD')
  const named = (foreign.length === 0 ? FOREIGN : foreign).map((currency) => rates[currency].source)
  return [...new Set(named)].join(' and ')
}

type UsdRate = Rate<'USD', CurrencyCode>
export type UsdRates = Readonly<Record<CurrencyCode, UsdRate>>
export type SomeUsdRates = Readonly<Partial<UsdRates>>

const DOLLAR: UsdRate = rate('1', 'USD', 'USD')

/** Parses rates for one dollar. Throws RangeError when a text is not a decimal above zero. */
export function usdRates(decimals: Readonly<Record<Foreign, string>>): UsdRates {
  return byCurrency(CURRENCY_CODES, (code) => (code === 'USD' ? DOLLAR : rate(decimals[code], 'USD', code)))
}

/** Parses rates like `usdRates`, without the currencies that have none. */
export function someUsdRates(decimals: Readonly<Partial<Record<Foreign, string>>>): SomeUsdRates {
  const rates: Partial<Record<CurrencyCode, UsdRate>> = { USD: DOLLAR }
  for (const code of FOREIGN) {
    const text = decimals[code]
    if (text !== undefined) rates[code] = rate(text, 'USD', code)
  }
  return rates
}

/** Returns the mid-market rate between two currencies, through the dollar, half-even to 12 decimals; 1 for the same one. */
export function midRate<F extends CurrencyCode, T extends CurrencyCode>(
  { usd }: Pick<RateSnapshot, 'usd'>,
  from: F,
  to: T,
): Rate<F, T> {
  return cross(usd[from], usd[to], from, to)
}

/** Returns the rate like `midRate`, for a day that may lack a currency; null then. */
export function midRateOn(
  { usd }: { readonly usd: SomeUsdRates },
  from: CurrencyCode,
  to: CurrencyCode,
): Rate | null {
  const [one, other] = [usd[from], usd[to]]
  return one === undefined || other === undefined ? null : cross(one, other, from, to)
}

function cross<F extends CurrencyCode, T extends CurrencyCode>(
  one: UsdRate,
  other: UsdRate,
  from: F,
  to: T,
): Rate<F, T> {
  const { value, scale } = crossRate(one, other)
  return { from, to, value, scale }
}

/**
 * Returns false when a rate has more than doubled or halved since the last one. No currency we serve moves that much between
 * two snapshots, but a source that gives the old leone (SLL, a thousandth) under the new one's code does.
 */
export function isPlausible(last: Rate, next: Rate): boolean {
  return agree(last, next, 10_000n)
}

/** Returns true when the rates differ by at most `bps` hundredths of a percent. */
export function agree(one: Rate, other: Rate, bps: bigint): boolean {
  return atMostAbove(one, other, bps) && atMostAbove(other, one, bps)
}

function atMostAbove(a: Rate, b: Rate, bps: bigint): boolean {
  return 10_000n * a.value * 10n ** BigInt(b.scale) <= (10_000n + bps) * b.value * 10n ** BigInt(a.scale)
}
