import { headlineOf, type OpenTransfer, type TransferDetail, type TransferStatus } from '@sesa/contract'
import { formatDate, formatMinor, formatTime } from '@sesa/ui/format.ts'

// The app's words about a transfer's money: on its page, on the home page and on a receipt. The contract has those that
// staff read too. The comment above each claim names the fact that makes it true. A hold may keep the money, so no sentence here promises that a held
// transfer's money continues or is refunded. The sentences of the timeline, of notices and of emails come from the API.

/** Banks take up to this long to show a refund. */
const WHEN = 'It can take your bank up to 10 days to show it.'

/** The card provider reported, after the attempt, that the payment is open and unpaid, or closed (`failureKindOf`). */
export const UNPAID = 'Your card was not charged and nothing was sent. We’ve kept your details.'

/** The receipt was refused as `payment_not_successful`: the card provider reported that the card was not charged. */
export const UNPAID_WITHOUT_RECEIPT = 'Your card was not charged, so there’s no receipt.'

/** Returns the line above the headline (spec, section 4): successful if captured and sent, processing or on hold. */
export function resultOf(status: TransferStatus): 'Payment Successful' | 'Payment Failed' {
  return status === 'sent' || status === 'processing' || status === 'held'
    ? 'Payment Successful'
    : 'Payment Failed'
}

/** Returns the label of a timeline step, true before, during and after it. */
export function stepLabel(
  step: TransferDetail['timeline'][number]['step'],
  { status, network_label }: Pick<TransferDetail, 'status' | 'network_label'>,
): string {
  switch (step) {
    case 'created':
      return 'Started'
    // The charge is in our books.
    case 'paid':
      return 'Paid'
    // The pay-out is the next step, or its request was recorded. A hold may keep the money.
    case 'paying_out':
      return status === 'held' ? `Asked ${network_label} to pay` : `Sending to ${network_label}`
    case 'checking':
      return `Asking ${network_label}`
    case 'sent':
      return 'Delivered'
    // The carrier refused permanently.
    case 'failed':
      return 'Not delivered'
    case 'refunding':
      return 'Refund started'
    // Also true of a refund that the card returned.
    case 'refunded':
      return 'Refund sent'
    case 'cancelled':
      return 'Payment closed'
    case 'held':
      return 'In review'
  }
}

/** Below this, the time left changes every second; above, every half minute. */
const LAST_MINUTE_MS = 60_000

/** Returns how long to wait before the words change again. */
export function nextTick(leftMs: number): number {
  return leftMs > LAST_MINUTE_MS ? 30_000 : 1_000
}

type Cancelled = Pick<TransferDetail, 'charge' | 'recipient' | 'status' | 'timeline'>

const charged = ({ charge }: Pick<TransferDetail, 'charge'>): string =>
  formatMinor(charge.amount, charge.currency)

/** Describes the expected result of a cancellation, before the customer confirms it. */
export function cancelQuestion(detail: Cancelled): { text: string; confirm: string } {
  // The hold decides, so nothing is promised.
  if (detail.status === 'held') {
    return {
      text: 'We’re reviewing this transfer. We’ll record your request to cancel and tell you what happens.',
      confirm: 'Ask to cancel',
    }
  }
  // A pay-out request was recorded, and its outcome is open.
  const inProgress = detail.timeline.some(({ step, at }) => step === 'paying_out' && at !== null)
  if (inProgress) {
    return {
      text: `The money is already on its way to ${detail.recipient}. If it’s been delivered, we cannot cancel. Otherwise, we’ll refund ${charged(detail)}, fee included. ${WHEN}`,
      confirm: 'Ask to cancel',
    }
  }
  // No money has left us.
  return {
    text: `We’ll refund ${charged(detail)} to your card, fee included. ${WHEN} If the money leaves for ${detail.recipient} before we can stop it, we’ll tell you.`,
    confirm: 'Cancel the transfer',
  }
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
  if (status === 'checking') return 'We’re checking your payment. Don’t pay again.'
  if (status === 'held') return 'We’re checking it.'
  if (status === 'failed') return 'We’re refunding you.'
  const by = new Date(delivery_estimate)
  if (by <= now) return 'Taking longer than usual. We’re on it.'
  const isToday = formatDate(delivery_estimate) === formatDate(now.toISOString())
  return `Arrives by ${isToday ? '' : `${formatDate(delivery_estimate)}, `}${formatTime(delivery_estimate)}`
}

/** Describes a failed, refunded or cancelled transfer, for a receipt printed later; null otherwise. */
export function endOf(status: TransferStatus): string | null {
  switch (status) {
    // The card provider reported that the refund succeeded, or staff booked that we repaid another way.
    case 'refunded':
      return 'This transfer didn’t go through. We’ve refunded you in full.'
    // No pay-out can arrive any more, and we owe the refund.
    case 'failed':
      return 'This transfer didn’t go through. We’re refunding you in full.'
    case 'cancelled':
      return 'This transfer was cancelled.'
    case 'held':
    case 'processing':
    case 'sent':
      return null
  }
}
