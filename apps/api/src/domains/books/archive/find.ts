import type { Db } from '../../../db/index.ts'
import { folderOf, manifestOf } from './archive.ts'
import { readManifest, readTable, verifyFiles, type Manifest, type Row } from './files.ts'
import { listMonths, type Month } from './months.ts'

/** One transfer's rows in an archive. */
export interface ArchivedTransfer {
  readonly month: string
  readonly events: readonly Row[]
  readonly postings: readonly Row[]
}

/** Returns the archived month of this transfer id; undefined if its month is not archived. */
async function archivedMonthOf(db: Db, id: string): Promise<Month | undefined> {
  const gone = (await listMonths(db)).filter(({ state }) => state === 'detached' || state === 'archived')
  return gone.find(({ toId }) => id < toId)
}

/** Reads the events and postings booked under these ids. Each file is ordered by id. */
async function rowsOf(folder: string, name: string, ids: readonly string[]): Promise<Row[]> {
  const last = ids.toSorted().at(-1) ?? ''
  const found: Row[] = []
  for await (const row of readTable(folder, name)) {
    const id = row['transfer_id'] ?? ''
    if (id > last) break
    if (ids.includes(id)) found.push(row)
  }
  return found
}

/**
 * Finds a transfer in the archives. Staff and dispute bookings are in the months in which they were made.
 * @throws Refused when a file is missing.
 */
export async function findArchived(
  db: Db,
  dir: string,
  transferId: string,
): Promise<ArchivedTransfer | undefined> {
  const month = await archivedMonthOf(db, transferId)
  if (month === undefined) return undefined
  const folder = folderOf(dir, month.month)
  const { tables } = await readArchive(db, dir, month)
  return {
    month: month.month,
    events: await rowsOf(folder, tables.transfer_events.file, [transferId]),
    postings: await rowsOf(folder, tables.ledger_postings.file, [transferId]),
  }
}

/** Reads the manifest of an archived month. @throws Refused when it differs from the one that was written. */
export async function readArchive(db: Db, dir: string, month: Month): Promise<Manifest> {
  return readManifest(folderOf(dir, month.month), await manifestOf(db, month))
}

/** Reads every file of a month back. @throws Refused when one differs from the one that was written. */
export async function verifyArchive(db: Db, dir: string, month: Month): Promise<void> {
  await verifyFiles(folderOf(dir, month.month), await readArchive(db, dir, month))
}
