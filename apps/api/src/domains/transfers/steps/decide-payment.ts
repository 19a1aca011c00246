import type { Payment, ProviderAnswer, StartedDebit } from '../ports.ts'
import type { Claim } from '../state/transfer-row.ts'

/** A capture within this time after the quote's lock expired is still honoured at the locked price. */
const GRACE_MS = 10 * 60 * 1_000

export type PaymentDecision =
  | { readonly next: 'retry_later' }
  /** The payment is still open, or its bank has not answered yet: the card was not charged so far. */
  | { readonly next: 'wait_for_charge'; readonly status: 'uncharged' | 'processing' }
  /** The customer has authorized a debit, which the bank answers days later. */
  | { readonly next: 'record_debit'; readonly debit: StartedDebit }
  /** The bank did not pay. The payment is still open, so it is closed first. */
  | { readonly next: 'close_failed_debit'; readonly failure: string }
  | { readonly next: 'cancel' }
  | { readonly next: 'capture'; readonly payment: Payment }

/** Decides the next action from the card provider's answer about a payment. */
export function decidePayment(
  answer: ProviderAnswer<Payment>,
  transfer: Pick<Claim, 'debit_started_at' | 'cancel_reason'>,
): PaymentDecision {
  if (!answer.ok) return { next: 'retry_later' }
  const payment = answer.value
  const isRecorded = transfer.debit_started_at !== null
  switch (payment.status) {
    case 'succeeded':
      return { next: 'capture', payment }
    case 'cancelled':
      return { next: 'cancel' }
    case 'open':
      if (isRecorded && transfer.cancel_reason === null)
        return { next: 'close_failed_debit', failure: payment.debit?.failure ?? 'debit_failed' }
      return { next: 'wait_for_charge', status: 'uncharged' }
    case 'processing':
      if (!isRecorded && payment.debit?.startedAt) {
        return { next: 'record_debit', debit: { ...payment.debit, startedAt: payment.debit.startedAt } }
      }
      return { next: 'wait_for_charge', status: 'processing' }
  }
}

type Quoted = Pick<Claim, 'id' | 'charge_amount' | 'charge_currency'>

/** Returns true when the charge is the quoted amount of this transfer. Otherwise staff review it. */
export function isAsQuoted({ received, currency, transferId }: Payment, transfer: Quoted): boolean {
  return (
    received === transfer.charge_amount && currency === transfer.charge_currency && transferId === transfer.id
  )
}

/** Returns true when a charge is no longer honoured at its price, and is refunded. */
export function isChargedLate(
  capturedAt: Date,
  { quote_expires_at }: Pick<Claim, 'quote_expires_at'>,
): boolean {
  return capturedAt.getTime() > quote_expires_at.getTime() + GRACE_MS
}

export type CaptureDecision =
  /** Books the charge and pays out or, when it is late or was cancelled, refunds it. */
  | { readonly next: 'route'; readonly late: boolean }
  /** Books the charge; a rule delays the pay-out. */
  | { readonly next: 'delay' }
  /** Books the charge; provider events about it are handled before anything is paid out. */
  | { readonly next: 'book_and_check' }
  /** Books the charge and stops: the card exceeded its limit across all accounts. */
  | { readonly next: 'hold_card_limit'; readonly late_events_pending: boolean }

/** Decides how to handle a charge that is as quoted. `isCardAboveLimit` is about its card, across all accounts. */
export function decideCapture(
  { disputed, refunded, review }: Pick<Payment, 'disputed' | 'refunded' | 'review'>,
  capturedAt: Date,
  transfer: Pick<
    Claim,
    'quote_expires_at' | 'late_events_pending' | 'cancel_reason' | 'payout_delay_minutes'
  >,
  isCardAboveLimit: boolean,
): CaptureDecision {
  const late = isChargedLate(capturedAt, transfer)
  const inDoubt = disputed || refunded || review?.status === 'open' || transfer.late_events_pending
  if (isCardAboveLimit && !late && transfer.cancel_reason === null) {
    return { next: 'hold_card_limit', late_events_pending: inDoubt }
  }
  if (!late && inDoubt) return { next: 'book_and_check' }
  const isDelayed = transfer.payout_delay_minutes > 0 && transfer.cancel_reason === null
  return !late && isDelayed ? { next: 'delay' } : { next: 'route', late }
}

/** Facts added by the charge of a transfer on hold, for the end of the hold. */
export interface HeldCapture {
  /** True if provider events about the charge must be handled immediately. */
  readonly late_events_pending: boolean
  /** A charge that is too late is refunded once the hold ends. */
  readonly cancel_reason: Claim['cancel_reason']
  /** A hold beneath the current one. */
  readonly hold: 'card_limit' | null
}

/** Decides like `decideCapture`, for a transfer on hold: nothing is paid out or refunded before the hold ends. */
export function decideHeldCapture(
  payment: Parameters<typeof decideCapture>[0],
  capturedAt: Date,
  transfer: Parameters<typeof decideCapture>[2],
  isCardAboveLimit: boolean,
): HeldCapture {
  const decision = decideCapture(payment, capturedAt, transfer, isCardAboveLimit)
  const isHeld = decision.next === 'hold_card_limit'
  const isLate = decision.next === 'route' && decision.late
  return {
    late_events_pending:
      transfer.late_events_pending ||
      decision.next === 'book_and_check' ||
      (isHeld && decision.late_events_pending),
    cancel_reason: transfer.cancel_reason ?? (isLate ? 'expired' : null),
    hold: isHeld ? 'card_limit' : null,
  }
}
