import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { makeMonths } from './months.ts'

export { archiveMonth, type ArchiveDeps } from './archive.ts'
export type { Manifest, Row } from './files.ts'
export { findArchived, readArchive, verifyArchive } from './find.ts'
export { countMonthsAhead, countStrays, findMonth, listMonths } from './months.ts'
export { returnMonth } from './return.ts'

/** Adds the partitions of the next months, each night. */
export function archiveCrons(db: Db): readonly Cron[] {
  return [{ task: 'make_months', pattern: '23 3 * * *', run: () => makeMonths(db) }]
}
