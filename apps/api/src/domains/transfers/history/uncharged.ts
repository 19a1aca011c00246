import { Refused } from '../../../lib/refused.ts'
import type { PaymentAnswer } from '../steps/step.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** Shown to the customer while it is unknown whether the card was charged. It never says that nothing was charged. */
export const CHECKING_PAYMENT =
  'We’re still checking with the card provider whether you paid. Don’t pay again. Check back in a moment.'

const CHECKING_WALLET =
  'We’re still checking with your network whether you paid. Don’t pay again. Check back in a moment.'

/** Returns the refusal while it is unknown whether the customer paid. */
export const checkingPayment = ({ pay_method }: Pick<TransferRow, 'pay_method'>): Refused =>
  pay_method === 'momo'
    ? new Refused('mobile_money_unavailable', { retryAfter: 5, message: CHECKING_WALLET })
    : new Refused('card_provider_unavailable', { retryAfter: 5, message: CHECKING_PAYMENT })

/** Returns true while the provider has not reported whether an opened payment was charged. */
export function isPaymentChecked({
  state,
  captured_at,
  charge_unknown,
}: Pick<TransferRow, 'state' | 'captured_at' | 'charge_unknown'>): boolean {
  return state === 'awaiting_payment' && captured_at === null && charge_unknown
}

/** Returns true while the bank has yet to answer a debit that the customer has authorized. */
export function isDebiting({
  state,
  captured_at,
  debit_started_at,
}: Pick<TransferRow, 'state' | 'captured_at' | 'debit_started_at'>): boolean {
  return state === 'awaiting_payment' && captured_at === null && debit_started_at !== null
}

/**
 * Returns true once a payment can be shown: our books have its charge, the provider closed it, or its bank is being asked.
 */
export function isChargeKnown(row: Parameters<typeof isDebiting>[0]): boolean {
  return row.captured_at !== null || row.state === 'cancelled' || isDebiting(row)
}

/**
 * Refuses a transfer without a charge. "Not charged" requires a report of the provider: that the payment is closed, or,
 * read after this call began (`paymentAnswer`), that it is open and unpaid.
 */
export function requireCharge(row: TransferRow, paymentAnswer: PaymentAnswer | null): void {
  if (row.captured_at !== null || isDebiting(row)) return
  const byWallet = row.pay_method === 'momo'
  if (row.state === 'cancelled') {
    if (row.cancel_reason === 'declined') throw new Refused('cards_declined')
    // A wallet may pay later: then the money is given back.
    const late = byWallet && { message: 'This price has expired, so nothing was sent. Get a new one.' }
    if (row.cancel_reason === 'expired') throw new Refused('quote_expired', { ...late })
    throw new Refused('payment_not_successful')
  }
  if (paymentAnswer === 'uncharged') {
    const message = 'This payment has not been approved, so nothing was sent. Pay it, or start again.'
    throw new Refused('payment_not_successful', byWallet ? { message } : {})
  }
  if (paymentAnswer === 'processing' && byWallet) throw new Refused('payment_attempt_open', { retryAfter: 5 })
  throw checkingPayment(row)
}
