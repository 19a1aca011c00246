import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { formatDate, formatTime } from '../../lib/format.ts'
import type { TimelineEntry } from '../../ui/timeline.tsx'

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

/** What is happening, in one sentence. */
export function sentenceOf({ status, recipient, receive, network }: SentenceParts): string {
  switch (status) {
    case 'sent':
      return `${receive} arrived in ${recipient}’s wallet.`
    case 'processing':
      return `${receive} is on its way to ${recipient}${network === null ? '' : `, by ${network}`}.`
    case 'held':
      return 'Your payment arrived. We are looking at this transfer and will write to you.'
    case 'failed':
      return `The money was not delivered to ${recipient}. It is going back to your card.`
    case 'refunded':
      return `The money was not delivered to ${recipient}. What you paid was given back.`
    case 'cancelled':
      return 'The payment was closed.'
  }
}

interface SentenceParts {
  status: TransferStatus
  recipient: string
  receive: string
  network: string | null
}

/** True when there is a payment to give a receipt for. */
export function wasCharged({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'paid' && at !== null)
}

type Expected = Pick<TransferDetail, 'status' | 'recipient' | 'network_label' | 'delivery_estimate'>

/** What is still to come, and what the person has to do about it. */
export function nextOf({ status, recipient, network_label, delivery_estimate }: Expected): string {
  switch (status) {
    case 'processing':
      return `${network_label} puts the money into ${recipient}’s wallet, usually within minutes and by ${formatDate(delivery_estimate)}, ${formatTime(delivery_estimate)}. This page keeps itself up to date; you can also leave it, the transfer goes on.`
    case 'sent':
      return `Nothing more: ${recipient} can use the money now.`
    case 'held':
      return 'We write to you as soon as we have looked at it. You need not do anything.'
    case 'failed':
      return 'The whole charge, fee included, goes back to the card that you paid with. You need not do anything.'
    case 'refunded':
      return 'Nothing more. A bank may take up to 10 days to show what came back.'
    case 'cancelled':
      return 'Nothing more. You can send again whenever you like.'
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
