import type { CountryCode, DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'

/** One direction in which money can be sent, with its terms. */
export interface Corridor {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  /** Why it is off, for people; null when it is on. */
  readonly closedReason: string | null
  readonly sendCurrency: CurrencyCode
  readonly receiveCurrency: CurrencyCode
  /** What the card is charged in. */
  readonly chargeCurrency: CurrencyCode
  readonly marginBps: bigint
  readonly fee: Money
  /** Bounds of a pay-out: the rails' and, where it is narrower, the operator's own. Null where none is known. */
  readonly minReceive: Money | null
  readonly maxReceive: Money | null
}

/** The currency to charge where the card provider cannot charge the sender's own, such as USD for GHS. */
export type ChargeCurrencies = { readonly [C in CurrencyCode]?: CurrencyCode }
