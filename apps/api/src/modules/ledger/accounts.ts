import type { CurrencyCode, Money } from '@sesa/money'

/** The chart of accounts, without currencies; migrations 003 and 026 say what each is. */
export type AccountName =
  'card_clearing' | 'customer' | 'fee' | 'margin' | 'fx' | 'payout_float' | 'disputes' | 'losses' | 'bank'

/** An account: one name in one currency. */
export type Account = `${AccountName}:${CurrencyCode}`

/** Money from one account to another of the same currency. What leaves one arrives at the other, so every entry balances. */
export interface Posting {
  readonly from: AccountName
  readonly to: AccountName
  readonly amount: Money
}

/** What an entry books. All but the first three are corrections of what had already ended. */
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

/**
 * What is booked at once: for one transfer, one kind at most once, for ever. What an operator orders is booked under the
 * order's own id instead of the transfer's.
 */
export interface Entry {
  readonly transferId: string
  readonly kind: EntryKind
  readonly postings: readonly Posting[]
}
