import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** The queued jobs of one kind. */
export interface QueuedTask {
  readonly task: string
  /** Jobs that are due and not yet running. */
  readonly due: number
  /** Seconds since the oldest due job became due; null when none is due. */
  readonly oldestSeconds: number | null
  readonly running: number
  /** Jobs scheduled for later, retries included. */
  readonly later: number
  readonly dead: number
}

/** Lists the queue by kind of job, the longest wait first. `db` is the owner's. */
export async function listQueue(db: Db): Promise<readonly QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`
    with job as (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'dead'
          when run_at > now() then 'later' else 'due' end as state
      from graphile_worker.jobs
    )
    select task, count(*) filter (where state = 'due')::int as due,
      ceil(extract(epoch from now() - min(run_at) filter (where state = 'due')))::int as "oldestSeconds",
      count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'later')::int as later,
      count(*) filter (where state = 'dead')::int as dead
    from job group by task order by "oldestSeconds" desc nulls last, task`.execute(db)
  return rows
}
