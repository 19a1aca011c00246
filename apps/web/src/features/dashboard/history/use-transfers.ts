import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls, type TransferPage } from '@sesa/contract'
import { callApi } from '../../../lib/api/api.ts'
import { getHomeAtBoot } from '../../../lib/session/session.ts'
import { filtersOf } from '../../../lib/history-filters.ts'
import { isNarrowed, LATEST_SIZE, PAGE_SIZE, type PageCursor } from './page-cursor.ts'

/** Reload interval while a transfer is processing, since its status can change at any time. */
const WATCH_MS = 10_000

/** Returns the transfers at a position, newest first. The previous rows stay until the new ones arrive. */
export function useTransfers(place: PageCursor) {
  const { page, after } = place
  const query = {
    limit: String(page === null ? LATEST_SIZE : PAGE_SIZE),
    ...filtersOf(place),
    ...(after !== null && { cursor: after }),
  }
  // The app's first answer includes the latest transfers on the home page.
  const atBoot = page === null && !isNarrowed(place) ? getHomeAtBoot() : null
  return useQuery({
    queryKey: ['transfers', query],
    queryFn: ({ signal }): Promise<TransferPage> => callApi(calls.listTransfers, { query, signal }),
    ...(atBoot && { initialData: atBoot.home, initialDataUpdatedAt: atBoot.at }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.transfers.some((transfer) => transfer.status === 'processing') ? WATCH_MS : false,
  })
}

/** Returns the totals of all matching transfers; undefined while unknown or not requested. */
export function useTotals(place: PageCursor, wanted: boolean) {
  const query = { limit: '1', totals: 'true', ...filtersOf(place) } as const
  const { data } = useQuery({
    queryKey: ['transfers', query],
    queryFn: ({ signal }) => callApi(calls.listTransfers, { query, signal }),
    enabled: wanted,
  })
  return data?.totals
}
