import type { Db } from '../../db/index.ts'
import type { LiveGauge } from '../../http/server/metrics.ts'
import { whileRunning } from '../../lib/while-running.ts'
import { readFloat, balanceGauge, hoursGauge } from './float/overview.ts'

/** Returns the gauges of the float, read at each scrape. */
export function payoutGauges(db: Db): readonly LiveGauge[] {
  // One scrape reads all gauges at the same time.
  const readWallets = whileRunning(() => readFloat(db))
  return [
    {
      name: 'sesa_float_balance',
      help: 'Our known balance at a provider, in major units.',
      label: ['account', 'country', 'currency'],
      read: async () => balanceGauge(await readWallets()),
    },
    {
      name: 'sesa_float_hours_left',
      help: 'How many hours the float lasts at the median outflow of the last days, where there is a forecast.',
      label: ['account', 'country', 'currency'],
      read: async () => hoursGauge(await readWallets()),
    },
  ]
}
