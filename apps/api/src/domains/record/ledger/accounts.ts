import type { CurrencyCode, Money } from '@sesa/money'

/** The chart of accounts, without currencies; the migration `003_record.sql` describes each. */
export type AccountName =
  | 'card_clearing'
  | 'customer'
  | 'fee'
  | 'margin'
  | 'fx'
  | 'payout_float'
  | 'collection_float'
  | 'disputes'
  | 'losses'
  | 'bank'
  | 'provider_fees'
  | 'capital'

/** An account: one name in one currency. */
export type Account = `${AccountName}:${CurrencyCode}`

/** Money moved from one account to another of the same currency, so that every entry balances. */
export interface Posting {
  readonly from: AccountName
  readonly to: AccountName
  readonly amount: Money
}

/**
 * The kind of an entry. Of a transfer's entries, all but the first three are corrections, for late provider events and staff
 * actions. From `converted` on, the entry is about a movement at a provider or at our bank (module `treasury`).
 */
export type EntryKind =
  | 'capture'
  | 'paid_out'
  | 'refund'
  | 'refund_returned'
  | 'repaid'
  | 'late_payout'
  | 'late_payout_undone'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'converted'
  | 'provider_fee'
  | 'bank_transfer'
  | 'top_up'
  | 'bank_conversion'
  | 'adjustment'

/**
 * One entry, booked at once: at most one of each kind per transfer, permanently. A staff action or a provider's movement is
 * booked under its own id instead of the transfer's.
 */
export interface Entry {
  readonly transferId: string
  readonly kind: EntryKind
  readonly postings: readonly Posting[]
}
