import type { Db } from '../db/index.ts'
import type { LiveGauge } from '../http/server/metrics.ts'
import { countProcesses } from '../http/server/readiness.ts'
import { listQueue } from '../jobs/index.ts'
import { whileRunning } from '../lib/while-running.ts'
import { balanceGauge, hoursGauge, readFloat } from '../modules/float/index.ts'
import { countAccountHolds } from '../modules/fraud/index.ts'
import { countSmsOfDay, countUndelivered } from '../modules/messages/index.ts'
import { readRateAges } from '../modules/rates/index.ts'
import { countOpenBreaks } from '../modules/reconciliation/index.ts'
import { countCardAttempts, countHeldTransfers, countSteps } from '../modules/transfers/index.ts'

/** The gauges of `/metrics` that alerts use (docs/runbooks/README.md). */
export function createGauges(db: Db): readonly LiveGauge[] {
  // One scrape asks all gauges at the same time.
  const readSteps = whileRunning(() => countSteps(db))
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
      read: async () => new Map([['', (await readSteps()).overdueSeconds]]),
    },
    {
      name: 'sesa_processes',
      help: 'Servers and workers that wrote to the database in the last minute.',
      label: 'kind',
      read: () => countProcesses(db),
    },
  ]
}

/** The gauges of the job queue, which only the worker's role can read. */
export function createQueueGauges(db: Db): readonly LiveGauge[] {
  const readQueue = whileRunning(() => listQueue(db))
  return [
    {
      name: 'sesa_jobs',
      help: 'Queued jobs, by task and state.',
      label: ['task', 'state'],
      read: async () =>
        new Map(
          (await readQueue()).flatMap(({ task, due, running, later, dead }) =>
            Object.entries({ due, running, later, dead }).map(([state, count]) => [
              `${task}/${state}`,
              count,
            ]),
          ),
        ),
    },
    {
      name: 'sesa_jobs_overdue_seconds',
      help: 'How long the oldest due job has been due, by task.',
      label: 'task',
      read: async () =>
        new Map((await readQueue()).map(({ task, oldestSeconds }) => [task, oldestSeconds ?? 0])),
    },
  ]
}
