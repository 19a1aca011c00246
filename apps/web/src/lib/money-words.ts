import type { AnswerOf, calls, OpenTransfer, TransferDetail, TransferStatus } from '@sesa/contract'
import { firstNameOf, formatDate, formatMinor, formatTime } from '@sesa/ui/format.ts'

// The app's words about a transfer's money: on its page, on the home page and on a receipt. The comment above each
// claim names the fact that makes it true. A hold may keep the money, so no sentence here promises that a held
// transfer's money continues or is refunded. The sentences of the timeline, of notices and of emails come from the API.

/** Banks take up to this long to show a refund. */
const WHEN = 'It can take your bank up to 10 days to show it.'

/** The card provider reported, after the attempt, that the payment is open and unpaid, or closed (`failureKindOf`). */
export const UNPAID = 'Your card was not charged and nothing was sent. We’ve kept your details.'

/** The receipt was refused as `payment_not_successful`: the card provider reported that the card was not charged. */
export const UNPAID_WITHOUT_RECEIPT = 'Your card was not charged, so there’s no receipt.'

/** Returns the heading (spec, section 4): successful if captured and sent, processing or on hold. */
export function headingOf(status: TransferStatus): 'Payment Successful' | 'Payment Failed' {
  return status === 'sent' || status === 'processing' || status === 'held'
    ? 'Payment Successful'
    : 'Payment Failed'
}

/** Returns true while we ask the carrier again whether the money arrived. */
export function isBeingChecked({ status, timeline }: Pick<TransferDetail, 'status' | 'timeline'>): boolean {
  return status === 'processing' && timeline.some(({ step, at }) => step === 'checking' && at !== null)
}

/** Returns true once the carrier refused the money permanently; false when the customer or staff stopped the transfer. */
export function isUndelivered({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'failed' && at !== null)
}

interface SentenceParts {
  status: TransferStatus
  checking: boolean
  undelivered: boolean
  recipient: string
  receive: string
  /** Null while we may not say that we are sending: the customer asked to cancel, or we know too little. */
  network: string | null
  /** The wallet's name where it is registered to a different name, so that it is not called the recipient's. */
  wallet?: string | null
}

/** Describes the current state in one sentence. */
export function sentenceOf(parts: SentenceParts): string {
  const { status, checking, undelivered, recipient, receive, network, wallet } = parts
  // The carrier reported a failure and is asked again: it is still unknown where the money is.
  if (checking) return `We’re checking whether ${receive} reached ${wallet ?? recipient}.`
  // Only the carrier's refusal is a failed delivery.
  const failed = undelivered ? 'We couldn’t deliver this transfer' : 'This transfer didn’t go through'
  const into = wallet ?? `${recipient}’s ${network ?? 'mobile money'} wallet`
  switch (status) {
    // The carrier reported that it paid.
    case 'sent':
      return `${receive} has arrived in ${into}.`
    // The card was charged; the pay-out is the next step, or its request was recorded.
    case 'processing':
      return network === null
        ? `Your transfer of ${receive} to ${recipient} is being processed.`
        : `We’re sending ${receive} to ${into}.`
    // The card was charged. The outcome is open.
    case 'held':
      return 'We’ve received your payment and are reviewing this transfer.'
    // No pay-out can arrive any more, and we owe the refund.
    case 'failed':
      return `${failed}, so we’re refunding you in full.`
    // The card provider reported that the refund succeeded, or staff booked that we repaid another way.
    case 'refunded':
      return `${failed}, so we’ve refunded you in full.`
    // The notice next to it says whether the card was charged anyway.
    case 'cancelled':
      return 'This transfer was cancelled.'
  }
}

type Expected = Pick<TransferDetail, 'status' | 'recipient' | 'network_label' | 'timeline'> &
  Partial<Pick<TransferDetail, 'name_check'>>

/** Describes what happens next, and whether the customer must do anything. */
export function nextOf(detail: Expected): string {
  const first = firstNameOf(detail.recipient)
  const isOther = detail.name_check === 'different'
  if (isBeingChecked(detail)) {
    // The carrier's next answer decides between arrival and refund.
    const has = isOther ? 'the money arrived' : `${first} has the money`
    return `We’re checking with ${detail.network_label}. If ${has}, you’re all set. If not, we’ll refund your card in full. There’s nothing you need to do.`
  }
  switch (detail.status) {
    case 'processing':
      return 'This page updates by itself. You can close it.'
    // The carrier reported that it paid.
    case 'sent':
      return isOther ? 'All done. The money can be used now.' : `All done. ${first} can use the money now.`
    case 'held':
      return 'News will show here. There’s nothing you need to do.'
    // A refund always covers the whole charge.
    case 'failed':
      return 'We’re refunding the full amount, fee included, to your card. There’s nothing you need to do.'
    case 'refunded':
    case 'cancelled':
      return 'All done. You can send again whenever you like.'
  }
}

