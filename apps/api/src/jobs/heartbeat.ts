import { sql } from 'kysely'
import { inTransaction, type Db } from '../db/index.ts'
import { announceDead } from './dead.ts'
import { listQueue } from './queue.ts'

/** A worker without a heartbeat for this long counts as dead. */
const SILENCE_SECONDS = 15
const BEAT_MS = 3_000
/** A job that is due for this long without a worker raises an alert. */
const OVERDUE_SECONDS = 300

interface HeartbeatOptions {
  /** A connection of the worker's role. */
  readonly db: Db
  /** Returns the names under which the queue locks jobs for this process, for each heartbeat. */
  workerIds(): readonly string[]
  report(line: string): void
  readonly beatMs?: number | undefined
}

/**
 * Records heartbeats and releases the jobs of dead workers, which are then retried within a minute: the queue itself
 * waits four hours. It runs separately from the queue, so it detects a stalled queue.
 */
export function startHeartbeat({ db, workerIds, report, beatMs = BEAT_MS }: HeartbeatOptions): {
  stop(): Promise<void>
} {
  let said: readonly string[] = []
  const sayOverdue = async (): Promise<void> => {
    const queue = await listQueue(db)
    const overdue = queue.filter(({ oldestSeconds }) => (oldestSeconds ?? 0) > OVERDUE_SECONDS)
    const news = overdue
      .filter(({ task }) => !said.includes(task))
      .map(({ task, due, oldestSeconds }) => `${due} of ${task} (${oldestSeconds ?? 0} s)`)
    if (news.length > 0) {
      report(`ALERT: jobs are due and no worker runs them: ${news.join(', ')}; see npm run sesa -- jobs`)
    }
    said = overdue.map(({ task }) => task)
  }
  const beat = async (): Promise<void> => {
    await inTransaction(db, 'jobs.beat', async (tx) => {
      await sql`insert into job_workers (worker_id) select unnest(${workerIds()}::text[])
        on conflict (worker_id) do update set beat_at = now()`.execute(tx)
    })
    const freed = await inTransaction(db, 'jobs.free', freeJobsOfTheDead)
    if (freed.length > 0) report(`released the jobs of ${freed.join(', ')}, which sent no heartbeat`)
    for (const { id, task } of await inTransaction(db, 'jobs.announce_dead', announceDead)) {
      report(`ALERT: job ${id} (${task}) was given up; see npm run sesa -- jobs dead`)
    }
    await sayOverdue()
  }
  let running: Promise<void> = Promise.resolve()
  const tick = (): void => {
    running = running.then(beat).catch((error: unknown) => report(`heartbeat: ${String(error)}`))
  }
  tick()
  const timer = setInterval(tick, beatMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
      await inTransaction(db, 'jobs.leave', async (tx) => {
        await sql`delete from job_workers where worker_id = any(${workerIds()}::text[])`.execute(tx)
      }).catch(() => undefined)
    },
  }
}

async function freeJobsOfTheDead(tx: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ worker_id: string }>`
    with dead as materialized (
      select distinct locked_by as worker_id from graphile_worker.jobs j
      where locked_at < now() - ${SILENCE_SECONDS} * interval '1 second' and not exists (
        select from job_workers w where w.worker_id = j.locked_by
          and w.beat_at > now() - ${SILENCE_SECONDS} * interval '1 second')
    ), freed as materialized (
      select graphile_worker.force_unlock_workers(array_agg(worker_id)) from dead having count(*) > 0
    )
    select worker_id from dead where exists (select from freed)`.execute(tx)
  await sql`delete from job_workers where beat_at < now() - interval '1 day'`.execute(tx)
  return rows.map(({ worker_id }) => worker_id)
}
