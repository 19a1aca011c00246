// Slow: the database disappears until the queue takes its jobs again.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../db/index.ts'
import { createTestDatabase, holdingLocks, untilWaiting, type TestDatabase } from '../db/testing.ts'
import { checkInvariants } from '../domains/books/index.ts'
import { createQueuePool } from './launch-queue.ts'
import { enqueue, listDead, retryJob, runJobs, type Job, type JobRunner } from './index.ts'

let database: TestDatabase
let runner: JobRunner | undefined
const lines: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
  lines.length = 0
})
afterAll(async () => {
  await database.drop()
})

async function start(...jobs: Job[]): Promise<void> {
  runner = await runJobs({
    databaseUrl: database.workerUrl,
    jobs,
    crons: [],
    report: (line) => lines.push(line),
    beatMs: 100,
  })
}

const queue = (task: string, key: string) =>
  inTransaction(database.db, 'test.enqueue', (tx) => enqueue(tx, task, { key }, { key }))

/** Locks the jobs as a killed worker leaves them. */
const lockedBy = (worker: string, age: string) =>
  sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - ${age}::interval, attempts = 1`.execute(
    database.owner,
  )

/** Waits until the runner has recorded two more heartbeats, so that the work of the first one is done. */
async function beats(): Promise<void> {
  const last = async () => {
    const { rows } = await sql<{ at: Date | null }>`select max(beat_at) as at from job_workers`.execute(
      database.owner,
    )
    return rows[0]?.at?.getTime() ?? 0
  }
  for (let beat = 0; beat < 2; beat++) {
    const before = await last()
    await vi.waitFor(async () => expect(await last()).toBeGreaterThan(before), PATIENCE)
  }
}

async function offending(): Promise<unknown[]> {
  const found = await checkInvariants(database.owner)
  return found.filter(({ id }) => id === 'I12').flatMap((finding) => finding.offending)
}

describe('jobs', () => {
  it('that are urgent run before those that have waited longer', async () => {
    const done: unknown[] = []
    for (let nth = 0; nth < 40; nth++) await queue('work', `waits-${nth}`)
    await inTransaction(database.db, 'test.enqueue', (tx) =>
      enqueue(tx, 'work', { key: 'code' }, { urgent: true }),
    )
    await start({ task: 'work', run: async (payload) => void done.push(payload) })
    await vi.waitFor(() => expect(done).toHaveLength(41), PATIENCE)
    // As many as run at once may precede it.
    expect(done.findIndex((payload) => (payload as { key: string }).key === 'code')).toBeLessThan(4)
  })

  it('of a dead worker are taken over by the next worker', async () => {
    const done: unknown[] = []
    await queue('work', 'orphan')
    await lockedBy('worker-that-died', '5 minutes')
    expect(await offending()).toHaveLength(1)
    await start({ task: 'work', run: async (payload) => void done.push(payload) })
    await vi.waitFor(() => expect(done).toEqual([{ key: 'orphan' }]), PATIENCE)
    expect(lines.join('\n')).toContain('worker-that-died')
    expect(await offending()).toEqual([])
  })

  it('of a worker that sends heartbeats stay with it, however long they take', async () => {
    const done: unknown[] = []
    await queue('work', 'slow')
    await lockedBy('worker-alive', '5 minutes')
    await sql`insert into job_workers (worker_id) values ('worker-alive')`.execute(database.owner)
    await start({ task: 'work', run: async (payload) => void done.push(payload) })
    await queue('work', 'other')
    await vi.waitFor(() => expect(done).toEqual([{ key: 'other' }]), PATIENCE)
    await sql`delete from job_workers where worker_id = 'worker-alive'`.execute(database.owner)
    await vi.waitFor(() => expect(done).toHaveLength(2), PATIENCE)
  })

  it('that take long run once, since their worker sends heartbeats', async () => {
    const end = Promise.withResolvers<void>()
    let runs = 0
    await queue('work', 'long')
    await start({
      task: 'work',
      run() {
        runs++
        return end.promise
      },
    })
    await vi.waitFor(() => expect(runs).toBe(1), PATIENCE)
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes'`.execute(
      database.owner,
    )
    await beats()
    expect(runs).toBe(1)
    expect(await offending()).toEqual([])
    end.resolve()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from graphile_worker._private_jobs`.execute(database.owner)
      expect(rows).toEqual([])
    }, PATIENCE)
    expect(runs).toBe(1)
  })

  it('that always fail are given up and announced once, block no other job, and can be retried', async () => {
    const done: unknown[] = []
    let isMended = false
    await queue('poison', 'bad')
    await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(database.owner)
    await queue('work', 'good')
    await start(
      { task: 'work', run: async (payload) => void done.push(payload) },
      {
        task: 'poison',
        async run(payload) {
          if (!isMended) throw new Error('always')
          done.push(payload)
        },
      },
    )
    const alerts = () => lines.filter((line) => line.includes('ALERT'))
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), PATIENCE)
    expect(done).toEqual([{ key: 'good' }])
    const [dead] = await listDead(database.owner)
    expect(dead).toMatchObject({ task: 'poison', attempts: 1 })
    expect(await offending()).toEqual([])
    isMended = true
    const action = { staff: 'Ama Boateng', reason: 'The cause is mended' }
    expect(await retryJob(database.owner, dead?.id ?? 0n, action)).toBe(true)
    await vi.waitFor(() => expect(done).toContainEqual({ key: 'bad' }), PATIENCE)
    expect(await retryJob(database.owner, dead?.id ?? 0n, action)).toBe(false)
    expect(alerts()).toHaveLength(1)
    const { rows } = await sql`select 1 from staff_actions where action = 'retry_job'`.execute(database.owner)
    expect(rows).toHaveLength(1)
  })
})

describe('jobs that no worker runs', () => {
  it('raise one alert for each kind, and another when it happens again', async () => {
    const { owner } = database
    await queue('nobody', 'waits')
    const overdue = sql`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'nobody')`
    const alerts = () => lines.filter((line) => line.includes('1 of nobody'))
    await start({ task: 'work', run: () => Promise.resolve() })
    await beats()
    expect(alerts()).toEqual([])
    await overdue.execute(owner)
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), PATIENCE)
    await queue('other', 'waits as well')
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`.execute(owner)
    await vi.waitFor(() => expect(lines.join()).toContain('1 of other'), PATIENCE)
    expect(alerts()).toHaveLength(1)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(owner)
    await beats()
    await overdue.execute(owner)
    await vi.waitFor(() => expect(alerts()).toHaveLength(2), PATIENCE)
    await sql`delete from graphile_worker._private_jobs`.execute(owner)
  })
})

