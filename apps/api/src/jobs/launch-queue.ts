import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { createPool, isPooled } from '../db/index.ts'
import type { Cron, Job } from './job.ts'
import type { Queue } from './keep-running.ts'
import { runTraced } from './traced.ts'

/** How long an ending queue may spend on its running jobs before the next one starts. */
const END_MS = 5_000

interface QueueOptions {
  readonly databaseUrl: string
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  report(line: string): void
  /** Receives the name under which the queue will lock jobs. */
  onName(name: string): void
}

type Done = Parameters<typeof pg.Pool.prototype.connect>[0]

/**
 * Creates a queue's connections. Each may be released twice: when graphile-worker 0.17 stops while the connection on
 * which it listens is lost, it releases that one again, and the pool's error is not caught.
 */
export function createQueuePool(databaseUrl: string): pg.Pool {
  const pool = createPool(databaseUrl, { max: 10, applicationName: 'sesa-jobs' })
  const connect = pool.connect.bind(pool)
  const connectWith = (done?: Done) => {
    if (done === undefined) return connect()
    connect((error, client, release) => {
      // A pool that has ended passes no release function.
      if (client === undefined) return done(error, client, () => undefined)
      let isReleased = false
      done(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
    return undefined
  }
  return Object.assign(pool, { connect: connectWith })
}

/** Starts taking jobs from the queue. It ends by itself when it loses the database. */
export async function launchQueue({
  databaseUrl,
  jobs,
  crons,
  report,
  onName,
}: QueueOptions): Promise<Queue> {
  // graphile-worker's log without its line for every successful job.
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') report(message)
  })
  let isStopping = false
  let launched: Runner | undefined
  const abandoned = Promise.withResolvers<void>()
  const events: WorkerEvents = new EventEmitter()
  // The queue locks a job in the name of the worker pool, not of the worker that runs it.
  events.on('pool:create', ({ workerPool }) => onName(workerPool.id))
  const giveUp = (): void => void launched?.stop().catch(() => undefined)
  // The lost answer may have been a job, which is now locked in the pool's name without a worker.
  events.on('worker:getJob:error', giveUp)
  // When it cannot record the results of two jobs, it never ends (github.com/graphile/worker/issues/636).
  const abandon = (): void => {
    giveUp()
    abandoned.resolve()
  }
  events.on('pool:gracefulShutdown', () => {
    if (!isStopping) setTimeout(abandon, END_MS).unref()
  })
  // Each launch has its own pool: connections that an ended queue still holds close with it.
  const pgPool = createQueuePool(databaseUrl)
  const leave = (): void => void pgPool.end()
  try {
    const runner = await run({
      pgPool,
      concurrency: 4,
      pollInterval: 1_000,
      noHandleSignals: true,
      noPreparedStatements: isPooled(databaseUrl),
      logger,
      events,
      taskList: Object.fromEntries([
        ...jobs.map(
          (job) =>
            [
              job.task,
              (payload: unknown) => runTraced(job.task, payload, (given) => job.run(given)),
            ] as const,
        ),
        ...crons.map((cron) => [cron.task, () => runTraced(cron.task, {}, () => cron.run())] as const),
      ]),
      // Recorded in the background: otherwise a lost connection would end the process.
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
