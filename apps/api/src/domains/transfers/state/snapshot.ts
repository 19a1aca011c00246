import { money } from '@sesa/money'
import { failureText } from './failures.ts'
import { payerOf, refundeeOf } from '../ways-to-pay/payer.ts'
import type { TransferMove, TransferSnapshot } from '../moves.ts'
import { isEnd, isPayoutInFlight, publicStatus, type State } from './states.ts'
import type { TransferRow } from './transfer-row.ts'

/** Returns a transfer for other modules: typed amounts, no lease, no hold reason. */
export function snapshotOf(row: TransferRow): TransferSnapshot {
  return {
    id: row.id,
    paymentId: row.payment_intent_id ?? row.id,
    reference: row.reference,
    userId: row.user_id,
    senderCountry: row.sender_country,
    recipient: {
      name: row.recipient_name,
      phone: row.recipient_phone,
      country: row.country,
      network: row.network,
      hasOtherName: row.name_check === 'different',
    },
    send: money(row.amount, row.currency),
    fee: money(row.fee, row.currency),
    total: money(row.total, row.currency),
    rate: row.rate,
    receive: money(row.receive_amount, row.receive_currency),
    charge: money(row.charge_amount, row.charge_currency),
    payMethod: row.pay_method,
    payer: payerOf(row),
    refundee: refundeeOf(row),
    createdAt: row.created_at,
    paidAt: row.captured_at,
    deliverBy: row.deliver_by,
    debitFailed: row.cancel_reason === 'debit_failed',
    failure: row.failure_code === null ? null : failureText(row.failure_code),
    repaid: row.repaid_amount === null ? null : money(row.repaid_amount, row.charge_currency),
    customerStatus: customerStatusOf(row),
  }
}

/**
 * Returns the customer's status. A transfer with a requested refund or cancellation shows as failed before its refund begins,
 * since it is not paid out.
 */
function customerStatusOf({
  state,
  cancel_reason,
  refund_order,
}: TransferRow): TransferSnapshot['customerStatus'] {
  const before = state === 'awaiting_payment' || state === 'paid'
  const goesBack = refund_order !== null || (before && cancel_reason !== null)
  if (goesBack && !isEnd(state)) return 'failed'
  if (state === 'payout_failed') return 'checking'
  if (isPayoutInFlight(state) && cancel_reason !== null) return 'cancelling'
  const shown = publicStatus(state, false)
  return shown === null || shown === 'held' || shown === 'awaiting_payment' ? 'processing' : shown
}

const ANNOUNCED: readonly TransferMove[] = ['paid', 'sent', 'refunded', 'cancelled']

/**
 * Returns the moves that a transition announces. A failed pay-out is announced only when the refund begins, since the
 * carrier is queried again. A hold placed before the charge is announced together with it.
 */
export function announcementsOf(
  from: State,
  { state: to, hold_reason }: Pick<TransferRow, 'state' | 'hold_reason'>,
): readonly TransferMove[] {
  if (from === 'payout_failed' && to === 'refunding') return ['payout_failed']
  if (to === 'paid' && hold_reason !== null) return ['paid', 'held']
  return ANNOUNCED.filter((known) => known === to)
}
