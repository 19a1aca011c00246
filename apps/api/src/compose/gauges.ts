import type { Db } from '../db/index.ts'
import type { LiveGauge } from '../http/server/metrics.ts'
import { countAccountHolds } from '../modules/fraud/index.ts'
import { countOpenBreaks } from '../modules/reconciliation/index.ts'
import { countCardAttempts, countHeldTransfers } from '../modules/transfers/index.ts'

/** The gauges of `/metrics` that alerts use (docs/runbooks/README.md). */
export const createGauges = (db: Db): readonly LiveGauge[] => [
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
    name: 'sesa_card_attempts',
    help: 'Card attempts of the last hour, by outcome.',
    label: 'outcome',
    read: () => countCardAttempts(db),
  },
]
