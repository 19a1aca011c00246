import type { TransferDetail, TransferStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import type { TimelineEntry } from '@sesa/ui/feedback/timeline-entry.ts'
import { stepLabel } from '../../lib/money-words.ts'

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

/** The headline's colour; red and green as in the history only where the money stopped or arrived. */
export const TONES: Readonly<Record<TransferStatus, string>> = {
  awaiting_payment: 'text-warn',
  processing: 'text-warn',
  held: 'text-warn',
  sent: 'text-ok',
  failed: 'text-danger',
  refunded: 'text-ink',
  cancelled: 'text-ink',
}

/** Returns the steps for the timeline, with the date where it changes. The last reached step is current until the end. */
export function timelineOf(
  detail: Pick<TransferDetail, 'timeline' | 'status' | 'network_label'> &
    Partial<Pick<TransferDetail, 'pay'>>,
): TimelineEntry[] {
  const { timeline, status } = detail
  const current = hasEnded(status) ? -1 : timeline.findLastIndex(({ at }) => at !== null)
  return timeline.map(({ step, at }, index) => ({
    key: step,
    text:
      step === 'held' && detail.pay?.asksRefundNumber
        ? i18n.t('Refund needs another number')
        : stepLabel(step, detail),
    ...(at !== null && { when: whenOf(at, timeline[index - 1]?.at ?? null) }),
    state: stateOf(step, at, index === current),
  }))
}

function whenOf(at: string, before: string | null): string {
  const day = formatDate(at)
  return before !== null && formatDate(before) === day ? formatTime(at) : `${day}, ${formatTime(at)}`
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
