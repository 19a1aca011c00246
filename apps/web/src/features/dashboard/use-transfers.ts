import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { LATEST_SIZE, PAGE_SIZE, type PageCursor } from './page-cursor.ts'

/** Reload interval while a transfer is processing, since its status can change at any time. */
const WATCH_MS = 10_000

/** Returns the transfers at a position, newest first. The previous rows stay until the new ones arrive. */
export function useTransfers({ search, status, page, after }: PageCursor) {
  const query = {
    limit: String(page === null ? LATEST_SIZE : PAGE_SIZE),
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(after !== null && { cursor: after }),
  }
  return useQuery({
    queryKey: ['transfers', query],
    queryFn: ({ signal }) => api.get(calls.listTransfers, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.transfers.some((transfer) => transfer.status === 'processing') ? WATCH_MS : false,
  })
}
