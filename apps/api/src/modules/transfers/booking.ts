import { money, type Money } from '@sesa/money'
import type { Entry } from '../ledger/index.ts'
import type { TransferRow } from './store.ts'

const total = (row: TransferRow) => money(row.charge_amount, row.charge_currency)
const principal = (row: TransferRow) =>
  money(row.charge_amount - row.charge_fee - row.charge_margin, row.charge_currency)
const received = (row: TransferRow) => money(row.receive_amount, row.receive_currency)

/** The card was charged: we owe the sender what came, the total unless something is amiss. */
export function capture(row: TransferRow, amount: Money = total(row)): Entry {
  return {
    transferId: row.id,
    kind: 'capture',
    postings: [{ from: 'card_clearing', to: 'customer', amount }],
  }
}

/** The money arrived: what we owed became fee, margin and the exchange that paid the recipient. */
export function paidOut(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'paid_out',
    postings: [
      { from: 'customer', to: 'fee', amount: money(row.charge_fee, row.charge_currency) },
      { from: 'customer', to: 'margin', amount: money(row.charge_margin, row.charge_currency) },
      { from: 'customer', to: 'fx', amount: principal(row) },
      { from: 'fx', to: 'payout_float', amount: received(row) },
    ],
  }
}

/** What we owed went back to the card; `id` is the transfer, or the operator's order. */
export function refund(id: string, amount: Money): Entry {
  return {
    transferId: id,
    kind: 'refund',
    postings: [{ from: 'customer', to: 'card_clearing', amount }],
  }
}

/** A refund that had succeeded came back: we owe the sender again. */
export function refundReturned(id: string, amount: Money): Entry {
  return {
    transferId: id,
    kind: 'refund_returned',
    postings: [{ from: 'card_clearing', to: 'customer', amount }],
  }
}

/** The operator paid after it had said that it would not: the money left twice, a loss until it is recovered. */
export function latePayout(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'late_payout',
    postings: [
      { from: 'losses', to: 'fx', amount: principal(row) },
      { from: 'fx', to: 'payout_float', amount: received(row) },
    ],
  }
}

/** The card holder's bank took the charge back until the dispute is decided. */
export function dispute(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'dispute',
    postings: [{ from: 'disputes', to: 'card_clearing', amount: total(row) }],
  }
}

/** The dispute was decided for us: the charge is ours again. */
export function disputeWon(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'dispute_won',
    postings: [{ from: 'card_clearing', to: 'disputes', amount: total(row) }],
  }
}

/** The dispute was decided against us: it settles what we still owe the sender, and is a loss where we owe nothing. */
export function disputeLost(row: TransferRow, isOwed: boolean): Entry {
  return {
    transferId: row.id,
    kind: 'dispute_lost',
    postings: [{ from: isOwed ? 'customer' : 'losses', to: 'disputes', amount: total(row) }],
  }
}
