import { useMemo } from 'react'
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { AnswerOf } from '@sesa/contract'
import type { OfficeCall } from '@sesa/contract/office'
import type { InputOf } from '@sesa/ui/api/client.ts'
import { callOffice } from './api.ts'

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/** Reads the answer to a call. Pages with the same key share it. */
export const useCall = <C extends OfficeCall>(
  queryKey: QueryKey,
  call: C,
  input: InputOf<C>,
  options: Options<AnswerOf<C>> = {},
) => useQuery({ queryKey, queryFn: ({ signal }) => callOffice(call, { ...input, signal }), ...options })

/**
 * Reads a list that comes in pages: its rows so far, and how to load more of them.
 * @param read Reads the page at a cursor; the first one without.
 * @param rowsOf The rows of a page.
 */
export function usePages<Page extends { next: string | null }, Row>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { keepsBefore = false } = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(keepsBefore && { placeholderData: keepPreviousData }),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // Tables need the same rows as long as the data is the same.
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data])
  const more = hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined
  return { query, rows, more, first: data?.pages[0] }
}
