import { sql } from 'kysely'
import { createDb, type Tx } from '../db/index.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { Cron, Job } from './job.ts'
import { keepRunning, type Queue } from './keep-running.ts'
import { launchQueue } from './launch-queue.ts'

export { listDead, retryJob } from './dead.ts'
export type { Cron, Job } from './job.ts'
export { listQueue } from './queue.ts'

export interface EnqueueOptions {
  /** A job that waits under the same key is replaced rather than doubled. */
  readonly key?: string
  readonly runAt?: Date
  /** Goes before all that is not urgent, however long that has waited. */
  readonly urgent?: boolean
}

/** Queues a job in the caller's transaction: it exists exactly when the transaction commits. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}, ${options.urgent ?? false})`.execute(
    tx,
  )
}

export interface JobRunnerOptions {
  /** The owner's connection: under the restricted role graphile-worker does not run. */
  readonly ownerUrl: string
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** A line about a job that failed, and is tried again, or about the queue itself. */
  report(line: string): void
  /** How often this process shows that it lives, in milliseconds (default 10,000). */
  readonly beatMs?: number
}

export interface JobRunner {
  /** Takes nothing new, lets what runs end, and closes its connections. */
  stop(): Promise<void>
}

/**
 * Runs queued jobs and crons until stopped. A failed job is tried again with graphile-worker's back-off; one that was
 * given up is announced, and the jobs of a process that died are taken back.
 */
export async function runJobs({
  ownerUrl,
  jobs,
  crons,
  report,
  beatMs,
}: JobRunnerOptions): Promise<JobRunner> {
  let workerIds: readonly string[] = []
  const launch = (): Promise<Queue> => {
    workerIds = []
    return launchQueue({ ownerUrl, jobs, crons, report, onName: (name) => (workerIds = [name]) })
  }
  const runner = await keepRunning(launch, report)
  const db = createDb(ownerUrl, { max: 2, applicationName: 'sesa-heartbeat' })
  const heartbeat = startHeartbeat({ db, workerIds: () => workerIds, report, beatMs })
  return {
    async stop() {
      await runner.stop()
      await heartbeat.stop()
      await db.destroy()
    },
  }
}
