import type { TransferDetail, TransferStatus } from '@sesa/contract'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import type { TimelineEntry } from '@sesa/ui/feedback/timeline-entry.ts'

/** Returns true when nothing more will happen automatically. A failed transfer still awaits its refund. */
export function hasEnded(status: TransferStatus): boolean {
  return status === 'sent' || status === 'refunded' || status === 'cancelled'
}

/** Returns true while the money may still arrive: sending again would send a second time. */
export function isInProgress(status: TransferStatus): boolean {
  return status === 'processing' || status === 'held'
}

const DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000] as const
const SLOWEST_MS = 30_000

/** Returns how long to wait before the next query, after this many queries. */
export function nextPollDelay(looks: number): number {
  return DELAYS_MS[Math.max(0, looks - 1)] ?? SLOWEST_MS
}

/** Returns true when there is a payment for a receipt. */
export function wasCharged({ timeline }: Pick<TransferDetail, 'timeline'>): boolean {
  return timeline.some(({ step, at }) => step === 'paid' && at !== null)
}

/** The page's look: festive normally, calm once the money is being refunded. */
export type Tone = 'festive' | 'failed' | 'neutral'

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

/** Returns the steps for the timeline. The last reached step is the current one until the transfer ends. */
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
