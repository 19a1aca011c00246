import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { EventEmitter } from 'node:events'
import { createDb, createPool, type Tx } from '../db/index.ts'
import { startHeartbeat } from './heartbeat.ts'
import { keepRunning, type Queue } from './keep-running.ts'

export { listDead, retryJob } from './dead.ts'
export { listQueue } from './queue.ts'

/** A kind of work done after a commit. `run` may see the same payload more than once and must then change nothing. */
export interface Job {
  readonly task: string
  run(payload: unknown): Promise<void>
}

/** Work done by the clock. `pattern` is five cron fields, in UTC; graphile-worker takes no dot in such a task's name. */
export interface Cron {
  readonly task: string
  readonly pattern: string
  run(): Promise<void>
}

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

/** How long a queue that ends by itself may take for the jobs it is at, before another begins. */
const END_MS = 5_000

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
  // graphile-worker's own words, without the line it would write for every job that went well.
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') report(message)
  })
  let workerIds: readonly string[] = []
  const launch = async (): Promise<Queue> => {
    workerIds = []
    let isStopping = false
    let launched: Runner | undefined
    const abandoned = Promise.withResolvers<void>()
    const events: WorkerEvents = new EventEmitter()
    // The queue locks a job in the name of the pool of workers, not of the one that runs it.
    events.on('pool:create', ({ workerPool }) => (workerIds = [workerPool.id]))
    const giveUp = (): void => void launched?.stop().catch(() => undefined)
    // The lost answer may have been a job, which is locked in the pool's name now while nobody knows of it.
    events.on('worker:getJob:error', giveUp)
    // Where it could not write down what became of two jobs it never ends (github.com/graphile/worker/issues/636).
    const abandon = (): void => {
      giveUp()
      abandoned.resolve()
    }
    events.on('pool:gracefulShutdown', () => {
      if (!isStopping) setTimeout(abandon, END_MS).unref()
    })
    // Each launch has a pool of its own: what an ended one still holds of it is lost with it.
    const pgPool = createPool(ownerUrl, { max: 10, applicationName: 'sesa-jobs' })
    const leave = (): void => void pgPool.end()
    try {
      const runner = await run({
        pgPool,
        concurrency: 4,
        pollInterval: 1_000,
        noHandleSignals: true,
        logger,
        events,
        taskList: Object.fromEntries([
          ...jobs.map((job) => [job.task, (payload: unknown) => job.run(payload)] as const),
          ...crons.map((cron) => [cron.task, () => cron.run()] as const),
        ]),
        // Written down in the background: otherwise a lost connection ends the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        crontab: crons.map((cron) => `${cron.pattern} ${cron.task}`).join('\n'),
      })
      launched = runner
      const ended = Promise.race([runner.promise, abandoned.promise])
      ended.then(leave, leave)
      return {
        ended,
        stop() {
          isStopping = true
          return runner.stop()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
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
