import { compare, money, subtract, type Money } from '@sesa/money'
import type { Entry } from '../../ledger/index.ts'
import type { TransferRow } from './transfer-row.ts'

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

/**
 * The money arrived: what we owed became fee, margin and the exchange that paid the recipient. What `owed` lacks of the
 * charge went back to the card while the money was on its way, and is a loss.
 */
export function paidOut(row: TransferRow, owed: Money = total(row)): Entry {
  return {
    transferId: row.id,
    kind: 'paid_out',
    postings: [
      { from: 'losses', to: 'customer', amount: subtract(total(row), owed) },
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

/** What we owed was paid back from our bank account; `order` is the operator's who says so. */
export function repaid(order: string, amount: Money): Entry {
  return { transferId: order, kind: 'repaid', postings: [{ from: 'customer', to: 'bank', amount }] }
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

/** The loss that a late pay-out was booked as is none: nothing was given back to the sender. */
export function latePayoutUndone(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'late_payout_undone',
    postings: [
      { from: 'fx', to: 'losses', amount: principal(row) },
      { from: 'payout_float', to: 'fx', amount: received(row) },
    ],
  }
}

/** The card holder's bank took a charge or a part of it back until the dispute with this id is decided. */
export function dispute(id: string, amount: Money): Entry {
  return { transferId: id, kind: 'dispute', postings: [{ from: 'disputes', to: 'card_clearing', amount }] }
}

/** The dispute was decided for us: what was taken back is ours again. */
export function disputeWon(id: string, amount: Money): Entry {
  return {
    transferId: id,
    kind: 'dispute_won',
    postings: [{ from: 'card_clearing', to: 'disputes', amount }],
  }
}

/** The dispute was decided against us: it settles what we still owe the sender, and is a loss beyond that. */
export function disputeLost(id: string, amount: Money, owed: Money): Entry {
  const settled = compare(owed, amount) < 0 ? owed : amount
  return {
    transferId: id,
    kind: 'dispute_lost',
    postings: [
      { from: 'customer', to: 'disputes', amount: settled },
      { from: 'losses', to: 'disputes', amount: subtract(amount, settled) },
    ],
  }
}
