import type { Db } from '../db/index.ts'
import type { LiveGauge } from '../http/server/metrics.ts'
import { whileRunning } from '../lib/while-running.ts'
import { balanceGauge, hoursGauge, readFloat } from '../modules/float/index.ts'
import { countAccountHolds } from '../modules/fraud/index.ts'
import { countSmsOfDay, countUndelivered } from '../modules/messages/index.ts'
import { readRateAges } from '../modules/rates/index.ts'
import { countOpenBreaks } from '../modules/reconciliation/index.ts'
import { countCardAttempts, countHeldTransfers } from '../modules/transfers/index.ts'

/** The gauges of `/metrics` that alerts use (docs/runbooks/README.md). */
export function createGauges(db: Db): readonly LiveGauge[] {
  // One scrape asks all gauges at the same time.
  const readWallets = whileRunning(() => readFloat(db))
  return [
    {
      name: 'sesa_held_transfers',
      help: 'Transfers on hold, by reason.',
      label: 'reason',
      read: () => countHeldTransfers(db),
    },
    {
      name: 'sesa_account_holds',
      help: 'Accounts on hold for new payments, by cause.',
      label: 'cause',
      read: () => countAccountHolds(db),
    },
    {
      name: 'sesa_open_breaks',
      help: 'Unexplained differences between our books and a provider’s.',
      read: async () => new Map([['', await countOpenBreaks(db)]]),
    },
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
    {
      name: 'sesa_rate_age_seconds',
      help: 'Age of each currency’s rate. Prices stop at 26 hours.',
      label: 'currency',
      read: () => readRateAges(db),
    },
    {
      name: 'sesa_sms_sent_today',
      help: 'Text messages of the day (UTC), by budget.',
      label: 'budget',
      read: () => countSmsOfDay(db),
    },
    {
      name: 'sesa_sms_undelivered',
      help: 'Text messages that a vendor reported as failed in the last hour, by country.',
      label: 'country',
      read: () => countUndelivered(db),
    },
    {
      name: 'sesa_card_attempts',
      help: 'Card attempts of the last hour, by outcome.',
      label: 'outcome',
      read: () => countCardAttempts(db),
    },
  ]
}
