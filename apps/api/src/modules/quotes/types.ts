import type { CountryCode, DestinationCode, Quote } from '@sesa/contract'
import type { CurrencyCode, Money, Rate } from '@sesa/money'
import type { Tx } from '../../db/index.ts'

/** The side of a price that the person typed and that stays exact; the other side is computed. */
export type FixedSide = 'send' | 'receive'

/**
 * What the card pays, in the charge currency C, and how the ledger takes it apart: total = fee + margin + principal,
 * exactly. C is the sender's currency, or another where the card provider does not present that one.
 */
export interface Charge {
  readonly total: Money
  readonly fee: Money
  readonly margin: Money
  /** What is exchanged into the currency that arrives. */
  readonly principal: Money
  /** Sender's currency → C; 1 when they are the same. */
  readonly rate: Rate
}

/** A price: what is sent, what it costs, what arrives. Amounts in minor units; nothing here has an expiry. */
export interface Price {
  readonly from: CountryCode
  readonly to: DestinationCode
  readonly fix: FixedSide
  /** What is exchanged, in the sender's currency, without the fee. */
  readonly send: Money
  readonly fee: Money
  /** send + fee: what the sender pays, in the sender's currency. */
  readonly total: Money
  readonly receive: Money
  /** The customer's rate, margin included: sender's currency → the currency that arrives. */
  readonly rate: Rate
  readonly mid: Rate
  /** What the customer's rate keeps, in the sender's currency; part of `send`, never negative. */
  readonly margin: Money
  readonly charge: Charge
  /** The row of `rate_snapshots` that every rate above comes from. */
  readonly snapshotId: bigint
}

/** A price with what limits count: its total in US dollars at the mid rate of the same moment, half-even. */
export interface Priced extends Price {
  readonly usd: Money<'USD'>
}

/** A price that is locked for one user. The row never changes. */
export interface StoredQuote extends Price {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** When the money arrives at the latest in the ordinary course, as told to the sender. */
  readonly deliverBy: Date
}

/** `amount` is in the sender's currency with `fix: send`, in the recipient country's with `fix: receive`. */
export interface PriceRequest {
  readonly from: CountryCode
  readonly to: CountryCode
  readonly fix: FixedSide
  readonly amount: Money
}

export interface Quotes {
  /**
   * The price now. Reads the newest rates on a connection of its own, so call it before a transaction.
   * Refused: `corridor_unavailable`, `rate_unavailable`, `amount_below_minimum`, `amount_above_limit`.
   */
  price(request: PriceRequest): Promise<Priced>
  /** Locks a price for the user for 30 minutes of the database's clock. */
  store(tx: Tx, userId: string, price: Price): Promise<StoredQuote>
  get(tx: Tx, id: string): Promise<StoredQuote | undefined>
  /** True once the lock has run out by the database's clock; true for an id that does not exist. */
  expired(tx: Tx, id: string): Promise<boolean>
  /** The price as the contract shows it, with the expiry it would have if it were stored now: for `rate_changed`. */
  preview(price: Price): Promise<Quote>
  /** What limits count: the amount in US dollars at the mid rate, half-even. Refused: `rate_unavailable`. */
  usdEquivalent(amount: Money): Promise<Money<'USD'>>
  /** The other way, rounded down, so that it never counts as more than these dollars. Refused: `rate_unavailable`. */
  fromUsd(dollars: Money<'USD'>, currency: CurrencyCode): Promise<Money>
}
