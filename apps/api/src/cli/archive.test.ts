import { PATIENCE } from '@sesa/test-kit/patience'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { fillMonth, startMonthsAt } from '../testing/old-months.ts'
import { storeUser } from '../testing/stored-transfer.ts'
import { runCli } from './run.ts'

const BY = ['--by', 'Ama Boateng', '--reason', 'Older than 18 months']
const now = new Date()
const MONTH = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 20, 1)).toISOString().slice(0, 7)
const REFERENCE = 'S-00000001'

let database: TestDatabase
let dir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'sesa-archive-'))
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await startMonthsAt(client, `${MONTH}-01`)
  const own = await storeUser(database.owner)
  await fillMonth(client, { month: `${MONTH}-01`, transfers: 2, own, ownShare: 1, more: 0, from: 1 })
  await client.end()
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function sesa(args: readonly string[], more: Record<string, string> = { ARCHIVE_DIR: dir }) {
  let [out, error] = ['', '']
  const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...more }
  const writeOut = (text: string) => (out += text)
  const code = await runCli(args, { env, processes: [], writeOut, writeErr: (text) => (error += text) })
  return { code, out, error }
}

test('staff archive the oldest month, find its transfers in the files, and bring it back', async () => {
  const whole = await sesa(['transfer', 'show', REFERENCE])
  expect(whole.out).toMatch(/owed to sender +USD 0\.00/)
  expect((await sesa(['archive', 'list'])).out).toMatch(new RegExp(`^${MONTH} +kept +\\d+ +20`, 'm'))
  expect((await sesa(['archive', 'month', MONTH])).error).toContain('--by NAME')
  expect((await sesa(['archive', 'month', MONTH, ...BY], {})).error).toContain('ARCHIVE_DIR=')

  // Transactions of other tests hold the checkpoints back.
  const archived = await vi.waitUntil(async () => {
    const run = await sesa(['archive', 'month', MONTH, ...BY])
    return run.error.includes('checkpoints') ? false : run
  }, PATIENCE)
  expect(archived).toMatchObject({ code: 0, error: '' })
  expect(archived.out).toContain('ledger_postings: 10 rows')
  expect(archived.out).toMatch(/^fee:USD: USD 4\.00$/m)
  expect((await sesa(['archive', 'list'])).out).toMatch(new RegExp(`^${MONTH} +archived +0 `, 'm'))
  expect((await sesa(['archive', 'verify'])).out).toBe(`${MONTH}: unchanged\n1 months verified\n`)
  const shown = await sesa(['archive', 'show', MONTH, '--json'])
  expect(JSON.parse(shown.out)).toMatchObject({
    month: MONTH,
    sums: { 'customer:USD': '0', 'fx:USD': '19400' },
  })

  const found = await sesa(['transfer', 'show', REFERENCE])
  expect(found.out).toMatch(/owed to sender +nothing: archived/)
  for (const line of whole.out.split('\n').filter((one) => /^\d{4}-/.test(one)))
    expect(found.out).toContain(line)
  expect(found.out).toMatch(/ booked USD 97\.00 from customer:USD to fx:USD$/m)
  expect(found.out).toContain(`(from the archive of ${MONTH})`)

  const file = path.join(dir, MONTH, 'transfer_events.jsonl.gz')
  const events = await readFile(file)
  await writeFile(file, 'nothing')
  expect(await sesa(['archive', 'verify'])).toMatchObject({ code: 1, error: expect.stringContaining(file) })
  await writeFile(file, events)

  expect(await sesa(['archive', 'return', MONTH, ...BY])).toMatchObject({ code: 0, error: '' })
  expect((await sesa(['transfer', 'show', REFERENCE])).out).toBe(whole.out)
  const { rows } = await sql`select action, staff, subject from staff_actions order by id`.execute(
    database.owner,
  )
  expect(rows.at(0)).toEqual({ action: 'archive_month', staff: 'Ama Boateng', subject: MONTH })
  expect(rows.at(-1)).toEqual({ action: 'return_month', staff: 'Ama Boateng', subject: MONTH })
})

test('a month that is young, unknown or not archived is refused with the remedy', async () => {
  const young = now.toISOString().slice(0, 7)
  expect((await sesa(['archive', 'month', young, ...BY])).error).toContain(`Archive ${MONTH} first`)
  expect((await sesa(['archive', 'show', '1999-01'])).error).toContain('There’s no month 1999-01')
  expect((await sesa(['archive', 'show', MONTH])).error).toContain(`${MONTH} isn’t archived`)
  expect((await sesa(['archive', 'return', MONTH, ...BY])).error).toContain(`${MONTH} isn’t archived`)
})
