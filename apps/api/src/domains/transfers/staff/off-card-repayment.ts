import { formatMoney, subtract, type Money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import type { PayInOf } from '../ways-to-pay/pay-in.ts'
import { refundeeOf } from '../ways-to-pay/payer.ts'
import { post } from '../../record/index.ts'
import { refund, repaid } from '../state/ledger-entries.ts'
import { unbookedRefunds, type TransferBalance } from '../state/transfer-balance.ts'
import type { PaymentDispute, PaymentRefund } from '../ports.ts'
import { isEnd } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { addRepaid } from '../state/transitions.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** The card provider's reports about a transfer's charge, and the transfer's wake version at that time. */
export interface SeenCards {
  readonly wake_version: number
  readonly refunds: readonly PaymentRefund[]
  readonly disputes: readonly PaymentDispute[]
}

/** The amounts that we owe: the part refunded to the card without an entry in our books, and the rest. */
interface Missing {
  readonly arrived: Money
  readonly rest: Money
}

/** Reads the card provider's reports about a transfer's charge. @throws Refused when there is no such charge or no answer. */
export async function readCards(
  { db, payInOf }: { readonly db: Db; readonly payInOf: PayInOf },
  reference: string,
): Promise<SeenCards> {
  const row = await db
    .selectFrom('transfers')
    .select(['id', 'reference', 'wake_version', 'payment_intent_id', 'pay_method', 'collection_id'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row === undefined || row.payment_intent_id === null) throw actionRefused(`${reference} has no charge.`)
  const refunds = await payInOf(row).listRefunds(row)
  const disputes = await payInOf(row).listDisputes(row)
  if (!refunds.ok || !disputes.ok) {
    throw actionRefused(
      'The provider of the payment isn’t answering, so the amount owed is unknown. Try again.',
    )
  }
  return { wake_version: row.wake_version, refunds: refunds.value, disputes: disputes.value }
}

/**
 * Returns the amount that we still owe the customer because the card did not accept it. @throws Refused while any of it may
 * still be returned through the card or its holder's bank.
 */
export function missingOf(row: TransferRow, balance: TransferBalance, seen: SeenCards): Missing {
  const { reference } = row
  // On hold, a transfer that has not ended does not continue its refund.
  if (row.refund_order !== null && isEnd(row.state)) {
    throw actionRefused(`A refund of ${reference} is requested and may still arrive. Wait for the result.`)
  }
  const { owed } = balance
  if (owed.amount <= 0n) throw actionRefused(`Nothing is owed to the sender of ${reference}.`)
  if (row.wake_version !== seen.wake_version || !isBooked(seen.disputes, balance)) {
    throw actionRefused(
      `The provider of the payment reports an unbooked entry for ${reference}. Wait for the booking, or see docs/runbooks/reconciliation.md.`,
    )
  }
  if (balance.disputes.some(({ decided }) => !decided)) {
    throw actionRefused(`The dispute of ${reference} is undecided, so the bank may return the money itself.`)
  }
  const { succeeded, pending } = unbookedRefunds(seen.refunds, balance)
  if (pending > 0n) throw actionRefused(`A refund of ${reference} is in progress. Wait for the result.`)
  if (succeeded < 0n)
    throw actionRefused(`A returned refund of ${reference} isn’t booked yet. Wait for the booking.`)
  if (succeeded >= owed.amount) {
    throw actionRefused(
      `All ${formatMoney(owed)} of ${reference} has already reached the ${refundeeOf(row)}. Use a manual refund to book it.`,
    )
  }
  const arrived = { ...owed, amount: succeeded }
  return { arrived, rest: subtract(owed, arrived) }
}

/** Returns true when our books agree with the card provider about each dispute. */
function isBooked(disputes: readonly PaymentDispute[], balance: TransferBalance): boolean {
  return disputes.every(({ id, status }) =>
    balance.disputes.some(({ providerId, decided }) => providerId === id && decided === (status !== 'open')),
  )
}

/** Books, under the staff action's id, the part that already reached the card, and the rest as an off-card repayment. */
export async function bookOffCardRepayment(
  tx: Tx,
  row: TransferRow,
  actionId: string,
  { arrived, rest }: Missing,
): Promise<void> {
  if (arrived.amount > 0n) await post(tx, refund(actionId, arrived, row))
  await post(tx, repaid(actionId, rest))
  await addRepaid(tx, row, rest.amount)
}
