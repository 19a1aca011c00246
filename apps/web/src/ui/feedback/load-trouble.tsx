import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

interface LoadTroubleProps {
  /** What is being loaded, as a sentence begins: "Your transfers". */
  what: string
  state: {
    offline: boolean
    slow: boolean
    /** Why it could not be loaded, in a sentence. */
    failure: string | null
    /** Something is shown already, though it may be old. */
    hasData: boolean
    busy: boolean
    retry: () => void
  }
  /** What has not suffered from it, in a sentence. */
  reassurance?: string
}

/** Offline, failed or slow: what it means, that nothing is lost, and the way on. Nothing while all is well. */
export function LoadTrouble({
  what,
  state,
  reassurance = 'Nothing has been changed or lost.',
}: LoadTroubleProps) {
  const { offline, slow, failure, hasData, busy, retry } = state
  if (offline) {
    return (
      <Notice tone="warn" title="You are offline">
        {hasData
          ? 'This may be out of date. We’ll update it when you’re back online.'
          : `${what} appear as soon as the connection is back.`}{' '}
        {reassurance}
      </Notice>
    )
  }
  if (failure !== null) {
    return (
      <Notice
        tone="error"
        title={`${what} could not be ${hasData ? 'brought up to date' : 'loaded'}`}
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
