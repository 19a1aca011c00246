import type { Registry } from 'prom-client'
import type { Db } from '../db/index.ts'
import { countConnections } from '../db/pools.ts'
import type { Reads } from '../db/reads.ts'
import {
  createMetrics,
  type ChannelTimer,
  type LiveGauge,
  type ProcessCounter,
} from '../http/server/metrics.ts'
import { countProcesses } from '../http/server/readiness.ts'
import { listQueue } from '../jobs/index.ts'
import { whileRunning } from '../lib/while-running.ts'
import { bookGauges } from '../domains/books/index.ts'
import { complianceGauges } from '../domains/compliance/index.ts'
import { payoutGauges } from '../domains/payouts/index.ts'
import { pricingGauges } from '../domains/pricing/index.ts'
import { recordGauges } from '../domains/record/index.ts'
import { riskGauges } from '../domains/risk/index.ts'
import { supportGauges } from '../domains/support/index.ts'
import { transferGauges } from '../domains/transfers/index.ts'
import { readBreakers } from './watched-fetch.ts'

/** The figures of the database that alerts use (docs/runbooks/README.md): the same in each process, so only workers show them. */
export const createDatabaseGauges = (db: Db): readonly LiveGauge[] => [
  ...transferGauges(db),
  ...riskGauges(db),
  ...complianceGauges(db),
  ...bookGauges(db),
  ...payoutGauges(db),
  ...pricingGauges(db),
  ...recordGauges(db),
  ...supportGauges(db),
  {
    name: 'sesa_processes',
    help: 'Servers and workers that wrote to the database in the last minute.',
    label: 'kind',
    read: () => countProcesses(db),
  },
]

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
