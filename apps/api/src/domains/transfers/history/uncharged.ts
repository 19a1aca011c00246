import { Refused } from '../../../lib/refused.ts'
import type { CardAnswer } from '../steps/step.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** Shown to the customer while it is unknown whether the card was charged. It never says that nothing was charged. */
export const CHECKING_PAYMENT =
  'We’re still checking with the card provider whether you paid. Don’t pay again. Check back in a moment.'

export const checkingPayment = (): Refused =>
  new Refused('card_provider_unavailable', { retryAfter: 5, message: CHECKING_PAYMENT })

/** Returns true while the card provider has not reported whether the card of an opened payment was charged. */
export function isPaymentChecked({
  state,
  captured_at,
  charge_unknown,
}: Pick<TransferRow, 'state' | 'captured_at' | 'charge_unknown'>): boolean {
  return state === 'awaiting_payment' && captured_at === null && charge_unknown
}

/**
 * Returns true once we know whether the card was charged: our books have the charge, or the card provider closed the payment.
 */
export function isChargeKnown({ captured_at, state }: Pick<TransferRow, 'captured_at' | 'state'>): boolean {
  return captured_at !== null || state === 'cancelled'
}

/**
 * Refuses a transfer without a charge. "Not charged" requires a report of the card provider: that the payment is closed, or,
 * read after this call began (`cardAnswer`), that it is open and unpaid.
 */
export function requireCharge(row: TransferRow, cardAnswer: CardAnswer | null): void {
  if (row.captured_at !== null) return
  if (row.state === 'cancelled') {
    if (row.cancel_reason === 'declined') throw new Refused('cards_declined')
    throw new Refused(row.cancel_reason === 'expired' ? 'quote_expired' : 'payment_not_successful')
  }
  if (cardAnswer === 'uncharged') throw new Refused('payment_not_successful')
  throw checkingPayment()
}
