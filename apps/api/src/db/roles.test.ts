import { PATIENCE } from '@sesa/test-kit/patience'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runJobs, type JobRunner } from '../jobs/index.ts'
import { checkInvariants } from '../domains/books/index.ts'
import { createDb } from './index.ts'
import { migrate } from './migrate.ts'
import { asAdmin, TEST_LOGINS, TEST_PASSWORD, urlFor } from './testing.ts'

const serverUrl = inject('testPostgresUrl')
const suffix = randomBytes(4).toString('hex')
const name = `test_roles_${suffix}`
/** Users created by an administrator: none of them may create roles. */
const OWNER = { name: `company_owner_${suffix}`, password: TEST_PASSWORD }
const APP = { name: `company-web-${suffix}`, password: TEST_PASSWORD }
const WORKER = { name: `company_jobs_${suffix}`, password: TEST_PASSWORD }
const OFFICE = { name: `company_office_${suffix}`, password: TEST_PASSWORD }
const ownerUrl = urlFor(serverUrl, name, OWNER)

const admin = (statement: string) => asAdmin(serverUrl, (client) => client.query(statement))
const quoted = ({ name: user }: { name: string }) => pg.escapeIdentifier(user)

beforeAll(async () => {
  for (const user of [OWNER, APP, WORKER, OFFICE])
    await admin(`create role ${quoted(user)} login password '${TEST_PASSWORD}'`)
  await admin(`create database ${name} owner ${quoted(OWNER)}`)
})
afterAll(async () => {
  await admin(`drop database if exists ${name} with (force)`)
  for (const user of [OWNER, APP, WORKER, OFFICE]) await admin(`drop role ${quoted(user)}`)
})

describe('a database whose users an administrator made', () => {
  it('is refused with the statement to run, until the users have their roles', async () => {
    const migrating = () => migrate(ownerUrl, { app: APP, worker: WORKER, office: OFFICE })
    await expect(migrating()).rejects.toThrow(`run: grant sesa_app to "${APP.name}"`)
    await admin(`grant sesa_app to ${quoted(APP)}`)
    await expect(migrating()).rejects.toThrow(`run: grant sesa_office to "${OFFICE.name}"`)
    await admin(`grant sesa_office to ${quoted(OFFICE)}`)
    await expect(migrating()).rejects.toThrow(`run: grant sesa_worker to "${WORKER.name}"`)
    await admin(`grant sesa_worker to ${quoted(WORKER)}`)
    await migrating()
  })

  it('keeps the password that an administrator gave to a role', async () => {
    await migrate(ownerUrl, { app: { name: 'sesa_app', password: 'another' } })
    const client = new pg.Client({ connectionString: urlFor(serverUrl, name, TEST_LOGINS.app) })
    await client.connect()
    await client.end()
  })

  it('lets only the office store staff sign-ins and requests', async () => {
    const asking = `insert into staff_challenges (challenge_hash, purpose, expires_at)
      values (sha256('a'), 'sign_in', now())`
    for (const [user, refusal] of [
      [OFFICE, undefined],
      [APP, 'permission denied'],
      [WORKER, 'permission denied'],
    ] as const) {
      const client = new pg.Client({ connectionString: urlFor(serverUrl, name, user) })
      await client.connect()
      const answer = await client.query(asking).then(
        () => undefined,
        (error: unknown) => String(error),
      )
      expect([user.name, answer]).toEqual([user.name, refusal && expect.stringContaining(refusal)])
      await client.end()
    }
  })

  it('lets the worker run its queue and the checks, and change nothing else', async () => {
    const workerUrl = urlFor(serverUrl, name, WORKER)
    const lines: string[] = []
    let ran = false
    const db = createDb(workerUrl, { max: 1 })
    const cron = { task: 'probe', pattern: '* * * * *', run: async () => void (ran = true) }
    let runner: JobRunner | undefined
    try {
      runner = await runJobs({
        databaseUrl: workerUrl,
        jobs: [{ task: 'probe_job', run: cron.run }],
        crons: [],
        report: (line) => lines.push(line),
      })
      const app = new pg.Client({ connectionString: urlFor(serverUrl, name, APP) })
      await app.connect()
      await app.query(`select enqueue_job('probe_job', '{}'::jsonb, null, null, false)`)
      await app.end()
      await expect.poll(() => ran, PATIENCE).toBe(true)
      const found = await checkInvariants(db)
      expect(found.length).toBeGreaterThanOrEqual(20)
      expect(found.flatMap(({ offending }) => offending)).toEqual([])
    } finally {
      await runner?.stop()
      await db.destroy()
    }
    expect(lines).toEqual([])
    const client = new pg.Client({ connectionString: workerUrl })
    await client.connect()
    for (const statement of [
      'insert into ledger_entries (transfer_id, kind) values (gen_random_uuid(), $$capture$$)',
      'update transfers set amount = 1',
      'select * from locked_records',
      'create table own (id int)',
    ])
      await expect(client.query(statement), statement).rejects.toThrow('permission denied')
    await client.end()
  })
})
