import type { CurrencyCode } from '@sesa/money'

/** Mid-market rates for one US dollar, as exact decimal text, at the time the source gives for them. */
export interface ProviderRates {
  readonly asOf: Date
  readonly source: string
  readonly usd: Readonly<Record<Exclude<CurrencyCode, 'USD'>, string>>
}

/** Where rates come from. Throws RatesFailure and nothing else. */
export interface RatesProvider {
  /** Its name, as prices give it. */
  readonly source: string
  latest(): Promise<ProviderRates>
}

/**
 * Why no rates came. `unreachable`: no answer in time; `refused`: an answer other than success; `malformed`: an answer
 * that does not hold what it should; `implausible`: rates too far from the last ones to be believed; `deviating`: two
 * sources that contradict each other.
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
