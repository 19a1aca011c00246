import type { DestinationCode } from '@sesa/contract'
import type { Money } from '@sesa/money'

/** What a provider holds for us in one country and currency. */
export interface ProviderBalance {
  /** Empty for a balance of no country. */
  readonly country: DestinationCode | ''
  readonly balance: Money
  /** On its way to the balance. */
  readonly pending?: Money
}

/** Fetches the balances of one account at a provider; null when it does not report them. Never throws. */
export type FloatSource = () => Promise<readonly ProviderBalance[] | null>
