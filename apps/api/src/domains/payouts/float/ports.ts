import type { DestinationCode } from '@sesa/contract'
import type { Money } from '@sesa/money'

/** Our balance with a provider in one country and currency. */
export interface ProviderBalance {
  /** Empty for a balance without a country. */
  readonly country: DestinationCode | ''
  readonly balance: Money
  /** Amount not yet settled into the balance. */
  readonly pending?: Money
}

/** Fetches the balances of one account at a provider; null when it does not report them. Never throws. */
export type FloatSource = () => Promise<readonly ProviderBalance[] | null>
