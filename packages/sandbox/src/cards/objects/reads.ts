import { transactions } from '../balance.ts'
import type { Network } from '../events.ts'
import { allowOnly, checkShape, hash, integer, required, text, words } from '../protocol/params.ts'
import type { Params, Shape } from '../protocol/params.ts'
import type { CardObject, Kind, Kinds } from './store.ts'
import { invalid, missing } from '../protocol/wire.ts'
import type { Answer } from '../protocol/wire.ts'

/** Returns one object of `kind`. Throws 404 `resource_missing`. */
export function retrieve(network: Network, kind: Kind, id: string): Answer {
  const found = network.store.find(kind, id)
  if (!found) throw missing(kind, id)
  return { status: 200, body: found.object }
}

/** Parameters of every list; the newest objects come first. */
const PAGE: Shape = { ending_before: null, limit: null, starting_after: null }
const RANGE: Shape = { gt: null, gte: null, lt: null, lte: null }

/** A list's filters, in addition to those of every list. */
export interface Filters {
  readonly names?: readonly string[]
  /** False for the few lists that cannot be filtered by time. */
  readonly byTime?: false
}

/** Refuses parameters that a list does not have. */
function checkList(params: Params, { names = [], byTime }: Filters): void {
  const own = Object.fromEntries(names.map((name) => [name, null]))
  const exact = typeof params['created'] === 'string'
  checkShape(params, { ...PAGE, ...own, ...(byTime !== false && { created: exact ? null : RANGE }) })
}

const LIST_DEFAULT = 10
const LIST_MOST = 100

/**
 * Returns a page of a list, newest first, by `limit`, `starting_after`, `ending_before` and `created`. The caller applies its
 * own filters.
 */
export function list<K extends Kind>(
  rows: Kinds[K][],
  params: Params,
  url: string,
  filters: Filters = {},
): Answer {
  checkList(params, filters)
  const limit = limitOf(params)
  const since = createdFilter(params)
  const wanted = rows.filter((row) => since(row.created))
  const after = text(params, 'starting_after')
  const before = text(params, 'ending_before')
  const place = (id: string, param: string) => {
    const index = wanted.findIndex((row) => row.id === id)
    if (index < 0) throw missing('object', id, param)
    return index
  }
  if (before !== undefined) {
    const end = place(before, 'ending_before')
    const start = end > limit ? end - limit : 0
    return page(wanted.slice(start, end), start > 0, url)
  }
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1
  return page(wanted.slice(start, start + limit), wanted.length > start + limit, url)
}

function limitOf(params: Params): number {
  const limit = integer(params, 'limit') ?? LIST_DEFAULT
  if (limit < 1 || limit > LIST_MOST) {
    throw invalid(`Invalid integer: limit must be between 1 and ${LIST_MOST}`, { param: 'limit' })
  }
  return limit
}

function page(data: unknown[], has_more: boolean, url: string): Answer {
  return { status: 200, body: { object: 'list', data, has_more, url } }
}

function createdFilter(params: Params): (created: number) => boolean {
  if (typeof params['created'] === 'string') {
    const exact = integer(params, 'created')
    return (created) => created === exact
  }
  const range = hash(params, 'created') ?? {}
  const gte = integer(range, 'gte', 'created')
  const gt = integer(range, 'gt', 'created')
  const lte = integer(range, 'lte', 'created')
  const lt = integer(range, 'lt', 'created')
  return (created) =>
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt)
}

/** Handles `GET /v1/refunds`, also by `payment_intent` or `charge`. */
export function listRefunds(network: Network, params: Params): Answer {
  const intentId = text(params, 'payment_intent')
  const chargeId =
    text(params, 'charge') ?? (intentId === undefined ? undefined : chargeOf(network, intentId))
  return list<'refund'>(network.store.all('refund', chargeId), params, '/v1/refunds', {
    names: ['charge', 'payment_intent'],
  })
}

/** Returns the id of an intent's newest charge, or an empty string. */
export function chargeOf(network: Network, intentId: string): string {
  const latest = network.store.find('payment_intent', intentId)?.object.latest_charge
  return typeof latest === 'string' ? latest : ''
}

/** Handles `GET /v1/events`, also by `type` or `types[]`. */
export function listEvents(network: Network, params: Params): Answer {
  const type = text(params, 'type')
  const types = type === undefined ? words(params, 'types') : [type]
  const events = network.store.all('event').filter((event) => !types || types.includes(event.type))
  return list<'event'>(events, params, '/v1/events', { names: ['type', 'types'] })
}

/**
 * Handles `GET /v1/balance_transactions`, also by `source` and `type`. A charge's money becomes available when it is
 * due.
 */
export function listTransactions(network: Network, params: Params): Answer {
  const source = text(params, 'source')
  const type = text(params, 'type')
  const rows = transactions(network, source).filter((row) => type === undefined || row.type === type)
  return list<'balance_transaction'>(rows, params, '/v1/balance_transactions', { names: ['source', 'type'] })
}

const CLAUSE = /^(?:metadata\["([^"]+)"\]|(status|currency|amount))\s*:\s*"?([^"]*)"?$/

/** Handles `GET /v1/payment_intents/search` with exact clauses on metadata, status, currency and amount, joined by AND. */
export function searchIntents(network: Network, params: Params): Answer {
  allowOnly(params, ['query', 'limit'])
  const clauses = required(params, 'query')
    .split(/\s+AND\s+/i)
    .map((clause) => {
      const [, key, field, value] = CLAUSE.exec(clause.trim()) ?? []
      if (value === undefined)
        throw invalid(`We were unable to parse your search query: ${clause}`, { param: 'query' })
      return { key, field, value }
    })
  const limit = limitOf(params)
  const found = network.store.all('payment_intent').filter((intent) =>
    clauses.every(({ key, field, value }) => {
      if (key !== undefined) return intent.metadata[key] === value
      if (field === 'amount') return `${intent.amount}` === value
      return (field === 'status' ? intent.status : intent.currency) === value
    }),
  )
  const data = found.slice(0, limit)
  const body = {
    object: 'search_result',
    data,
    has_more: found.length > limit,
    next_page: null,
    url: '/v1/payment_intents/search',
  }
  return { status: 200, body }
}

/** Replaces the ids that `expand[]` names with their objects, such as `latest_charge` or `data.charge`. */
export function expand(network: Network, params: Params, body: unknown): unknown {
  for (const path of words(params, 'expand') ?? []) {
    expandPath(network, body, path.split('.'), path)
  }
  return body
}

function expandPath(network: Network, value: unknown, path: readonly string[], whole: string): void {
  const [name, ...rest] = path
  if (name === undefined || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) expandPath(network, item, path, whole)
    return
  }
  const holder = value as Record<string, unknown>
  if (!(name in holder)) {
    throw invalid(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  }
  const held = holder[name]
  const found: CardObject | null = typeof held === 'string' ? network.store.any(held) : null
  if (found) holder[name] = found
  expandPath(network, holder[name], rest, whole)
}
