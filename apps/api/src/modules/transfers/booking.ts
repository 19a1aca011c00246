import { money } from '@sesa/money'
import type { Entry } from '../ledger/index.ts'
import type { TransferRow } from './store.ts'

const total = (row: TransferRow) => money(row.charge_amount, row.charge_currency)
const principal = (row: TransferRow) =>
  money(row.charge_amount - row.charge_fee - row.charge_margin, row.charge_currency)
const received = (row: TransferRow) => money(row.receive_amount, row.receive_currency)

/** The card was charged: we owe the sender the total. */
export function capture(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'capture',
    postings: [{ from: 'card_clearing', to: 'customer', amount: total(row) }],
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

/** The whole charge went back to the card. */
export function refund(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'refund',
    postings: [{ from: 'customer', to: 'card_clearing', amount: total(row) }],
  }
}

/** A refund that had succeeded came back: we owe the sender again. */
export function refundReturned(row: TransferRow): Entry {
  return {
    transferId: row.id,
    kind: 'refund_returned',
    postings: [{ from: 'card_clearing', to: 'customer', amount: total(row) }],
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
