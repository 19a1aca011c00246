import type { Money } from '@sesa/money'
import type { Collector } from '../../transfers/index.ts'

/**
 * The kind of an entry in the card provider's books. `bank_transfer`: between the balance and our bank, either way. `fee`:
 * a fee that belongs to no charge. `other`: anything else.
 */
export type CardEntryKind =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'bank_transfer'
  | 'fee'
  | 'other'

/** The effect of an entry on our balance with the card provider, in signed minor units: positive amounts are credited. */
export interface BalanceChange {
  /** ISO code in capitals; differs from the charge's if the provider converts. */
  readonly currency: string
  /** Amount before the fee. */
  readonly amount: bigint
  /** Kept by the provider; negative when it returns one. */
  readonly fee: bigint
  /** `amount` without `fee`. */
  readonly net: bigint
}

/** One movement in the card provider's own books, in the currency of the charge it belongs to. */
export interface CardEntry {
  readonly id: string
  readonly kind: CardEntryKind
  readonly paymentId: string | null
  /** A debit that its bank has not paid, or its reversal: money that our books never have. */
  readonly isUnpaid?: true
  /** Minor units, never negative: the kind gives the direction. */
  readonly amount: bigint
  /** ISO code in capitals. */
  readonly currency: string
  readonly at: Date
  readonly balance: BalanceChange
}

/** A payment in the card provider's books. */
export interface CardPaymentState {
  readonly id: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  readonly transferId: string | null
  /** The encrypted transfer stored with the payment; null without one. */
  readonly record: string | null
  readonly at: Date
}

/** A page of a provider's list, newest first; `next` is the cursor of the following page. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** The card provider's own books. Throws when a page cannot be read. */
export interface CardBooks {
  entries(since: Date, after: string | null): Promise<Page<CardEntry>>
  payments(since: Date, after: string | null): Promise<Page<CardPaymentState>>
}

/** The carriers' own status of a payout, by our reference. */
export interface PayoutBooks {
  status(reference: string): Promise<PayoutReport>
}

/** The collectors by name, each with its own status of a request to pay. */
export interface CollectionBooks {
  /** @throws Error for a name that this deployment does not have. */
  of(name: string): Pick<Collector, 'status'>
}

export interface PayoutReport {
  readonly status: 'completed' | 'pending' | 'not_found' | 'failed' | 'unknown'
  /** The amount, if the carrier reports it. */
  readonly amount?: Money | undefined
}
