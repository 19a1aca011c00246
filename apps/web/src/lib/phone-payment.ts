import type { TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

/** One request to pay, on the payer's phone. */
export type Attempt = TransferDetail['pay']['attempts'][number]

/** A request is sent only while the price is valid for this long: the payer then has time to approve it. */
export const PROMPT_MS = 6 * 60_000

/** Returns true for the id of a payment by mobile money. */
export function isByPhone(paymentId: string): boolean {
  return paymentId.startsWith('mm_')
}

/** Returns true while the attempt may still take money. */
export function isOpen({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'prompted' || status === 'code' || status === 'checking'
}

/** Payments whose network was asked, as seen in this window. */
const asked = new Set<string>()

/** Keeps that a payment's network was asked: its step of Send Money then leads to the request, while it is open. */
export function markAsked(paymentId: string): void {
  asked.add(paymentId)
}

export function wasAsked(paymentId: string): boolean {
  return asked.has(paymentId)
}

/** Returns the message for the last attempt's status (spec, section 4). */
export function attemptMessage({ status }: Pick<Attempt, 'status'>): string {
  switch (status) {
    case 'paid':
      return i18n.t('Payment succeeded!')
    case 'prompted':
    case 'code':
    case 'checking':
      return i18n.t('Your payment is processing.')
    case 'failed':
    case 'stopped':
      return i18n.t('Your payment was not successful, please try again.')
    default:
      return i18n.t('Something went wrong.')
  }
}

/** Names the wallet that paid, or of the last attempt: "Orange Money, +231 77 ••• ••56". */
export function payerOf({ networkLabel, phone }: TransferDetail['pay']): string {
  return [networkLabel, phone].filter((part) => part !== null).join(', ')
}
