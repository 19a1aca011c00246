import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

interface LoadTroubleProps {
  /** The thing being loaded, as the end of a sentence: "your transfers". */
  what: string
  state: {
    offline: boolean
    slow: boolean
    /** The failure as a sentence; null without one. */
    failure: string | null
    /** True if data is already shown, even if old. */
    hasData: boolean
    busy: boolean
    retry: () => void
  }
  /** A sentence about what is not affected. */
  reassurance?: string
}

/** Explains why a load is offline, failed or slow, and what to do. Shows nothing otherwise. */
export function LoadTrouble({
  what,
  state,
  reassurance = 'Nothing has been changed or lost.',
}: LoadTroubleProps) {
  const { offline, slow, failure, hasData, busy, retry } = state
  if (offline) {
    return (
      <Notice tone="warn" title="You’re offline">
        {hasData
          ? 'This may be out of date. We’ll update it when you’re back online.'
          : 'We’ll load this when you’re back online.'}{' '}
        {reassurance}
      </Notice>
    )
  }
  if (failure !== null) {
    return (
      <Notice
        tone="error"
        title={`We couldn’t ${hasData ? 'refresh' : 'load'} ${what}`}
        action={
          <Button variant="secondary" busy={busy} busyLabel="Loading" onClick={retry}>
            Try again
          </Button>
        }
      >
        {failure} {reassurance}
      </Notice>
    )
  }
  return slow ? <Notice>Taking longer than usual. Still trying.</Notice> : null
}
