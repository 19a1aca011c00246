import { ALL_DAYS } from '../../../lib/date-range.ts'
import { filterParams, readFilters, type HistoryFilters } from '../../../lib/history-filters.ts'
import { paths, withQuery } from '../../../lib/paths.ts'

/**
 * The position in the history. The address contains all of it, so that a reload, a bookmark and the way back from a
 * transfer find the same rows.
 */
export interface PageCursor extends HistoryFilters {
  /** Null is the short list of the latest transfers; 1 and up are the pages behind View all. */
  readonly page: number | null
  /** The API's cursor where this page starts; null for the newest. */
  readonly after: string | null
}

/** Rows per page: a short list that loads fast, and larger pages behind View all. */
export const LATEST_SIZE = 10
export const PAGE_SIZE = 20

export const LATEST: PageCursor = { search: '', status: null, ...ALL_DAYS, page: null, after: null }

const CURSOR = /^[\w-]{1,200}$/

/** Parses a position from the address. Ignores invalid values. */
export function readPlace(query: string): PageCursor {
  const params = new URLSearchParams(query)
  const filters = readFilters(params)
  const asked = params.get('page')
  if (asked === null) return { ...LATEST, ...filters }
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number.parseInt(asked, 10) : 1
  const after = params.get('after')
  // Only the cursor locates a page: without one, it is the first page, whatever its number.
  if (page === 1 || after === null || !CURSOR.test(after)) return { ...filters, page: 1, after: null }
  return { ...filters, page, after }
}

/** Returns true when a search or a filter excludes transfers. */
export function isNarrowed({ search, status, from, to }: PageCursor): boolean {
  return search !== '' || status !== null || from !== '' || to !== ''
}

/** Returns the number of the page's first row in the whole list, counted from 1. */
export function firstRow({ page }: PageCursor): number {
  return ((page ?? 1) - 1) * PAGE_SIZE + 1
}

/** Returns the address of a position. */
export function placePath({ page, after, ...filters }: PageCursor): string {
  const query = filterParams(filters)
  if (page !== null) query.set('page', String(page))
  if (after !== null) query.set('after', after)
  return withQuery(paths.dashboard, query)
}

/**
 * The cursors from the second page up to this one. The API only pages forwards, so the browser's history entry keeps
 * the way back to newer rows; it survives a reload.
 */
export type Trail = readonly string[]

/** Reads the trail from a history entry, if it leads to this position. A pasted address has none. */
export function readTrail(state: unknown, { page, after }: PageCursor): Trail | null {
  if (page === null || page === 1) return []
  if (page === 2 && after !== null) return [after]
  if (typeof state !== 'object' || state === null || !('trail' in state)) return null
  const { trail } = state
  if (!Array.isArray(trail) || trail.length !== page - 1) return null
  if (!trail.every((cursor): cursor is string => typeof cursor === 'string' && CURSOR.test(cursor)))
    return null
  return trail.at(-1) === after ? trail : null
}

export interface Step {
  readonly place: PageCursor
  readonly trail: Trail
}

/** Returns the page of older rows, at the list's next cursor. Without a trail, it has no way back either. */
export function olderStep(place: PageCursor, trail: Trail | null, nextCursor: string | null): Step | null {
  if (place.page === null || nextCursor === null) return null
  return {
    place: { ...place, page: place.page + 1, after: nextCursor },
    trail: trail === null ? [] : [...trail, nextCursor],
  }
}

/** Returns the page of newer rows; without a trail, the first page. */
export function newerStep(place: PageCursor, trail: Trail | null): Step | null {
  if (place.page === null || place.page === 1) return null
  if (trail === null) return { place: { ...place, page: 1, after: null }, trail: [] }
  const rest = trail.slice(0, -1)
  return { place: { ...place, page: place.page - 1, after: rest.at(-1) ?? null }, trail: rest }
}
