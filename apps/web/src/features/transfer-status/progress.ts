import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { formatDate, formatTime } from '../../lib/format.ts'
import type { TimelineEntry } from '../../ui/feedback/timeline.tsx'

/** The heading (spec, section 4): successful is what was captured and is sent, on its way or on hold. */
export function headingOf(status: TransferStatus): 'Payment Successful' | 'Payment Failed' {
  return status === 'sent' || status === 'processing' || status === 'held'
    ? 'Payment Successful'
    : 'Payment Failed'
}

/** True when nothing more will happen by itself. A failed one still has its refund before it. */
export function hasEnded(status: TransferStatus): boolean {
  return status === 'sent' || status === 'refunded' || status === 'cancelled'
}

const DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000] as const
const SLOWEST_MS = 30_000

/** How long to wait before looking again, after having looked this often. */
export function lookAgainIn(looks: number): number {
  return DELAYS_MS[Math.max(0, looks - 1)] ?? SLOWEST_MS
}

/** True while we ask the carrier again whether the money arrived. */
export function isBeingChecked({ status, timeline }: Pick<TransferDetail, 'status' | 'timeline'>): boolean {
  return status === 'processing' && timeline.some(({ step, at }) => step === 'checking' && at !== null)
}

/** What is happening, in one sentence. */
export function sentenceOf({ status, checking, recipient, receive, network }: SentenceParts): string {
  if (checking) return `We’re checking whether ${receive} reached ${recipient}.`
  switch (status) {
    case 'sent':
      return `${receive} arrived in ${recipient}’s wallet.`
    case 'processing':
      return network === null
        ? `Your transfer of ${receive} to ${recipient} is being processed.`
        : `We’re sending ${receive} to ${recipient}, by ${network}.`
    case 'held':
      return 'Your payment arrived. We’re reviewing this transfer.'
    case 'failed':
      return `The money was not delivered to ${recipient}. We’re returning it to your card.`
    case 'refunded':
      return `The money was not delivered to ${recipient}. What you paid was given back.`
    case 'cancelled':
      return 'The payment was closed.'
  }
}

interface SentenceParts {
  status: TransferStatus
  checking: boolean
  recipient: string
  receive: string
  network: string | null
}

/** True when there is a payment to give a receipt for. */
export function wasCharged({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'paid' && at !== null)
}

type Expected = Pick<
  TransferDetail,
  'status' | 'recipient' | 'network_label' | 'delivery_estimate' | 'timeline'
>

/** What is still to come, and what the person has to do about it. */
export function nextOf(detail: Expected): string {
  const { status, recipient, network_label, delivery_estimate } = detail
  if (isBeingChecked(detail)) {
    return `We ask ${network_label} until we know. If the money reached ${recipient}, nothing more happens; if it did not, we return the whole charge to your card. There’s nothing you need to do.`
  }
  switch (status) {
    case 'processing':
      return `${network_label} puts the money into ${recipient}’s wallet, usually within minutes and by ${formatDate(delivery_estimate)}, ${formatTime(delivery_estimate)}. This page updates itself. You can leave it: the transfer continues.`
    case 'sent':
      return `All done. ${recipient} can use the money now.`
    case 'held':
      return 'This page shows the result of the review. There’s nothing you need to do.'
    case 'failed':
      return 'The whole charge, fee included, goes back to the card that you paid with. There’s nothing you need to do.'
    case 'refunded':
      return 'All done. Your bank may take up to 10 days to show the refund.'
    case 'cancelled':
      return 'All done. You can send again whenever you like.'
  }
}

/** The transfer's steps for the timeline: the last one reached is the current one until all is over. */
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
