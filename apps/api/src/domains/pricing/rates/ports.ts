import { CURRENCY_CODES, type CurrencyCode } from '@sesa/money'

/** Every currency except the dollar. */
export type Foreign = Exclude<CurrencyCode, 'USD'>
export const FOREIGN: readonly Foreign[] = CURRENCY_CODES.filter((code) => code !== 'USD')

/** Mid-market rates for one US dollar, as exact decimal text, at the source's own timestamp. */
export interface ProviderRates {
  readonly asOf: Date
  readonly source: string
  readonly usd: Readonly<Record<Foreign, string>>
}

/** The latest rates of a source, which may lack a currency. */
export interface LatestRates extends Omit<ProviderRates, 'usd'> {
  readonly usd: Readonly<Partial<ProviderRates['usd']>>
}

/** A source of rates. Throws only RatesFailure. */
export interface RatesProvider {
  /** Its name, as shown with prices. */
  readonly source: string
  /** Monthly requests allowed by our plan with the source; undefined: unlimited. */
  readonly monthlyRequests?: number | undefined
  latest(): Promise<LatestRates>
  /** Returns the rates at the end of a past day (`YYYY-MM-DD`, UTC); undefined for a source without history. */
  readonly onDay?: (day: string) => Promise<ProviderRates>
}

/**
 * Why there are no rates. `unreachable`: no answer in time; `refused`: an answer other than success; `malformed`: an answer
 * without any of our currencies, or otherwise invalid; `no_data`: no rates of that day; `implausible`: rates too far from the
 * previous ones; `deviating`: two sources contradict each other.
 */
export type RatesFailureReason =
  | 'unreachable'
  | 'refused'
  | 'malformed'
  | 'no_data'
  | 'implausible'
  | 'deviating'

export class RatesFailure extends Error {
  readonly reason: RatesFailureReason

  constructor(reason: RatesFailureReason, detail: string) {
    super(`No rates: ${reason} (${detail})`)
    this.name = 'RatesFailure'
    this.reason = reason
  }
}
