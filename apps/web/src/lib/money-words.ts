import type { OpenTransfer, TransferDetail, TransferStatus } from '@sesa/contract'
import * as i18n from '@sesa/ui/i18n.ts'
import { formatDate, formatMinor, formatTime } from '@sesa/ui/format.ts'

// The app's words about a transfer's money: on its page, on the home page and on a receipt. The comment above each
// claim names the fact that makes it true. A hold may keep the money, so no sentence here promises that a held
// transfer's money continues or is refunded. The sentences of the timeline, of notices and of emails come from the API.

/** Banks take up to this long to show a refund. */
const WHEN = i18n.t('It can take your bank up to 10 days to show it.')

/** The card provider reported, after the attempt, that the payment is open and unpaid, or closed (`failureKindOf`). */
export const UNPAID = i18n.t('Your card was not charged and nothing was sent. We’ve kept your details.')

/** The receipt was refused as `payment_not_successful`: the card provider reported that the card was not charged. */
export const UNPAID_WITHOUT_RECEIPT = i18n.t('Your card was not charged, so there’s no receipt.')

/** Returns the line above the headline (spec, section 4): successful if captured and sent, processing or on hold. */
export function resultOf(status: TransferStatus): string {
  return status === 'sent' || status === 'processing' || status === 'held'
    ? i18n.t('Payment Successful')
    : i18n.t('Payment Failed')
}

/** Returns true while we ask the carrier again whether the money arrived. */
function isBeingChecked({ status, timeline }: Pick<TransferDetail, 'status' | 'timeline'>): boolean {
  return status === 'processing' && timeline.some(({ step, at }) => step === 'checking' && at !== null)
}

type State = Pick<OpenTransfer, 'status' | 'notice'> &
  Partial<Pick<TransferDetail, 'cancellable' | 'timeline'>>

/** Returns the one or two words that say how a transfer stands, on its page and on the home page. */
export function headlineOf({ status, notice, cancellable = true, timeline = [] }: State): string {
  switch (status) {
    // It is unknown whether the card was charged.
    case 'checking':
      return i18n.t('Checking')
    case 'processing':
      // The carrier reported a failure and is asked again: it is still unknown where the money is.
      if (isBeingChecked({ status, timeline })) return i18n.t('Checking')
      // The card was charged, no one asked to cancel, and the pay-out is the next step or in flight. A notice says more.
      return notice === null && cancellable ? i18n.t('On its way') : i18n.t('In progress')
    // The carrier reported that it paid.
    case 'sent':
      return i18n.t('Arrived')
    // The outcome is open.
    case 'held':
      return i18n.t('On hold')
    // No pay-out can arrive any more, and we owe the refund.
    case 'failed':
      return i18n.t('Refunding')
    // The card provider reported that the refund succeeded, or staff booked that we repaid another way.
    case 'refunded':
      return i18n.t('Refunded')
    case 'cancelled':
      return i18n.t('Cancelled')
  }
}

/** Describes a transfer without a notice in one sentence; the arrival time of a transfer on its way says more. */
export function sentenceOf(status: TransferStatus, wallet: string): string | null {
  switch (status) {
    // The carrier reported that it paid.
    case 'sent':
      return i18n.t('The money is in {wallet}.', { wallet })
    case 'processing':
      return i18n.t('Your transfer is being processed.')
    case 'held':
      return i18n.t('We’re reviewing this transfer.')
    // The server's notice has the reason, and says whether the card was charged.
    case 'failed':
    case 'refunded':
    case 'cancelled':
      return null
  }
}

type Amounts = Pick<
  TransferDetail,
  | 'status'
  | 'recipient'
  | 'amount'
  | 'currency'
  | 'receive_amount'
  | 'receive_currency'
  | 'charge'
  | 'timeline'
>

/** Returns the money of a transfer in one line. Leaves out an amount that will not arrive. */
export function amountsOf(detail: Amounts): string {
  const { status, recipient, timeline } = detail
  const sent = formatMinor(detail.amount, detail.currency)
  if (status === 'cancelled') return i18n.t('{amount} to {recipient}', { amount: sent, recipient })
  if (status === 'failed' || status === 'refunded') {
    // The server names the amount and the card, or that we repaid another way.
    const refund = timeline.findLast(({ step, at }) => at !== null && step.startsWith('refund'))
    return [i18n.t('You paid {amount}', { amount: charged(detail) }), ...(refund ? [refund.text] : [])].join(
      ' · ',
    )
  }
  return `${sent} → ${formatMinor(detail.receive_amount, detail.receive_currency)} · ${recipient}`
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
  if (leftMs <= 0)
    return i18n.t('This is taking longer than usual. We’re checking with {network}.', { network })
  // The median of recent transfers is omitted if it exceeds the promise.
  if (medianSeconds === null || medianSeconds * 1_000 > leftMs)
    return i18n.t('Arrives by {clock} ({time} left).', { clock, time: leftText(leftMs) })
  return i18n.t('Usually arrives in {time}, by {clock} at the latest.', {
    time: leftText(medianSeconds * 1_000),
    clock,
  })
}

function leftText(ms: number): string {
  if (ms < LAST_MINUTE_MS) return i18n.t('under a minute')
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return i18n.t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  return i18n.t('{count} hours', { count: Math.round(minutes / 60) })
}

type Cancelled = Pick<TransferDetail, 'charge' | 'recipient' | 'status' | 'timeline'>

const charged = ({ charge }: Pick<TransferDetail, 'charge'>): string =>
  formatMinor(charge.amount, charge.currency)

/** Describes the expected result of a cancellation, before the customer confirms it. */
export function cancelQuestion(detail: Cancelled): { text: string; confirm: string } {
  // The hold decides, so nothing is promised.
  if (detail.status === 'held') {
    return {
      text: i18n.t(
        'We’re reviewing this transfer. We’ll record your request to cancel and tell you what happens.',
      ),
      confirm: i18n.t('Ask to cancel'),
    }
  }
  // A pay-out request was recorded, and its outcome is open.
  const inProgress = detail.timeline.some(({ step, at }) => step === 'paying_out' && at !== null)
  if (inProgress) {
    return {
      text: i18n.t(
        'The money is already on its way to {recipient}. If it’s been delivered, we cannot cancel. Otherwise, we’ll refund {amount}, fee included. {when}',
        { recipient: detail.recipient, amount: charged(detail), when: WHEN },
      ),
      confirm: i18n.t('Ask to cancel'),
    }
  }
  // No money has left us.
  return {
    text: i18n.t(
      'We’ll refund {amount} to your card, fee included. {when} If the money leaves for {recipient} before we can stop it, we’ll tell you.',
      { amount: charged(detail), when: WHEN, recipient: detail.recipient },
    ),
    confirm: i18n.t('Cancel the transfer'),
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
    case 'held':
    case 'processing':
    case 'sent':
      return null
  }
}
