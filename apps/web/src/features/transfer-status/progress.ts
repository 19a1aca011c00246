import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { formatDate, formatTime } from '../../lib/format.ts'
import type { TimelineEntry } from '../../ui/feedback/timeline.tsx'

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

/** Describes the current state in one sentence. */
export function sentenceOf(parts: SentenceParts): string {
  const { status, checking, recipient, receive, network, wallet } = parts
  if (checking) return `We’re checking whether ${receive} reached ${wallet ?? recipient}.`
  switch (status) {
    case 'sent':
      return `${receive} arrived in ${wallet ?? `${recipient}’s wallet`}.`
    case 'processing':
      return network === null
        ? `Your transfer of ${receive} to ${recipient} is being processed.`
        : `We’re sending ${receive} to ${recipient}, by ${network}.`
    case 'held':
      return 'We’ve received your payment and are reviewing this transfer.'
    case 'failed':
      return `Your transfer to ${recipient} didn’t go through. We’re refunding you in full.`
    case 'refunded':
      return `Your transfer to ${recipient} didn’t go through. We’ve refunded you in full.`
    case 'cancelled':
      return 'This transfer was cancelled.'
  }
}

interface SentenceParts {
  status: TransferStatus
  checking: boolean
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

type Expected = Pick<
  TransferDetail,
  'status' | 'recipient' | 'network_label' | 'delivery_estimate' | 'timeline'
> &
  Partial<Pick<TransferDetail, 'name_check'>>

/** Describes what happens next, and whether the customer must do anything. */
export function nextOf(detail: Expected): string {
  const { status, recipient, network_label, delivery_estimate, name_check } = detail
  if (isBeingChecked(detail)) {
    const has = name_check === 'different' ? 'the money arrived' : `${recipient} has the money`
    return `We’re checking with ${network_label}. If ${has}, you’re all set. If not, we’ll refund your card in full. There’s nothing you need to do.`
  }
  switch (status) {
    case 'processing':
      return `The money usually arrives within minutes, and by ${formatDate(delivery_estimate)}, ${formatTime(delivery_estimate)}. This page updates itself. You can close it.`
    case 'sent':
      return name_check === 'different'
        ? 'All done. The money can be used now.'
        : `All done. ${recipient} can use the money now.`
    case 'held':
      return 'The result will show here. There’s nothing you need to do.'
    case 'failed':
      return 'We’re refunding the full amount, fee included, to your card. There’s nothing you need to do.'
    case 'refunded':
      return 'All done. Your bank may take up to 10 days to show the refund.'
    case 'cancelled':
      return 'All done. You can send again whenever you like.'
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
