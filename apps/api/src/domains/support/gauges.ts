import type { Db } from '../../db/index.ts'
import type { LiveGauge } from '../../http/server/metrics.ts'
import { countLate } from './enquiries/threads/office-store.ts'

/** Returns the gauges of enquiries, read at each scrape. */
export const supportGauges = (db: Db): readonly LiveGauge[] => [
  {
    name: 'sesa_enquiries_late',
    help: 'Questions that have waited for 3 days, and open complaints that are due within a day or overdue.',
    label: 'kind',
    read: () => countLate(db),
  },
]
