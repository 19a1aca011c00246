import { headlineOf, type OpenTransfer, type TransferDetail, type TransferStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatTime } from '@sesa/ui/format.ts'

// The app's words about a transfer's money: on its page, on the home page and on a receipt. The contract has those that
// staff read too. The comment above each claim names the fact that makes it true. A hold may keep the money, so no sentence here promises that a held
// transfer's money continues or is refunded. The sentences of the timeline, of notices and of emails come from the API.

/**
 * The provider reported, after the attempt, that the payment is open and unpaid, or closed (`failureKindOf`); or every
 * request on the phone ended without money, and the price has expired.
 */
export const UNPAID = i18n.t('You weren’t charged and nothing was sent. We’ve kept your details.')

/** The receipt was refused as `payment_not_successful`: the provider reported that nothing was charged. */
export const UNPAID_WITHOUT_RECEIPT = i18n.t('You weren’t charged, so there’s no receipt.')

/** Returns the line above the headline (spec, section 4): successful if captured and sent, processing or on hold. */
export function resultOf(status: TransferStatus): string {
  // The bank has not answered yet.
  if (status === 'awaiting_payment') return i18n.t('Your payment is processing.')
  return status === 'sent' || status === 'processing' || status === 'held'
    ? i18n.t('Payment Successful')
    : i18n.t('Payment Failed')
}

/** Returns the label of a timeline step, true before, during and after it. */
export function stepLabel(
  step: TransferDetail['timeline'][number]['step'],
  { status, network_label }: Pick<TransferDetail, 'status' | 'network_label'>,
): string {
  switch (step) {
    case 'created':
      return i18n.t('Started')
    // The charge is in our books.
    case 'paid':
      return i18n.t('Paid')
    // The pay-out is the next step, or its request was recorded. A hold may keep the money.
    case 'paying_out':
      return status === 'held'
        ? i18n.t('Asked {network_label} to pay', { network_label })
        : i18n.t('Sending to {network_label}', { network_label })
    case 'checking':
      return i18n.t('Asking {network_label}', { network_label })
    case 'sent':
      return i18n.t('Delivered')
    // The carrier refused permanently.
    case 'failed':
      return i18n.t('Not delivered')
    case 'refunding':
      return i18n.t('Refund started')
    // Also true of a refund that the card returned.
    case 'refunded':
      return i18n.t('Refund sent')
    case 'cancelled':
      return i18n.t('Payment closed')
    case 'held':
      return i18n.t('In review')
  }
}

/** Below this, the time left changes every second; above, every half minute. */
const LAST_MINUTE_MS = 60_000

/** Returns how long to wait before the words change again. */
export function nextTick(leftMs: number): number {
  return leftMs > LAST_MINUTE_MS ? 30_000 : 1_000
}

interface OpenWords {
  readonly word: string
  readonly text: string
  /** Red only if the money did not arrive; amber otherwise. */
  readonly failed: boolean
}

/** Describes on the home page the progress of an open transfer, and when it arrives. */
export function openTransferWords(open: OpenTransfer, now: Date): OpenWords {
  return { word: headlineOf(open), text: progressOf(open, now), failed: open.status === 'failed' }
}

function progressOf({ status, delivery_estimate, notice }: OpenTransfer, now: Date): string {
  if (notice !== null) return notice
  // By mobile money: no request was approved yet.
  if (status === 'awaiting_payment') return i18n.t('Approve the payment on your phone, or pay another way.')
  if (status === 'checking') return i18n.t('We’re checking your payment. Don’t pay again.')
  if (status === 'held') return i18n.t('We’re checking it.')
  if (status === 'failed') return i18n.t('We’re refunding you.')
  const by = new Date(delivery_estimate)
  if (by <= now) return i18n.t('Taking longer than usual. We’re on it.')
  const isToday = formatDate(delivery_estimate) === formatDate(now.toISOString())
  const time = formatTime(delivery_estimate)
  return i18n.t('Arrives by {time}', { time: isToday ? time : `${formatDate(delivery_estimate)}, ${time}` })
}

/** Describes a failed, refunded or cancelled transfer, for a receipt printed later; null otherwise. */
export function endOf(status: TransferStatus): string | null {
  switch (status) {
    // The card provider reported that the refund succeeded, or staff booked that we repaid another way.
    case 'refunded':
      return i18n.t('This transfer didn’t go through. We’ve refunded you in full.')
    // No pay-out can arrive any more, and we owe the refund.
    case 'failed':
      return i18n.t('This transfer didn’t go through. We’re refunding you in full.')
    case 'cancelled':
      return i18n.t('This transfer was cancelled.')
    case 'awaiting_payment':
    case 'held':
    case 'processing':
    case 'sent':
      return null
  }
}
