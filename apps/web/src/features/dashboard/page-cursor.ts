import { TRANSFER_STATUSES, type TransferStatus } from '@sesa/contract'
import { paths } from '../../lib/paths.ts'

/**
 * The position in the history. All of it is in the address, so that a reload, a bookmark and the way back from
 * a transfer find the same rows.
 */
export interface PageCursor {
  readonly search: string
  readonly status: TransferStatus | null
  /** Null is the short list of the latest ones; 1 and up are the pages behind View all. */
  readonly page: number | null
  /** The API's cursor where this page begins; null for the newest. */
  readonly after: string | null
}

/** How many rows a place shows: a short list that is quickly there, larger pages behind View all. */
export const LATEST_SIZE = 10
export const PAGE_SIZE = 20

export const LATEST: PageCursor = { search: '', status: null, page: null, after: null }

/** As long as the call accepts. */
const SEARCH_MAX = 100
const CURSOR = /^[\w-]{1,200}$/

/** Reads a place from the address. What makes no sense there is as if it were absent. */
export function readPlace(query: string): PageCursor {
  const params = new URLSearchParams(query)
  const search = (params.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const status = TRANSFER_STATUSES.find((known) => known === params.get('status')) ?? null
  const asked = params.get('page')
  if (asked === null) return { ...LATEST, search, status }
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number.parseInt(asked, 10) : 1
  const after = params.get('after')
  // A page is found by its cursor alone: without one it is the first, whatever its number.
  if (page === 1 || after === null || !CURSOR.test(after)) return { search, status, page: 1, after: null }
  return { search, status, page, after }
}

/** Which row of the whole list a page begins with, counted from 1. */
export function firstRow({ page }: PageCursor): number {
  return ((page ?? 1) - 1) * PAGE_SIZE + 1
}

/** The address of a place. */
export function placePath({ search, status, page, after }: PageCursor): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (status !== null) query.set('status', status)
  if (page !== null) query.set('page', String(page))
  if (after !== null) query.set('after', after)
  return query.size === 0 ? paths.dashboard : `${paths.dashboard}?${query}`
}

/**
 * The cursors of the pages from the second up to this one. The API pages forwards only, so the way back to newer rows
 * is kept with the entry in the browser's history, which outlives a reload.
 */
export type Trail = readonly string[]

/** The trail that a history entry carries, if it leads to this place. A pasted address has none. */
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

/** The page of older rows, which the list's own cursor opens. Without a trail its way back is not known either. */
export function olderStep(place: PageCursor, trail: Trail | null, nextCursor: string | null): Step | null {
  if (place.page === null || nextCursor === null) return null
  return {
    place: { ...place, page: place.page + 1, after: nextCursor },
    trail: trail === null ? [] : [...trail, nextCursor],
  }
}

/** The page of newer rows; from a page whose way here is not known, the newest of all. */
export function newerStep(place: PageCursor, trail: Trail | null): Step | null {
  if (place.page === null || place.page === 1) return null
  if (trail === null) return { place: { ...place, page: 1, after: null }, trail: [] }
  const rest = trail.slice(0, -1)
  return { place: { ...place, page: place.page - 1, after: rest.at(-1) ?? null }, trail: rest }
}
