import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api.ts'

/** A first page that is quickly there, then larger ones. */
const FIRST_PAGE = '10'
const NEXT_PAGES = '50'

/** While a transfer is on its way its status changes by itself. */
const WATCH_MS = 10_000

/** The transfers that match `search`, newest first, page by page. Rows of the last search stay until new ones come. */
export function useTransfers(search: string) {
  const query = useInfiniteQuery({
    queryKey: ['transfers', search],
    queryFn: ({ pageParam, signal }) =>
      api.get(calls.listTransfers, {
        query: {
          limit: pageParam === null ? FIRST_PAGE : NEXT_PAGES,
          ...(pageParam !== null && { cursor: pageParam }),
          ...(search !== '' && { search }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.transfers.some(({ status }) => status === 'processing'))
        ? WATCH_MS
        : false,
  })
  return { ...query, transfers: query.data?.pages.flatMap((page) => page.transfers) ?? [] }
}
