import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { runMonitoring } from './run.ts'

export { monitoringDecider } from './decider.ts'
export { rulesInForce, type Rule } from './rules.ts'
export { runMonitoring } from './run.ts'
export { tryRules } from './try.ts'

/** Analyses new payments every ten minutes. */
export const monitoringCrons = (db: Db): readonly Cron[] => [
  {
    task: 'monitoring',
    pattern: '*/10 * * * *',
    async run() {
      await runMonitoring(db)
    },
  },
]
