import { crossRate, rate, type CurrencyCode, type Rate } from '@sesa/money'

/** The rates of one source at one time: a row of `rate_snapshots`. */
export interface RateSnapshot {
  readonly id: bigint
  readonly asOf: Date
  readonly source: string
  readonly usd: UsdRates
}

export type UsdRates = { readonly [C in CurrencyCode]: Rate<'USD', C> }

/** Parses rates for one dollar. Throws RangeError when a text is not a decimal above zero. */
export function usdRates(decimals: Readonly<Record<Exclude<CurrencyCode, 'USD'>, string>>): UsdRates {
  return {
    LRD: rate(decimals.LRD, 'USD', 'LRD'),
    GHS: rate(decimals.GHS, 'USD', 'GHS'),
    SLE: rate(decimals.SLE, 'USD', 'SLE'),
    USD: rate('1', 'USD', 'USD'),
  }
}

/**
 * Returns the mid-market rate between two currencies, across the dollar, half-even to 12 decimals; 1 for the same one.
 */
export function midRate<F extends CurrencyCode, T extends CurrencyCode>(
  { usd: rates }: Pick<RateSnapshot, 'usd'>,
  from: F,
  to: T,
): Rate<F, T> {
  const usd: { readonly [C in CurrencyCode]: Rate<'USD', CurrencyCode> } = rates
  const { value, scale } = crossRate(usd[from], usd[to])
  return { from, to, value, scale }
}

/**
 * False when a rate has more than doubled or halved since the last one. No currency we serve moves that much between
 * two snapshots, but a source that gives the old leone (SLL, a thousandth) under the new one's code does.
 */
export function isPlausible(last: UsdRates, next: UsdRates): boolean {
  return agree(last, next, 10_000n)
}

/** True when no two rates differ by more than `bps` hundredths of a percent. */
export function agree(one: UsdRates, other: UsdRates, bps: bigint): boolean {
  const pairs = [
    [one.LRD, other.LRD],
    [one.GHS, other.GHS],
    [one.SLE, other.SLE],
  ] as const
  return pairs.every(([a, b]) => atMostAbove(a, b, bps) && atMostAbove(b, a, bps))
}

function atMostAbove(a: Rate, b: Rate, bps: bigint): boolean {
  return 10_000n * a.value * 10n ** BigInt(b.scale) <= (10_000n + bps) * b.value * 10n ** BigInt(a.scale)
}
