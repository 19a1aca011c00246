import type { CurrencyCode } from '@sesa/money'

/** Mid-market rates for one US dollar, as exact decimal text, at the source's own timestamp. */
export interface ProviderRates {
  readonly asOf: Date
  readonly source: string
  readonly usd: Readonly<Record<Exclude<CurrencyCode, 'USD'>, string>>
}

/** A source of rates. Throws RatesFailure and nothing else. */
export interface RatesProvider {
  /** Its name, as shown with prices. */
  readonly source: string
  latest(): Promise<ProviderRates>
}

/**
 * Why there are no rates. `unreachable`: no answer in time; `refused`: an answer other than success; `malformed`: an
 * incomplete or invalid answer; `implausible`: rates too far from the previous ones; `deviating`: two sources
 * contradict each other.
 */
export type RatesFailureReason = 'unreachable' | 'refused' | 'malformed' | 'implausible' | 'deviating'

export class RatesFailure extends Error {
  readonly reason: RatesFailureReason

  constructor(reason: RatesFailureReason, detail: string) {
    super(`No rates: ${reason} (${detail})`)
    this.name = 'RatesFailure'
    this.reason = reason
  }
}
