import type { CountryCode, DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'
import type { PayMethod } from '../../../db/schema/collections.ts'
import type { WayBands } from '../prices/index.ts'

/** One direction in which money can be sent, with its terms. */
export interface Corridor {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  /** The reason for closing it, shown to customers; null when it is open. */
  readonly closedReason: string | null
  readonly sendCurrency: CurrencyCode
  readonly receiveCurrency: CurrencyCode
  /** The currency the card is charged in. */
  readonly chargeCurrency: CurrencyCode
  /** The first open way to pay of the sender's country, whose rate our pages show; the card if none is open. */
  readonly usualWay: PayMethod
  /** Prices by way to pay and amount. */
  readonly bands: WayBands
  /** The price list of the bands. */
  readonly priceVersion: bigint
  /** Payout bounds: the narrower of the rails' and the configured ones. Null when unknown. */
  readonly minReceive: Money | null
  readonly maxReceive: Money | null
}

/** The currency to charge when the card provider cannot charge the sender's own, for example USD for GHS. */
export type ChargeCurrencies = { readonly [C in CurrencyCode]?: CurrencyCode }

/** Returns the currency that a way to pay takes: wallets pay in the sender's own. */
export const chargedIn = (
  { sendCurrency, chargeCurrency }: Pick<Corridor, 'sendCurrency' | 'chargeCurrency'>,
  way: PayMethod,
): CurrencyCode => (way === 'card' ? chargeCurrency : sendCurrency)

/** The card provider cannot charge Ghanaian cedis. */
export const CHARGE_CURRENCIES: ChargeCurrencies = { GHS: 'USD' }

/** Returns true if money in this direction is sent or received in the currency. */
export function usesCurrency(
  { sendCurrency, receiveCurrency }: Pick<Corridor, 'sendCurrency' | 'receiveCurrency'>,
  currency: CurrencyCode,
): boolean {
  return sendCurrency === currency || receiveCurrency === currency
}
