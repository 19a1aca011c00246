import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { TestDatabase } from '../db/testing.ts'
import { runJobs, type Cron, type Job } from '../jobs/index.ts'

/** Runs the real queue on a test database. The returned function stops it and waits until its connections have closed. */
export async function startJobs(
  { owner, workerUrl }: TestDatabase,
  jobs: readonly Job[],
  crons: readonly Cron[] = [],
): Promise<() => Promise<void>> {
  const runner = await runJobs({ databaseUrl: workerUrl, jobs, crons, report: () => undefined })
  return async () => {
    await runner.stop()
    // The queue reports its stop before its connections close, and dropping the database would cut them.
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and usename = 'sesa_worker' and application_name <> 'sesa'`.execute(
        owner,
      )
      if (rows.length > 0) throw new Error('The queue is still connected')
    }, PATIENCE)
  }
}
