import { compare, money, subtract, type Money } from '@sesa/money'
import type { Entry } from '../../record/index.ts'
import type { Clearing } from '../../../db/schema/collections.ts'
import type { TransferRow } from './transfer-row.ts'

const total = (row: TransferRow) => money(row.charge_amount, row.charge_currency)
const principal = (row: TransferRow) =>
  money(row.charge_amount - row.charge_fee - row.charge_margin, row.charge_currency)
const received = (row: TransferRow) => money(row.receive_amount, row.receive_currency)

/** Books a charge: we owe the customer the amount received, by default the total. */
export function capture(row: TransferRow, amount: Money = total(row)): Entry {
  return {
    transferId: row.id,
    kind: 'capture',
    postings: [{ from: row.clearing, to: 'customer', amount }],
  }
}

/**
 * Books a delivery: the amount owed becomes fee, margin and the exchange that paid the recipient. If `owed` is less than the
 * charge, the difference was returned to the card while the pay-out was in flight, and is a loss.
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

/** Returns the account that a refund leaves: MTN refunds what it collected from the account of its pay-outs. */
export const refundedFrom = (clearing: Clearing): Clearing =>
  clearing === 'collection_float' ? 'payout_float' : clearing

/** Books a refund of owed money, the way it was paid; `id` is the transfer or the staff action. */
export function refund(id: string, amount: Money, { clearing }: Pick<TransferRow, 'clearing'>): Entry {
  return {
    transferId: id,
    kind: 'refund',
    postings: [{ from: 'customer', to: refundedFrom(clearing), amount }],
  }
}

/** Books a repayment of owed money from our bank account; `actionId` is the staff action that reports it. */
export function repaid(actionId: string, amount: Money): Entry {
  return { transferId: actionId, kind: 'repaid', postings: [{ from: 'customer', to: 'bank', amount }] }
}

/** Books the return of a successful refund: we owe the customer again. */
export function refundReturned(
  id: string,
  amount: Money,
  { clearing }: Pick<TransferRow, 'clearing'>,
): Entry {
  return {
    transferId: id,
    kind: 'refund_returned',
    postings: [{ from: refundedFrom(clearing), to: 'customer', amount }],
  }
}

/** Books a pay-out made after the carrier reported a failure: the money left twice, which is a loss until it is recovered. */
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

/** Reverses the loss of a late pay-out: nothing was refunded to the customer. */
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

/** Books a dispute: the cardholder's bank took back a charge or part of it until it decides the dispute with this id. */
export function dispute(id: string, amount: Money): Entry {
  return { transferId: id, kind: 'dispute', postings: [{ from: 'disputes', to: 'card_clearing', amount }] }
}

/** Books a won dispute: the disputed amount is ours again. */
export function disputeWon(id: string, amount: Money): Entry {
  return {
    transferId: id,
    kind: 'dispute_won',
    postings: [{ from: 'card_clearing', to: 'disputes', amount }],
  }
}

/** Books a lost dispute: it settles what we still owe the customer, and the rest is a loss. */
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
