import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { makeMonths } from './months.ts'

export { archiveMonth } from './archive.ts'
export { findArchived, verifyArchive } from './find.ts'
export { countMonthsAhead, countStrays, listMonths } from './months.ts'
export { returnMonth } from './return.ts'

/** Adds the partitions of the next months every night. */
export function archiveCrons(db: Db): readonly Cron[] {
  return [{ task: 'make_months', pattern: '23 3 * * *', run: () => makeMonths(db) }]
}
