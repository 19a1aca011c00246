import { sql } from 'kysely'
import { createDb, type Tx } from '../db/index.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { Cron, Job } from './job.ts'
import { keepRunning, type Queue } from './keep-running.ts'
import { launchQueue } from './launch-queue.ts'
import { withTrace } from './traced.ts'

export { listDead, retryJob } from './dead.ts'
export type { Cron, Job } from './job.ts'
export { listQueue } from './queue.ts'
export { createSweeper, type Sweep, type Sweeper } from './sweeps.ts'

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  readonly key?: string
  readonly runAt?: Date
  /** Runs before every job that is not urgent, however long that one has waited. */
  readonly urgent?: boolean
}

/** Queues a job in the caller's transaction: it exists exactly when the transaction commits. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select enqueue_job(${task}, ${JSON.stringify(withTrace(payload))}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}, ${options.urgent ?? false})`.execute(
    tx,
  )
}

export interface JobRunnerOptions {
  /** A connection of the worker's role, which may use the queue's tables. */
  readonly databaseUrl: string
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Receives a line about a failed job, which is retried, or about the queue itself. */
  report(line: string): void
  /** How often this process records a heartbeat, in milliseconds (default 3,000). */
  readonly beatMs?: number
}

export interface JobRunner {
  /** Stops taking jobs, finishes the running ones and closes its connections. */
  stop(): Promise<void>
}

/**
 * Runs queued jobs and crons until stopped. Failed jobs are retried with graphile-worker's back-off; a job that fails
 * its last attempt raises an alert, and the jobs of a dead process are released.
 */
export async function runJobs({
  databaseUrl,
  jobs,
  crons,
  report,
  beatMs,
}: JobRunnerOptions): Promise<JobRunner> {
  let workerIds: readonly string[] = []
  const launch = (): Promise<Queue> => {
    workerIds = []
    return launchQueue({ databaseUrl, jobs, crons, report, onName: (name) => (workerIds = [name]) })
  }
  const runner = await keepRunning(launch, report)
  const db = createDb(databaseUrl, { max: 2, applicationName: 'sesa-heartbeat' })
  const heartbeat = startHeartbeat({ db, workerIds: () => workerIds, report, beatMs })
  return {
    async stop() {
      await runner.stop()
      await heartbeat.stop()
      await db.destroy()
    },
  }
}
