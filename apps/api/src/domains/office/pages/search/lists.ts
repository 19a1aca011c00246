import { sql } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import { Refused } from '../../../../lib/refused.ts'
import { customersOf, transfersOf, type CustomerRow, type TransferRow } from '../store.ts'
import { customerConditions, fewNamed, transferConditions, type Asker } from './conditions.ts'
import { readingsFor, type Piece } from './pieces.ts'

/** The orders that lists have, with the newest or largest first where they begin with `-`. */
export type TransferSort = 'created' | '-created' | 'sent' | '-sent'
export type CustomerSort = 'created' | '-created'

interface PageOf<Sort> {
  readonly sort: Sort
  /** Where the last page ended. */
  readonly cursor: string | undefined
  readonly limit: number
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const CURSOR = new RegExp(`^(?:(\\d{1,18})_)?(${UUID})$`)

/** The key after which a page begins: the worth in USD, where the list is sorted by it, and the id. */
function readKey(cursor: string | undefined, hasWorth: boolean) {
  if (cursor === undefined) return undefined
  const [, worth, id] = CURSOR.exec(cursor) ?? []
  if (id === undefined || hasWorth !== (worth !== undefined))
    throw new Refused('invalid_field', { field: 'cursor' })
  return { worth, id }
}

/** Puts the rows of all readings in one order, each once. */
function merge<Row extends { readonly id: string }>(
  pages: readonly (readonly Row[])[],
  { limit, compare }: { readonly limit: number; readonly compare: (one: Row, other: Row) => number },
): readonly Row[] {
  const byId = new Map(pages.flat().map((row) => [row.id, row]))
  return [...byId.values()].toSorted(compare).slice(0, limit)
}

const compareIds = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0

/** Returns a page of the transfers that the pieces mean, and the cursor of the next; null at the end. */
export async function pageOfTransfers(
  db: Db,
  pieces: readonly Piece[],
  asker: Asker,
  { sort, cursor, limit }: PageOf<TransferSort>,
): Promise<{ readonly rows: readonly TransferRow[]; readonly next: string | null }> {
  const byWorth = sort.endsWith('sent')
  const isDown = sort.startsWith('-')
  const key = readKey(cursor, byWorth)
  const side = sql.raw(isDown ? '<' : '>')
  const direction = isDown ? 'desc' : 'asc'
  const pages = await Promise.all(
    readingsFor(pieces, 'transfers').map(async (reading) => {
      let query = transfersOf(db)
      const few = await fewNamed(db, reading)
      for (const condition of transferConditions(reading, asker, few)) query = query.where(condition)
      if (key !== undefined)
        query = query.where(
          key.worth === undefined
            ? sql<boolean>`t.id ${side} ${key.id}`
            : sql<boolean>`(t.usd_amount, t.id) ${side} (${key.worth}::bigint, ${key.id}::uuid)`,
        )
      const keys = byWorth ? (['t.usd_amount', 't.id'] as const) : (['t.id'] as const)
      // Of few customers as one value, which no index sorts: in the order of an index, PostgreSQL would look for those who
      // never sent among all transfers.
      const sorted =
        few === undefined
          ? keys.reduce((sorting, column) => sorting.orderBy(column, direction), query)
          : query.orderBy(sql`row(${sql.join(keys.map((column) => sql.ref(column)))})`, direction)
      return sorted.limit(limit).execute()
    }),
  )
  const sign = isDown ? -1 : 1
  const rows = merge(pages, {
    limit,
    compare: (one, other) => {
      if (!byWorth || one.usd_amount === other.usd_amount) return sign * compareIds(one, other)
      return one.usd_amount < other.usd_amount ? -sign : sign
    },
  })
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : byWorth ? `${last.usd_amount}_${last.id}` : last.id }
}

/** Returns a page of the customers that the pieces mean, and the cursor of the next; null at the end. */
export async function pageOfCustomers(
  db: Db,
  pieces: readonly Piece[],
  { sort, cursor, limit }: PageOf<CustomerSort>,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly next: string | null }> {
  const isDown = sort.startsWith('-')
  const key = readKey(cursor, false)
  const pages = await Promise.all(
    readingsFor(pieces, 'customers').map(async (reading) => {
      let query = customersOf(db)
      const few = await fewNamed(db, reading)
      for (const condition of customerConditions(reading, few)) query = query.where(condition)
      if (key !== undefined) query = query.where('u.id', isDown ? '<' : '>', key.id)
      return query
        .orderBy('u.id', isDown ? 'desc' : 'asc')
        .limit(limit)
        .execute()
    }),
  )
  const rows = merge(pages, {
    limit,
    compare: (one, other) => (isDown ? -1 : 1) * compareIds(one, other),
  })
  return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}
