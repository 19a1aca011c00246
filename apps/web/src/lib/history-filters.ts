import { LISTED_STATUSES, type ListedStatus } from '@sesa/contract'
import { momentsOf, readDay, type DateRange } from './date-range.ts'

/** The customer's filters of the list of transfers. The address of the list and of a statement contains them. */
export interface HistoryFilters extends DateRange {
  readonly search: string
  readonly status: ListedStatus | null
}

/** Maximum length of a search in the API. */
const SEARCH_MAX = 100

/** Parses filters from an address. Ignores invalid values. */
export function readFilters(params: URLSearchParams): HistoryFilters {
  return {
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    status: LISTED_STATUSES.find((known) => known === params.get('status')) ?? null,
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
  }
}

/** Returns filters in the format of an address. */
export function filterParams({ search, status, from, to }: HistoryFilters): URLSearchParams {
  const all = { search, status: status ?? '', from, to }
  return new URLSearchParams(Object.entries(all).filter(([, text]) => text !== ''))
}

/** Returns the API's filters. */
export function filtersOf({ search, status, from, to }: HistoryFilters) {
  return {
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...momentsOf({ from, to }),
  }
}
