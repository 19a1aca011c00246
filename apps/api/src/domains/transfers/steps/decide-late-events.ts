import { isCurrencyCode, money } from '@sesa/money'
import type { Entry } from '../../record/index.ts'
import type { PaymentDispute, Payment, PaymentRefund, PayoutStatus } from '../ports.ts'
import type { HoldReason } from '../state/holds.ts'
import { capture, latePayout, refundReturned } from '../state/ledger-entries.ts'
import { isEnd, isGivingBack, mayBePaidOut } from '../state/states.ts'
import { unbookedRefunds, type TransferBalance } from '../state/transfer-balance.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** The providers' current reports about a transfer. */
export interface ProviderReports {
  readonly payment: Payment
  readonly refunds: readonly PaymentRefund[]
  readonly disputes: readonly PaymentDispute[]
  /** The ids of the fraud warnings. */
  readonly warnings: readonly string[]
  /** `pending` when the rail was not queried, because its answer would not matter. */
  readonly payout: PayoutStatus
}

/** A late event: its entry, if any, and its hold. */
export interface LateEvent {
  readonly entry: Entry | null
  readonly reason: HoldReason
}

/**
 * Finds the late events, oldest kind first: a charge on a payment considered closed, a refund made by another system or
 * returned, a pay-out that arrives after we gave it up. Disputes are booked by `bookDispute`.
 */
export function findLateEvents(
  transfer: TransferRow,
  balance: TransferBalance,
  { payment, refunds, payout }: ProviderReports,
): readonly LateEvent[] {
  return [
    ...lateCapture(transfer, balance, payment),
    ...refundedElsewhere(transfer, balance, refunds),
    ...returnedRefund(transfer, balance, refunds),
    ...deliveredAfterAll(transfer, balance, payout),
  ]
}

/**
 * Returns true when the carrier delivered and the card provider has no refund of ours yet. The transfer can end as sent, if
 * no refund request was recorded either.
 */
export function isDeliveredBeforeRefund(
  { state }: Pick<TransferRow, 'state'>,
  balance: TransferBalance,
  { payout, refunds }: Pick<ProviderReports, 'payout' | 'refunds'>,
): boolean {
  if (state !== 'refunding' || payout.status !== 'completed') return false
  const { succeeded, pending } = unbookedRefunds(refunds, balance)
  return succeeded + pending <= 0n
}

/** Returns true when everything that we owe was refunded at the card provider: it is booked immediately, under any hold. */
export function isRefundSeen(
  { state }: Pick<TransferRow, 'state'>,
  balance: TransferBalance,
  refunds: readonly PaymentRefund[],
): boolean {
  if (state !== 'refunding' && state !== 'refund_failed') return false
  return unbookedRefunds(refunds, balance).succeeded >= balance.owed.amount
}

function lateCapture(
  transfer: TransferRow,
  balance: TransferBalance,
  { status, received, currency }: Payment,
): LateEvent[] {
  const isLate = transfer.state === 'cancelled' && status === 'succeeded' && !balance.has('capture')
  if (!isLate || !isCurrencyCode(currency)) return []
  return [{ entry: capture(transfer, money(received, currency)), reason: 'late_capture' }]
}

/** Finds a charge that was refunded at the card provider, not by us, before it was paid out. */
function refundedElsewhere(
  { state, hold_reason }: TransferRow,
  balance: TransferBalance,
  refunds: readonly PaymentRefund[],
): LateEvent[] {
  const { succeeded, pending } = unbookedRefunds(refunds, balance)
  const isKnown = hold_reason === 'refunded_elsewhere' || balance.givenUp
  if (!mayBePaidOut(state) || isKnown || succeeded + pending <= 0n) return []
  return [{ entry: null, reason: 'refunded_elsewhere' }]
}

/** Finds the newest refund in the books that the provider no longer has. */
function returnedRefund(
  transfer: TransferRow,
  balance: TransferBalance,
  refunds: readonly PaymentRefund[],
): LateEvent[] {
  const { succeeded, pending } = unbookedRefunds(refunds, balance)
  const newest = balance.refunds.at(-1)
  if (newest === undefined || succeeded + pending >= 0n) return []
  return [{ entry: refundReturned(newest.id, newest.amount, transfer), reason: 'refund_returned' }]
}

function deliveredAfterAll(
  transfer: TransferRow,
  balance: TransferBalance,
  { status }: PayoutStatus,
): LateEvent[] {
  if (!isGivingBack(transfer.state) || status !== 'completed' || balance.has('late_payout')) return []
  return [{ entry: latePayout(transfer), reason: 'late_payout' }]
}

/** Decides how to continue after the card events were booked while the rail did not answer. */
export function decideWithoutCarrier({
  state,
  hold_reason,
  refund_order,
}: Pick<TransferRow, 'state' | 'hold_reason' | 'refund_order'>):
  | 'refund_for_staff'
  | 'refund'
  | 'retry_refund'
  | 'retry_later' {
  if (refund_order !== null && isEnd(state)) return 'refund_for_staff'
  if (hold_reason !== null) return 'retry_later'
  if (state === 'refunding') return 'refund'
  return state === 'refund_failed' ? 'retry_refund' : 'retry_later'
}
