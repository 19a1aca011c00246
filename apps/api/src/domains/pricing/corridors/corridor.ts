import type { CountryCode, DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'
import type { PriceBand } from '../prices/index.ts'

/** One direction in which money can be sent, with its terms. */
export interface Corridor {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  /** Why it is closed, for customers; null when it is open. */
  readonly closedReason: string | null
  readonly sendCurrency: CurrencyCode
  readonly receiveCurrency: CurrencyCode
  /** The currency the card is charged in. */
  readonly chargeCurrency: CurrencyCode
  /** What a transfer costs, by amount; ascending. */
  readonly bands: readonly PriceBand[]
  /** The price list that the bands are from. */
  readonly priceVersion: bigint
  /** Payout bounds: the narrower of the rails' and the configured ones. Null when unknown. */
  readonly minReceive: Money | null
  readonly maxReceive: Money | null
}

/** The currency to charge where the card provider cannot charge the sender's own, such as USD for GHS. */
export type ChargeCurrencies = { readonly [C in CurrencyCode]?: CurrencyCode }

/** The card provider charges no Ghanaian cedis. */
export const CHARGE_CURRENCIES: ChargeCurrencies = { GHS: 'USD' }

/** Whether money in this direction is sent or received in the currency. */
export function usesCurrency(
  { sendCurrency, receiveCurrency }: Pick<Corridor, 'sendCurrency' | 'receiveCurrency'>,
  currency: CurrencyCode,
): boolean {
  return sendCurrency === currency || receiveCurrency === currency
}
