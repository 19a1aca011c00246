import type { Registry } from 'prom-client'
import type { Db } from '../db/index.ts'
import { countConnections } from '../db/pools.ts'
import type { Reads } from '../db/reads.ts'
import {
  createMetrics,
  sumOfState,
  type ChannelTimer,
  type LiveGauge,
  type ProcessCounter,
} from '../http/server/metrics.ts'
import { countProcesses } from '../http/server/readiness.ts'
import { listQueue } from '../jobs/index.ts'
import { whileRunning } from '../lib/while-running.ts'
import {
  countMonthsAhead,
  countStrays,
  countUnsigned,
  countOpenBreaks,
  readFinished,
} from '../domains/books/index.ts'
import {
  countCases,
  countIdentityChecks,
  readLookedUpto,
  countFilings,
  countSubjects,
  readListGauges,
} from '../domains/compliance/index.ts'
import { countLate } from '../domains/support/index.ts'
import { balanceGauge, hoursGauge, readFloat } from '../domains/payouts/index.ts'
import { countAccountHolds } from '../domains/risk/index.ts'
import { countSmsOfDay, countUndelivered } from '../domains/record/index.ts'
import { readRateAges } from '../domains/pricing/index.ts'
import { readBreakers } from './watched-fetch.ts'
import { countCardAttempts, countHeldTransfers, countSteps } from '../domains/transfers/index.ts'

/** The figures of the database that alerts use (docs/runbooks/README.md): the same in each process, so only workers show them. */
export function createDatabaseGauges(db: Db): readonly LiveGauge[] {
  // One scrape asks all gauges at the same time.
  const readSteps = whileRunning(() => countSteps(db))
  const readWallets = whileRunning(() => readFloat(db))
  const readChecks = whileRunning(() => readFinished(db))
  const only = (figure: number): ReadonlyMap<string, number> => new Map([['', figure]])
  return [
    {
      name: 'sesa_held_transfers',
      help: 'Transfers on hold, by reason; under_review for all that compliance decides.',
      label: 'reason',
      read: () => countHeldTransfers(db),
    },
    {
      name: 'sesa_account_holds',
      help: 'Accounts on hold for new payments.',
      read: async () => only(await countAccountHolds(db)),
    },
    {
      name: 'sesa_cases',
      help: 'Cases past their deadline.',
      label: 'state',
      read: () => sumOfState('overdue', countCases(db)),
    },
    {
      name: 'sesa_filings',
      help: 'Reports to authorities past their deadline.',
      label: 'state',
      read: () => sumOfState('overdue', countFilings(db)),
    },
    {
      name: 'sesa_monitoring_looked_upto_timestamp_seconds',
      help: 'Until when monitoring has looked at payments (Unix seconds).',
      read: async () => only(await readLookedUpto(db)),
    },
    {
      name: 'sesa_screening_subjects',
      help: 'People who were never screened.',
      label: 'state',
      read: () => sumOfState('unscreened', countSubjects(db)),
    },
    {
      name: 'sesa_screening_list',
      help: 'The screening list: when it last answered and when its data was updated (Unix seconds), and 1 while its index is stale.',
      label: 'figure',
      read: () => readListGauges(db),
    },
    {
      name: 'sesa_identity_checks',
      help: 'Identity checks that are not finished, by state.',
      label: 'state',
      read: () => countIdentityChecks(db),
    },
    {
      name: 'sesa_open_breaks',
      help: 'Unexplained differences between our books and a provider’s, by kind.',
      label: 'kind',
      read: () => countOpenBreaks(db),
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
      read: async () => only((await readSteps()).overdueSeconds),
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
      read: async () => only((await readSteps()).expiredSeconds),
    },
    {
      name: 'sesa_invariants_checked_timestamp_seconds',
      help: 'When the invariants were last checked.',
      read: async () => only((await readChecks()).invariantsAt),
    },
    {
      name: 'sesa_invariants_walked_timestamp_seconds',
      help: 'When the check of the invariants last finished a round through the whole history.',
      read: async () => only((await readChecks()).walkedAt),
    },
    {
      name: 'sesa_invariants_violated',
      help: 'Invariants that the last check found violated.',
      read: async () => only((await readChecks()).violated),
    },
    {
      name: 'sesa_reconciliation_finished_timestamp_seconds',
      help: 'When our books were last compared with the providers’.',
      read: async () => only((await readChecks()).reconciledAt),
    },
    {
      name: 'sesa_months_ahead',
      help: 'How many of the next months have partitions.',
      read: async () => only(await countMonthsAhead(db)),
    },
    {
      name: 'sesa_rows_without_month',
      help: 'Rows in the default partitions: their month had no partition, or is archived.',
      label: 'table',
      read: () => countStrays(db),
    },
    {
      name: 'sesa_days_not_closed',
      help: 'Days before today (UTC) whose books two people have not closed; no figure before the first day was.',
      read: async () => {
        const days = await countUnsigned(db)
        return days === null ? new Map() : only(days)
      },
    },
    {
      name: 'sesa_enquiries_late',
      help: 'Questions that have waited for 3 days, and open complaints that are due within a day or overdue.',
      label: 'kind',
      read: () => countLate(db),
    },
    {
      name: 'sesa_processes',
      help: 'Servers and workers that wrote to the database in the last minute.',
      label: 'kind',
      read: () => countProcesses(db),
    },
  ]
}

/** The figures that differ from process to process. Read first, so that no scrape counts its own reads as callers that wait. */
export const PROCESS_GAUGES: readonly LiveGauge[] = [
  {
    name: 'sesa_breaker_open',
    help: 'Whether this process makes no calls to a provider because it is down.',
    label: 'provider',
    read: async () => readBreakers(),
  },
  {
    name: 'sesa_database_connections',
    help: 'Connections of this process to the database, idle and busy, and callers that wait for one.',
    label: ['pool', 'state'],
    read: async () => countConnections(),
  },
]

/** How far the standby for reads is behind. */
export const lagGauge = ({ lag }: Reads): LiveGauge => ({
  name: 'sesa_standby_lag_bytes',
  help: 'Bytes of WAL that the standby for reads has not replayed; no figure without one or while it is away.',
  read: lag,
})

/** Counts who answers the reads that a standby may answer. */
export const readCounter = ({ counts }: Reads): ProcessCounter => ({
  name: 'sesa_reads_total',
  help: 'Reads that a standby may answer, by who did: the standby, or the primary since it lags or is away.',
  label: 'place',
  read: counts,
})

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

/** What the processes time themselves. */
export const TIMERS: readonly ChannelTimer[] = [
  {
    name: 'sesa_transfer_step_duration_seconds',
    help: 'Steps of transfers, by step and outcome.',
    channel: 'sesa.transfer-steps',
    labels: ['step', 'outcome'],
  },
  {
    name: 'sesa_provider_request_duration_seconds',
    help: 'HTTP requests to providers, by provider and outcome.',
    channel: 'sesa.provider-requests',
    labels: ['provider', 'outcome'],
  },
]

/** Creates the metrics that each process of the product has. */
export const metricsOf = (given: {
  readonly reads: Reads
  readonly counters: readonly ProcessCounter[]
}): Registry =>
  createMetrics({
    gauges: [...PROCESS_GAUGES, lagGauge(given.reads)],
    counters: [...given.counters, readCounter(given.reads)],
    timers: TIMERS,
  })
