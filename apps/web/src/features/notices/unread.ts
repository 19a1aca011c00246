import { useEffect, useState } from 'react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { callApi, tryCall } from '../../lib/api/api.ts'

const KEY = ['unread-notices']
/** The page's own requests come first. */
const AFTER_MS = 2_000
const FRESH_MS = 60_000

/** Returns the number of unread notices; null until it is known. Waits until the page has drawn itself. */
export function useUnread(): number | null {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(calls.listNotices, { query: { limit: '1' }, signal }),
    select: ({ unread }) => unread,
    enabled: isTime,
    staleTime: FRESH_MS,
    // A page works without this number.
    retry: false,
  })
  return query.data ?? null
}

/** Marks the notices up to this one as read. A failure leaves them unread until the next visit. */
export async function markRead(client: QueryClient, upToId: string): Promise<void> {
  const { data } = await tryCall(calls.readNotices, { body: { upToId } })
  if (data) client.setQueryData(KEY, { notices: [], nextCursor: null, unread: data.unread })
}