/** Our promise about a transfer in progress without a request to cancel. */
interface Promised {
  /** The latest time, ISO 8601. */
  readonly latest: string
  /** As displayed: "23:28". */
  readonly clock: string
  readonly network: string
  /** Median time of recent transfers to the network; null while there are too few. */
  readonly medianSeconds: number | null
}

/** Below this, the time left changes every second; above, every half minute. */
const LAST_MINUTE_MS = 60_000

/** Returns how long to wait before the words change again. */
export function nextTick(leftMs: number): number {
  return leftMs > LAST_MINUTE_MS ? 30_000 : 1_000
}

/** Describes when the money arrives, as of now: counts down to the latest time, then reports that it takes longer. */
export function arrivalWords({ latest, clock, network, medianSeconds }: Promised, now: number): string {
  const leftMs = Date.parse(latest) - now
  if (leftMs <= 0) return `This is taking longer than usual. We’re checking with ${network}.`
  const promise = `by ${clock} at the latest (${leftText(leftMs)} left)`
  // The median of recent transfers is omitted if it exceeds the promise.
  if (medianSeconds === null || medianSeconds * 1_000 > leftMs) return `Arrives ${promise}`
  return `Usually arrives in ${leftText(medianSeconds * 1_000)} · ${promise}`
}

function leftText(ms: number): string {
  if (ms < LAST_MINUTE_MS) return 'under a minute'
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.round(minutes / 60)} hours`
}

type Cancelled = Pick<TransferDetail, 'charge' | 'recipient' | 'status' | 'timeline'>

const charged = ({ charge }: Cancelled): string => formatMinor(charge.amount, charge.currency)

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

/** Describes the outcome of a cancellation, as the server answered. */
export function cancelAnswer(
  outcome: AnswerOf<typeof calls.cancelTransfer>['outcome'],
  detail: Cancelled,
): { title: string; text: string } {
  switch (outcome) {
    // The card provider closed the payment unpaid.
    case 'cancelled':
      return { title: 'The transfer is cancelled', text: 'Your card was not charged.' }
    // The card was charged, and no pay-out will begin.
    case 'refund':
      return {
        title: 'The transfer is cancelled',
        text: `We’ll refund ${charged(detail)} to your card, fee included. ${WHEN}`,
      }
    case 'recorded':
      return { title: 'We have your request to cancel', text: 'We’ll tell you what happens.' }
    // A pay-out request was recorded, and its outcome is open.
    case 'refund_if_not_delivered':
      return {
        title: 'The money is already on its way',
        text: `We can’t stop it any more. If it doesn’t arrive, we’ll refund ${charged(detail)} to your card, fee included. ${WHEN}`,
      }
  }
}

interface OpenWords {
  readonly word: string
  readonly text: string
  /** Red only if the money did not arrive; amber otherwise. */
  readonly failed: boolean
}

/** Describes on the home page the progress of an open transfer, and when it arrives. */
export function openTransferWords({ status, delivery_estimate, notice }: OpenTransfer, now: Date): OpenWords {
  // It is unknown whether the card was charged.
  if (status === 'checking')
    return {
      word: 'Checking',
      text: notice ?? 'We’re checking your payment. Don’t pay again.',
      failed: false,
    }
  if (status === 'held') return { word: 'On hold', text: notice ?? 'We’re checking it.', failed: false }
  // No pay-out can arrive any more, and we owe the refund.
  if (status === 'failed') return { word: 'Refunding', text: notice ?? 'We’re refunding you.', failed: true }
  // The notice says more than we know about the money: asked to cancel, or being checked.
  if (notice !== null) return { word: 'In progress', text: notice, failed: false }
  // The card was charged, no one asked to cancel, and the pay-out is the next step or in flight.
  const by = new Date(delivery_estimate)
  if (by <= now) return { word: 'On its way', text: 'Taking longer than usual. We’re on it.', failed: false }
  const isToday = formatDate(delivery_estimate) === formatDate(now.toISOString())
  const when = `${isToday ? '' : `${formatDate(delivery_estimate)}, `}${formatTime(delivery_estimate)}`
  return { word: 'On its way', text: `Arrives by ${when}`, failed: false }
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
