import type { Db } from '../../db/index.ts'
import { single, type LiveGauge } from '../../http/server/metrics.ts'
import { whileRunning } from '../../lib/while-running.ts'
import { countCardAttempts, countHeldTransfers, countSteps, secondsUntold } from './staff/gauges.ts'

/** Returns the gauges of transfers and their steps, read at each scrape. */
export function transferGauges(db: Db): readonly LiveGauge[] {
  // One scrape reads all gauges at the same time.
  const readSteps = whileRunning(() => countSteps(db))
  return [
    {
      name: 'sesa_held_transfers',
      help: 'Transfers on hold, by reason; under_review for all that compliance decides.',
      label: 'reason',
      read: () => countHeldTransfers(db),
    },
    {
      name: 'sesa_card_attempts',
      help: 'Card attempts of the last hour, by outcome.',
      label: 'outcome',
      read: () => countCardAttempts(db),
    },
    {
      name: 'sesa_transfer_steps',
      help: 'Transfers whose next step is due, and those that a process works on.',
      label: 'state',
      read: async () => {
        const { due, leased } = await readSteps()
        return new Map([
          ['due', due],
          ['leased', leased],
        ])
      },
    },
    {
      name: 'sesa_transfer_steps_overdue_seconds',
      help: 'How long the longest overdue step has been due.',
      read: async () => single((await readSteps()).overdueSeconds),
    },
    {
      name: 'sesa_transfer_leases',
      help: 'Transfers that a process works on, and those whose step is due after its process let the lease end.',
      label: 'state',
      read: async () => {
        const { leased, expired } = await readSteps()
        return new Map([
          ['held', leased - expired],
          ['expired', expired],
        ])
      },
    },
    {
      name: 'sesa_transfer_lease_expired_seconds',
      help: 'How long ago the first lease ended that no process has taken over.',
      read: async () => single((await readSteps()).expiredSeconds),
    },
    {
      name: 'sesa_outbox_oldest_seconds',
      help: 'How long ago the oldest move of a transfer happened about which nobody has been notified.',
      read: async () => single(await secondsUntold(db)),
    },
  ]
}
