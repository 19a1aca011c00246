import { BYTE_ORDER_MARK, csvLine, type calls, type QueryOf } from '@sesa/contract'
import { Readable } from 'node:stream'
import type { Reads } from '../../../db/reads.ts'
import { isZone } from '../../../lib/zones.ts'
import { csvCells, csvHeader } from './csv.ts'
import { readFilter, readRows, type Filter } from './list.ts'

/** Rows per query: enough to be fast, few enough to hold in memory for many concurrent exports. */
const PAGE = 500

export interface CsvFile {
  readonly name: string
  readonly body: Readable
}

/**
 * Returns every transfer that matches the filters as a CSV file, newest first, read page by page. Throws Refused
 * `invalid_field`.
 */
export function csvFileOf(
  reads: Pick<Reads, 'run'>,
  userId: string,
  query: QueryOf<typeof calls.listTransfers>,
): CsvFile {
  const filter = readFilter(userId, query)
  const zone = query.zone !== undefined && isZone(query.zone) ? query.zone : 'UTC'
  return {
    name: 'sesa-transfers.csv',
    body: Readable.from(chunks(reads, filter, zone), { objectMode: false, encoding: 'utf8' }),
  }
}

async function* chunks(reads: Pick<Reads, 'run'>, filter: Filter, zone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(csvHeader(zone))
  let cursor: string | undefined
  for (;;) {
    const page = { ...filter, cursor, limit: PAGE }
    const rows = await reads.run((db) => readRows(db, page))
    if (rows.length > 0) yield rows.map((row) => csvLine(csvCells(row, zone))).join('')
    if (rows.length < PAGE) return
    cursor = rows.at(-1)?.id
  }
}
