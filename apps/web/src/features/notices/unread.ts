import { useEffect, useState } from 'react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { callApi, tryCall } from '../../lib/api/api.ts'

const KEY = ['unread-notices']
/** Delay, so that the page's own requests are sent first. */
const AFTER_MS = 2_000
const FRESH_MS = 60_000

/** Returns the number of unread notices; null until it is known. Waits until the page has rendered. */
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
    // The page works without this number.
    retry: false,
  })
  return query.data ?? null
}

/** Marks the notices up to this one as read. A failure leaves them unread until the next visit. */
export async function markRead(client: QueryClient, upToId: string): Promise<void> {
  const { data } = await tryCall(calls.readNotices, { body: { upToId } })
  if (data) client.setQueryData(KEY, { notices: [], nextCursor: null, unread: data.unread })
}
