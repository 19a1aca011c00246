import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { purge } from './purge.ts'

export { purge } from './purge.ts'

/** Returns the hourly job that deletes the rows due by the register. */
export const retentionCrons = (db: Db): readonly Cron[] => [
  { task: 'retention_purge', pattern: '27 * * * *', run: async () => void (await purge(db)) },
]