describe('a database that disappears', () => {
  beforeAll(async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(7);
      raise exception 'not now';
    end $$`.execute(database.owner)
  })

  it('does not end the process, and the queue continues with the remaining jobs', async () => {
    const seen: string[] = []
    let cut = 0
    await start({
      task: 'cut',
      run: async (payload) => {
        const { key } = payload as { key: string }
        seen.push(key)
        if (cut++ > 0) return
        // Cuts the connections during the job, so that its result cannot be recorded.
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'sesa'`.execute(
          database.owner,
        )
      },
    })
    await queue('cut', 'first')
    await vi.waitFor(() => expect(seen).toContain('first'), PATIENCE)
    await queue('cut', 'second')
    await vi.waitFor(() => expect(seen).toContain('second'), PATIENCE)
  })

  it('lets the queue release its listening connection twice', async () => {
    const pool = createQueuePool(database.workerUrl)
    await new Promise<void>((resolve) => {
      pool.connect((_error, _client, release) => {
        release()
        release()
        resolve()
      })
    })
    expect([pool.idleCount, pool.totalCount]).toEqual([1, 1])
    await pool.end()
    // While stopping, the queue also releases a connection that it did not get.
    const ended = await new Promise<Error | undefined>((resolve) => {
      pool.connect((error, _client, release) => {
        release()
        resolve(error)
      })
    })
    expect(ended?.message).toContain('after calling end')
  })

  it('while the results of two jobs are recorded does not end the queue permanently', async () => {
    const { owner } = database
    const seen: string[] = []
    const [both, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await start({
      task: 'lost',
      run: async (payload) => {
        const { key } = payload as { key: string }
        seen.push(key)
        if (key === 'fails') {
          // Keeps the queue running until it has failed to record both results.
          await over.promise
          throw new Error('at the end')
        }
        if (seen.length === 3) both.resolve()
        await both.promise
        // The two end separately, so that each result is recorded separately.
        if (key === 'second') await new Promise((resolve) => setTimeout(resolve, 50))
      },
    })
    await holdingLocks(database, async (tx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(tx)
      await sql`create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()`.execute(
        owner,
      )
      await queue('lost', 'fails')
      await vi.waitFor(() => expect(seen).toEqual(['fails']), PATIENCE)
      await queue('lost', 'first')
      await queue('lost', 'second')
      await untilWaiting(database, 2)
    })
    const unwritten = () => lines.filter((line) => line.includes('Failed to complete jobs'))
    await vi.waitFor(() => expect(unwritten()).toHaveLength(2), PATIENCE)
    over.resolve()
    await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(owner)
    await queue('lost', 'third')
    await vi.waitFor(() => expect(seen).toContain('third'), PATIENCE)
  })

  it('while it hands out a job does not leave that job locked without a worker', async () => {
    const { owner } = database
    const done: unknown[] = []
    await start({ task: 'unheard', run: async (payload) => void done.push(payload) })
    const pool = async () => {
      const { rows } = await sql<{ id: string }>`select worker_id as id from job_workers
        order by beat_at desc limit 1`.execute(owner)
      return rows[0]?.id ?? ''
    }
    await vi.waitFor(async () => expect(await pool()).not.toBe(''), PATIENCE)
    const first = await pool()
    // The queue has handed out the job, and its answer is lost.
    await inTransaction(database.db, 'test.enqueue', (tx) =>
      enqueue(tx, 'unheard', { key: 'lost' }, { runAt: new Date(Date.now() + 3_600_000) }),
    )
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour',
      locked_by = ${first}, locked_at = now() - interval '5 minutes'`.execute(owner)
    await sql`create trigger refuse before update on graphile_worker._private_jobs execute function refuse()`.execute(
      owner,
    )
    await vi.waitFor(() => expect(lines.join()).toContain('the queue ended'), PATIENCE)
    await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(owner)
    await vi.waitFor(async () => expect(await pool()).not.toBe(first), PATIENCE)
    await sql`update job_workers set beat_at = now() - interval '5 minutes' where worker_id = ${first}`.execute(
      owner,
    )
    await vi.waitFor(() => expect(done).toEqual([{ key: 'lost' }]), PATIENCE)
  })
})
