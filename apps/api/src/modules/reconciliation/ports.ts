import type { Money } from '@sesa/money'

/** What an entry in the card provider's books is for. `other`: fees, pay-outs to our bank; not compared. */
export type CardEntryKind = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal' | 'other'

/** One movement in the card provider's own books, in the currency of the charge it belongs to. */
export interface CardEntry {
  readonly id: string
  readonly kind: CardEntryKind
  readonly paymentId: string | null
  /** Minor units, never negative: the kind says which way it went. */
  readonly amount: bigint
  /** ISO code in capitals. */
  readonly currency: string
  readonly at: Date
}

/** A payment as the card provider holds it. */
export interface CardPaymentState {
  readonly id: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  readonly transferId: string | null
  readonly at: Date
}

/** A page of a provider's list, newest first; `next` is what to ask with for the one after it. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly next: string | null
}

/** The card provider's own books. A page that cannot be read throws. */
export interface CardBooks {
  entries(since: Date, after: string | null): Promise<Page<CardEntry>>
  payments(since: Date, after: string | null): Promise<Page<CardPaymentState>>
}

/** The operators' own word on a pay-out, by our reference. */
export interface PayoutBooks {
  status(reference: string): Promise<PayoutReport>
}

export interface PayoutReport {
  readonly status: 'completed' | 'pending' | 'not_found' | 'failed' | 'unknown'
  /** What it is for, where the operator tells. */
  readonly amount?: Money | undefined
}
