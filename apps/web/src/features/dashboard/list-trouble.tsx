import { failureOf } from '../../lib/http.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSlow } from './use-slow.ts'
import type { useTransfers } from './use-transfers.ts'

interface ListTroubleProps {
  list: ReturnType<typeof useTransfers>
  loading: boolean
}

/** Offline, failed or slow: what it means, that nothing is lost, and the way on. Rows already here stay below. */
export function ListTrouble({ list, loading }: ListTroubleProps) {
  const slow = useSlow(loading)

  if (list.fetchStatus === 'paused') {
    return (
      <Notice tone="warn" title="You are offline">
        {list.data
          ? 'The list may be out of date. It is brought up to date as soon as the connection is back.'
          : 'Your transfers appear as soon as the connection is back.'}{' '}
        Nothing has been sent or lost.
      </Notice>
    )
  }
  if (list.isError) {
    const again = () => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())
    return (
      <Notice
        tone="error"
        title={list.data ? 'The list could not be brought up to date' : 'Your transfers could not be loaded'}
        action={
          <Button variant="secondary" busy={list.isFetching} busyLabel="Loading" onClick={() => void again()}>
            Try again
          </Button>
        }
      >
        {failureOf(list.error).message} Transfers under way go on all the same.
      </Notice>
    )
  }
  if (slow) return <Notice>This takes longer than usual. We keep trying.</Notice>
  return null
}
