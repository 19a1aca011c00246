import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { runMonitoring } from './run.ts'

export { monitoringDecider } from './decider.ts'
export { listRules, rulesInForce, storeRules, type StoredRules } from './rule-store.ts'
export { readRules, SHIPPED_RULES, type Rule } from './rules.ts'
export { readLookedUpto, runMonitoring } from './run.ts'
export { tryRules } from './try.ts'

/** Looks at new payments every ten minutes. */
export const monitoringCrons = (db: Db): readonly Cron[] => [
  {
    task: 'monitoring',
    pattern: '*/10 * * * *',
    async run() {
      await runMonitoring(db)
    },
  },
]
