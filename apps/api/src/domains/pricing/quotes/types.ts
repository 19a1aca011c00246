import type { CountryCode, DestinationCode, Quote } from '@sesa/contract'
import type { CurrencyCode, Money, Rate } from '@sesa/money'
import type { Current } from '../../../db/configuration.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { PayMethod } from '../../../db/schema/collections.ts'

/** The side of a price that the customer typed and that stays exact; the other side is computed. */
export type FixedSide = 'send' | 'receive'

/**
 * The charge, in the charge currency C, and its parts in the ledger: total = fee + margin + principal, exactly. C is the
 * sender's currency, or with a card another where the card provider cannot charge that one.
 */
export interface Charge {
  readonly total: Money
  readonly fee: Money
  readonly margin: Money
  /** The amount exchanged into the recipient's currency. */
  readonly principal: Money
  /** Sender's currency → C; 1 when they are the same. */
  readonly rate: Rate
}

/** A price: amount sent, cost and amount received, in minor units, without an expiry. */
export interface Price {
  readonly from: CountryCode
  readonly to: DestinationCode
  readonly fix: FixedSide
  /** The amount exchanged, in the sender's currency, without the fee. */
  readonly send: Money
  readonly fee: Money
  /** send + fee: the customer's total, in the sender's currency. */
  readonly total: Money
  readonly receive: Money
  /** The customer's rate, including the margin: sender's currency → recipient's currency. */
  readonly rate: Rate
  readonly mid: Rate
  /** Time of the mid rate at its source. */
  readonly midAt: Date
  /** Our margin from the customer's rate, in the sender's currency; part of `send`, never negative. */
  readonly margin: Money
  readonly charge: Charge
  /** The row of `rate_snapshots` behind every rate above. */
  readonly snapshotId: bigint
  /** The price list of fee and margin; null for quotes older than the lists. */
  readonly priceVersion: bigint | null
}

/**
 * A price with the amount that counts towards limits: its total in US dollars at the mid rate of the same time, half-even.
 */
export interface Priced extends Price {
  readonly usd: Money<'USD'>
  readonly payWith: PayMethod
  /** Calendar days until it is normally paid: the bank's for a debit, none for other ways. */
  readonly paidAfterDays: number
  /** The version of the configuration that it follows from. */
  readonly configurationVersion: bigint
}

/** A price locked for one user. The row never changes. */
export interface StoredQuote extends Price {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Latest normal time of arrival, as shown to the customer. */
  readonly deliverBy: Date
}

/** `amount` is in the sender's currency with `fix: send`, in the recipient country's with `fix: receive`. */
export interface PriceRequest {
  readonly from: CountryCode
  readonly to: CountryCode
  readonly fix: FixedSide
  readonly amount: Money
  /** Each way has prices of its own. Default: the card. */
  readonly payWith?: PayMethod
  /** True for a network that takes whole units only: the total is rounded up, as part of the fee. */
  readonly wholeUnits?: boolean
}

export interface Quotes {
  /**
   * Returns the current price. Throws Refused `corridor_unavailable`, `rate_unavailable`, `amount_below_minimum` or
   * `amount_above_limit`.
   */
  price(request: PriceRequest, current: Current): Priced
  /**
   * Returns the statement that locks a price for the user for 30 minutes of the database's clock, to be part of another. It
   * returns the row, but stores and returns nothing when the configuration has changed since the price.
   */
  storing(userId: string, price: Priced): RawBuilder<{ readonly id: string }>
  get(tx: Tx, id: string): Promise<StoredQuote | undefined>
  /** Returns true once the lock has expired by the database's clock, or for an unknown id. */
  expired(tx: Tx, id: string): Promise<boolean>
  /** Returns the price in the contract's form, with the expiry it would have if it were stored now: for `rate_changed`. */
  preview(price: Priced, current: Current): Quote
  /** Converts US dollars back, rounded down, so that the result never counts as more. Throws Refused `rate_unavailable`. */
  fromUsd(dollars: Money<'USD'>, currency: CurrencyCode, current: Current): Money
}
