import { useQuery } from '@tanstack/react-query'
import { calls, type AnswerOf, type Totals, type Transfer } from '@sesa/contract'
import { callApi } from '../../lib/api/api.ts'
import { filtersOf, type HistoryFilters } from '../../lib/history-filters.ts'

/** The API's maximum page size. */
const PAGE = '100'
/** Maximum number of transfers in a readable statement; a longer history is a file. */
export const MOST = 2_000

interface Statement {
  /** Oldest first, as in a bank statement. */
  readonly transfers: readonly Transfer[]
  readonly totals: Totals
  /** True if there are more transfers than the statement's maximum. */
  readonly cut: boolean
}

/** Returns every transfer that matches the filters, read page by page, and their totals. */
export function useStatement(filters: HistoryFilters) {
  return useQuery({
    queryKey: ['statement', filters],
    queryFn: ({ signal }) => readStatement(filters, signal),
    networkMode: 'always',
    refetchOnReconnect: true,
  })
}

async function readStatement(filters: HistoryFilters, signal: AbortSignal): Promise<Statement> {
  const transfers: Transfer[] = []
  let totals: Totals = { count: 0, sent: [] }
  let cursor: string | null = null
  do {
    const first: boolean = cursor === null
    const query = {
      limit: PAGE,
      ...filtersOf(filters),
      ...(first ? { totals: 'true' as const } : { cursor: cursor ?? '' }),
    }
    const page: Page = await callApi(calls.listTransfers, { query, signal })
    transfers.push(...page.transfers)
    totals = page.totals ?? totals
    cursor = page.nextCursor
  } while (cursor !== null && transfers.length < MOST)
  return { transfers: transfers.toReversed(), totals, cut: cursor !== null }
}

type Page = AnswerOf<typeof calls.listTransfers>
