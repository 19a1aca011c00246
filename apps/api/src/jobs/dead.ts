import type { StaffAction } from '../lib/staff-action.ts'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../db/index.ts'

/** A job that failed its last attempt. It stays in the queue until it is retried. */
export interface DeadJob {
  readonly id: bigint
  readonly task: string
  readonly attempts: number
  readonly diedAt: Date
  /** The last error. Only staff may see it, since it may contain anything. */
  readonly lastError: string
}

/** Returns the jobs that failed their last attempt since the last call, each once. */
export async function announceDead(db: Db): Promise<readonly { id: bigint; task: string }[]> {
  const { rows } = await sql<{ id: bigint; task: string }>`
    insert into dead_jobs (job_id, task, died_at)
    select id, task_identifier, updated_at from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    on conflict do nothing returning job_id as id, task`.execute(db)
  return rows
}

/** Lists every dead job. `db` is the owner's. */
export async function listDead(db: Db): Promise<readonly DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, task_identifier as task, attempts, updated_at as "diedAt", coalesce(last_error, '') as "lastError"
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id`.execute(db)
  return rows
}

/** Gives a dead job all its attempts again and records the staff action. Returns false when there is no such dead job. */
export function retryJob(db: Db, id: bigint, { staff, reason }: StaffAction): Promise<boolean> {
  return inTransaction(db, 'jobs.retry', async (tx) => {
    const { rows } = await sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => now(), attempts => 0)
      from graphile_worker.jobs where id = ${id} and attempts >= max_attempts and locked_at is null`.execute(
      tx,
    )
    if (rows.length === 0) return false
    await tx
      .insertInto('staff_actions')
      .values({ action: 'retry_job', staff, reason, subject: String(id) })
      .execute()
    return true
  })
}
