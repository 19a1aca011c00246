import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { LATEST_SIZE, PAGE_SIZE, type PageCursor } from './page-cursor.ts'

/** While a transfer is on its way its status changes by itself. */
const WATCH_MS = 10_000

/** The transfers at a place, newest first. Rows of the last place stay until new ones come. */
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
