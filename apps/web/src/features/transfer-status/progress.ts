import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { firstNameOf, formatDate, formatTime } from '@sesa/ui/format.ts'
import type { TimelineEntry } from '@sesa/ui/feedback/timeline-entry.ts'

/** Returns the heading (spec, section 4): successful if captured and sent, processing or on hold. */
export function headingOf(status: TransferStatus): 'Payment Successful' | 'Payment Failed' {
  return status === 'sent' || status === 'processing' || status === 'held'
    ? 'Payment Successful'
    : 'Payment Failed'
}

/** True when nothing more will happen automatically. A failed transfer still awaits its refund. */
export function hasEnded(status: TransferStatus): boolean {
  return status === 'sent' || status === 'refunded' || status === 'cancelled'
}

/** True while the money may still arrive: sending again would send a second time. */
export function isInProgress(status: TransferStatus): boolean {
  return status === 'processing' || status === 'held'
}

const DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000] as const
const SLOWEST_MS = 30_000

/** Returns how long to wait before the next look, after this many looks. */
export function nextPollDelay(looks: number): number {
  return DELAYS_MS[Math.max(0, looks - 1)] ?? SLOWEST_MS
}

/** True while we ask the carrier again whether the money arrived. */
export function isBeingChecked({ status, timeline }: Pick<TransferDetail, 'status' | 'timeline'>): boolean {
  return status === 'processing' && timeline.some(({ step, at }) => step === 'checking' && at !== null)
}

/** True once the carrier refused the money for good; false when the customer or staff stopped the transfer. */
export function isUndelivered({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'failed' && at !== null)
}

/** Describes the current state in one sentence. */
export function sentenceOf(parts: SentenceParts): string {
  const { status, checking, undelivered, recipient, receive, network, wallet } = parts
  if (checking) return `We’re checking whether ${receive} reached ${wallet ?? recipient}.`
  const failed = undelivered ? 'We couldn’t deliver this transfer' : 'This transfer didn’t go through'
  const into = wallet ?? `${recipient}’s ${network ?? 'mobile money'} wallet`
  switch (status) {
    case 'sent':
      return `${receive} has arrived in ${into}.`
    case 'processing':
      return network === null
        ? `Your transfer of ${receive} to ${recipient} is being processed.`
        : `We’re sending ${receive} to ${into}.`
    case 'held':
      return 'We’ve received your payment and are reviewing this transfer.'
    case 'failed':
      return `${failed}, so we’re refunding you in full.`
    case 'refunded':
      return `${failed}, so we’ve refunded you in full.`
    case 'cancelled':
      return 'This transfer was cancelled.'
  }
}

interface SentenceParts {
  status: TransferStatus
  checking: boolean
  undelivered: boolean
  recipient: string
  receive: string
  network: string | null
  /** Names the wallet where it is registered to a different name, so that it is not called the recipient's. */
  wallet?: string | null
}

/** True when there is a payment to give a receipt for. */
export function wasCharged({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'paid' && at !== null)
}

type Expected = Pick<TransferDetail, 'status' | 'recipient' | 'network_label' | 'timeline'> &
  Partial<Pick<TransferDetail, 'name_check'>>

/** Describes what happens next, and whether the customer must do anything. */
export function nextOf(detail: Expected): string {
  const first = firstNameOf(detail.recipient)
  const isOther = detail.name_check === 'different'
  if (isBeingChecked(detail)) {
    const has = isOther ? 'the money arrived' : `${first} has the money`
    return `We’re checking with ${detail.network_label}. If ${has}, you’re all set. If not, we’ll refund your card in full. There’s nothing you need to do.`
  }
  switch (detail.status) {
    case 'processing':
      return 'This page updates by itself. You can close it.'
    case 'sent':
      return isOther ? 'All done. The money can be used now.' : `All done. ${first} can use the money now.`
    case 'held':
      return 'News will show here. There’s nothing you need to do.'
    case 'failed':
      return 'We’re refunding the full amount, fee included, to your card. There’s nothing you need to do.'
    case 'refunded':
    case 'cancelled':
      return 'All done. You can send again whenever you like.'
  }
}

/** How the page looks: festive while all is well, calm once the money comes back. */
export type Tone = 'festive' | 'failed' | 'neutral'

/** Returns the tone of a transfer's page. */
export function toneOf(status: TransferStatus): Tone {
  switch (status) {
    case 'sent':
    case 'processing':
    case 'held':
      return 'festive'
    case 'failed':
      return 'failed'
    case 'refunded':
    case 'cancelled':
      return 'neutral'
  }
}

/** Returns the steps for the timeline. The last step reached is the current one until the transfer ends. */
export function timelineOf({
  timeline,
  status,
}: Pick<TransferDetail, 'timeline' | 'status'>): TimelineEntry[] {
  const current = hasEnded(status) ? -1 : timeline.findLastIndex(({ at }) => at !== null)
  return timeline.map(({ step, at, text }, index) => ({
    key: step,
    text,
    ...(at !== null && { when: `${formatDate(at)}, ${formatTime(at)}` }),
    state: stateOf(step, at, index === current),
  }))
}

function stateOf(
  step: TransferDetail['timeline'][number]['step'],
  at: string | null,
  isCurrent: boolean,
): TimelineEntry['state'] {
  if (at === null) return 'ahead'
  if (step === 'failed' || step === 'cancelled') return 'failed'
  return isCurrent ? 'current' : 'done'
}
