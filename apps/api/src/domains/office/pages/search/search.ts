import type { Db } from '../../../../db/index.ts'
import { newestTransfersOf, type CustomerRow, type TransferRow } from '../store.ts'
import type { Asker } from './conditions.ts'
import { pageOfCustomers, pageOfTransfers } from './lists.ts'
import type { Piece } from './pieces.ts'
import { findRecords, type FoundRecord } from './records.ts'

/** Hits in each group: what fits below the box. */
const MOST_CUSTOMERS = 5
const MOST_TRANSFERS = 8
/** The transfers that a customer's hit shows. */
const NEWEST = 3

interface Hits {
  readonly customers: readonly (CustomerRow & { readonly transfers: readonly TransferRow[] })[]
  readonly transfers: readonly TransferRow[]
  readonly records: readonly FoundRecord[]
}

const PERSON: readonly string[] = ['name', 'phone', 'email', 'domain', 'id']
const isPerson = ({ meanings }: Piece): boolean => meanings.some(({ kind }) => PERSON.includes(kind))

/** Returns a piece without its meanings about people. */
const withoutPeople = (piece: Piece): Piece => ({
  ...piece,
  meanings: piece.meanings.filter(({ kind }) => kind === 'id' || !PERSON.includes(kind)),
})

/**
 * Finds customers with their newest transfers, other transfers, and records. `seesPeople`: customers are found at all. A text
 * that is only about people finds no transfers of theirs a second time.
 */
export async function findAnything(
  db: Db,
  pieces: readonly Piece[],
  { seesPeople, ...asker }: Asker & { readonly seesPeople: boolean },
): Promise<Hits> {
  const first = { cursor: undefined, sort: '-created' } as const
  const isAboutPeople = pieces.some(isPerson)
  const areAllPeople = pieces.every(isPerson)
  const [customers, transfers, records] = await Promise.all([
    seesPeople && isAboutPeople ? pageOfCustomers(db, pieces, { ...first, limit: MOST_CUSTOMERS }) : null,
    pageOfTransfers(db, areAllPeople ? pieces.map(withoutPeople) : pieces, asker, {
      ...first,
      limit: MOST_TRANSFERS,
    }),
    findRecords(db, pieces, asker),
  ])
  const rows = customers?.rows ?? []
  const newest = await newestTransfersOf(
    db,
    rows.map(({ id }) => id),
    NEWEST,
  )
  return {
    customers: rows.map((row) => ({
      ...row,
      transfers: newest.filter(({ user_id }) => user_id === row.id),
    })),
    transfers: transfers.rows,
    records,
  }
}
