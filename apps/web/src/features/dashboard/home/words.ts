import type { CountryCode, Home, OpenTransfer } from '@sesa/contract'
import { formatDate, formatTime } from '@sesa/ui/format.ts'

interface State {
  readonly word: string
  readonly text: string
  /** Red only where the money did not arrive; amber otherwise. */
  readonly failed: boolean
}

/** Says where a transfer that has not ended is, and when it arrives. */
export function stateOf({ status, delivery_estimate, notice }: OpenTransfer, now: Date): State {
  if (status === 'checking')
    return {
      word: 'Checking',
      text: notice ?? 'We’re checking your payment. Don’t pay again.',
      failed: false,
    }
  if (status === 'held') return { word: 'On hold', text: notice ?? 'We’re checking it.', failed: false }
  if (status === 'failed') return { word: 'Refunding', text: notice ?? 'We’re refunding you.', failed: true }
  // The notice says more than we know of the money: asked to cancel, or being checked.
  if (notice !== null) return { word: 'In progress', text: notice, failed: false }
  const by = new Date(delivery_estimate)
  if (by <= now) return { word: 'On its way', text: 'Taking longer than usual. We’re on it.', failed: false }
  const isToday = formatDate(delivery_estimate) === formatDate(now.toISOString())
  const when = `${isToday ? '' : `${formatDate(delivery_estimate)}, `}${formatTime(delivery_estimate)}`
  return { word: 'On its way', text: `Arrives by ${when}`, failed: false }
}

/** Returns the transfer that may still reach this person, so that nobody is paid twice by mistake. */
export function inProgressTo(
  home: Home | undefined,
  { name, country }: { name: string; country: CountryCode },
): OpenTransfer | null {
  const found = home?.in_progress.find(
    (transfer) =>
      transfer.status !== 'failed' && transfer.country === country && isSameName(transfer.recipient, name),
  )
  return found ?? null
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(one) === plain(other)
}

/** A round amount for the day's rate, in whole units: small enough to grasp, large enough to show a difference. */
export const EXAMPLE = { LRD: 1_000, SLE: 100, GHS: 100, USD: 100 } as const
