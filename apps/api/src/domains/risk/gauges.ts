import type { Db } from '../../db/index.ts'
import { single, type LiveGauge } from '../../http/server/metrics.ts'
import { countAccountHolds } from './fraud/account-holds.ts'

/** Returns the gauges of account holds, read at each scrape. */
export const riskGauges = (db: Db): readonly LiveGauge[] => [
  {
    name: 'sesa_account_holds',
    help: 'Accounts on hold for new payments.',
    read: async () => single(await countAccountHolds(db)),
  },
]
