import type { Db } from '../../db/index.ts'
import type { LiveGauge } from '../../http/server/metrics.ts'
import { readRateAges } from './rates/store.ts'

/** Returns the gauges of rates, read at each scrape. */
export const pricingGauges = (db: Db): readonly LiveGauge[] => [
  {
    name: 'sesa_rate_age_seconds',
    help: 'Age of each currency’s rate. Prices stop at 26 hours.',
    label: 'currency',
    read: () => readRateAges(db),
  },
]
