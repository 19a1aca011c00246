import { parseCrontab } from 'graphile-worker'
import type { Cron } from '../jobs/index.ts'

/** Returns the tasks of crons as the queue parses them. Throws on an invalid one. */
export const tasksOf = (crons: readonly Cron[]): string[] =>
  parseCrontab(crons.map(({ pattern, task }) => `${pattern} ${task}`).join('\n')).map(({ task }) => task)
