import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { readFile, rm, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { fillMonth, startMonthsAt } from '../../../testing/old-months.ts'
import { storeUser } from '../../../testing/stored-transfer.ts'
import { balance, bookedUnder, BooksArchived, rebuildCheckpointsAfterRestore } from '../../record/index.ts'
import { checkInvariants } from '../reconciliation/index.ts'
import { archiveMonth, countStrays, findArchived, listMonths, returnMonth, verifyArchive } from './index.ts'

const ACTION = { staff: 'Ama Boateng', reason: 'Older than 18 months' }
const EACH = 6
const monthsAgo = (count: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7)
}
const [OLDEST, NEXT, YOUNG] = [monthsAgo(22), monthsAgo(21), monthsAgo(3)]

let database: TestDatabase
let dir: string
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'sesa-archive-'))
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await startMonthsAt(client, `${OLDEST}-01`)
  const own = await storeUser(database.owner)
  for (const [at, month] of [OLDEST, NEXT, YOUNG].entries())
    await fillMonth(client, {
      month: `${month}-01`,
      transfers: EACH,
      own,
      ownShare: 3,
      more: 0,
      from: at * EACH + 1,
    })
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await rm(dir, { recursive: true })
})

/** Archives a month, and retries while other tests' transactions delay the checkpoints. */
async function archive(month: string, say: (line: string) => void = () => undefined): Promise<void> {
  const waiting = /checkpoints don’t include/
  await vi.waitUntil(
    () =>
      archiveMonth({ owner: database.owner, dir, say }, month, ACTION).then(
        () => true,
        (error: unknown) => {
          if (waiting.test(String(error))) return false
          throw error
        },
      ),
    PATIENCE,
  )
}

const giveBack = (month: string) =>
  returnMonth({ owner: database.owner, dir, say: () => undefined }, month, ACTION)

async function offending(): Promise<string[]> {
  const findings = await checkInvariants(database.owner)
  return findings.filter((one) => one.offending.length > 0).map(({ id, name }) => `${id} ${name}`)
}

const rowsOf = async (table: string): Promise<unknown[]> =>
  (
    await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by transfer_id, id`.execute(
      database.owner,
    )
  ).rows

async function idOf(month: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from transfers
    where to_char(created_at at time zone 'UTC', 'YYYY-MM') = ${month} order by id limit 1`.execute(
    database.owner,
  )
  return rows[0]?.id ?? ''
}

const balances = async () =>
  Promise.all(
    (['card_clearing:USD', 'customer:USD', 'fee:USD', 'fx:USD', 'payout_float:GHS'] as const).map((account) =>
      balance(database.db, account),
    ),
  )

const stateOf = async (month: string) =>
  (await listMonths(database.db)).find((one) => one.month === month)?.state

describe('archiving a month', () => {
  it('refuses while the books may change, out of order, and while a transfer is on hold', async () => {
    await expect(archive(NEXT)).rejects.toThrow(`Archive ${OLDEST} first`)
    await expect(archive('2000-01')).rejects.toThrow('There’s no month 2000-01')
    const id = await idOf(OLDEST)
    const hold = (reason: string | null) =>
      sql`update transfers set hold_reason = ${reason}, hold_owner = ${reason && 'operations'} where id = ${id}`.execute(
        database.owner,
      )
    await hold('disputed')
    await expect(archive(OLDEST)).rejects.toThrow(/on hold: S-/)
    expect(await stateOf(OLDEST)).toBe('kept')
    await hold(null)
  })

  it('can be abandoned once begun, and runs once at a time', async () => {
    const stop = (): void => {
      throw new Error('interrupted')
    }
    await expect(archive(OLDEST, stop)).rejects.toThrow('interrupted')
    const id = await idOf(OLDEST)
    const post = sql`insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
      values (1, ${id}, 'losses:USD', 'fx:USD', 1, 'USD')`
    await expect(post.execute(database.db)).rejects.toThrow('archive return')
    const both = await Promise.all([giveBack(OLDEST).catch(String), giveBack(OLDEST).catch(String)])
    expect(both.filter((refusal) => String(refusal).includes('is running'))).toHaveLength(1)
    expect(await stateOf(OLDEST)).toBe('kept')
    await database.owner.transaction().execute(async (tx) => {
      await post.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from ledger_postings where from_account = 'losses:USD'`.execute(tx)
    })
  })

  it('continues where it was interrupted, with correct balances and invariants after every step', async () => {
    const before = await balances()
    expect(await offending()).toEqual([])
    const states: unknown[] = []
    for (const step of ['sealed', 'written', 'removed']) {
      const stop = (line: string): void => {
        if (line.includes(step)) throw new Error('interrupted')
      }
      await expect(archive(OLDEST, stop)).rejects.toThrow('interrupted')
      expect(await balances()).toEqual(before)
      expect(await offending()).toEqual([])
      states.push(await stateOf(OLDEST))
    }
    expect(states).toEqual(['sealed', 'sealed', 'detached'])
    await archive(OLDEST)
    expect(await stateOf(OLDEST)).toBe('archived')
    expect(await balances()).toEqual(before)
    expect(await offending()).toEqual([])
    expect((await readdir(path.join(dir, OLDEST))).sort()).toEqual([
      'ledger_postings.jsonl.gz',
      'manifest.json',
      'transfer_events.jsonl.gz',
    ])
    const { rows } = await sql`select from ledger_postings where transfer_id = ${await idOf(OLDEST)}`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  })

  it('keeps the month’s sums when checkpoints are rebuilt in another cluster', async () => {
    const before = await balances()
    await sql`update ledger_checkpoints set system_identifier = 42`.execute(database.owner)
    await rebuildCheckpointsAfterRestore(database.db)
    expect(await balances()).toEqual(before)
    expect(await offending()).toEqual([])
  })

  it('refuses to read or book entries of an archived transfer', async () => {
    const id = await idOf(OLDEST)
    await expect(inTransaction(database.db, 'test.read', (tx) => bookedUnder(tx, [id]))).rejects.toThrow(
      BooksArchived,
    )
    const posting = sql`insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
      values (1, ${id}, 'losses:USD', 'fx:USD', 1, 'USD')`
    await expect(posting.execute(database.db)).rejects.toThrow('archive return')
  })

  it('shows an archived transfer from the files, and detects a changed file', async () => {
    const [oldest] = (await listMonths(database.db)).filter(({ month }) => month === OLDEST)
    if (oldest === undefined) throw new Error('The month is gone')
    await verifyArchive(database.db, dir, oldest)
    const found = await findArchived(database.db, dir, await idOf(OLDEST))
    expect(found?.events.map(({ to_state }) => to_state)).toEqual([
      'awaiting_payment',
      'paid',
      'paying_out',
      'sent',
    ])
    expect(found?.postings.map(({ amount }) => amount).sort()).toEqual([
      '100',
      '10000',
      '110000',
      '200',
      '9700',
    ])
    expect(await findArchived(database.db, dir, await idOf(NEXT))).toBeUndefined()
    const shorter = (whole: Buffer): Buffer => whole.subarray(0, -40)
    const otherwise = (whole: Buffer): Buffer =>
      gzipSync(gunzipSync(whole).toString('utf8').replace('"sent"', '"paid"'))
    for (const [file, change] of [
      ['ledger_postings.jsonl.gz', shorter],
      ['transfer_events.jsonl.gz', otherwise],
      ['manifest.json', shorter],
    ] as const) {
      const name = path.join(dir, OLDEST, file)
      const whole = await readFile(name)
      await writeFile(name, change(whole))
      await expect(verifyArchive(database.db, dir, oldest), file).rejects.toThrow('from a copy')
      await writeFile(name, whole)
    }
  })

  it('is undone by restoring the month, with rows recorded since', async () => {
    const id = await idOf(OLDEST)
    const before = await balances()
    // A late event for an archived transfer.
    await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, detail)
      values (${id}, 'sent', 'sent', 'noted', 'late')`.execute(database.db)
    expect((await countStrays(database.db)).get('transfer_events')).toBe(1)
    await giveBack(OLDEST)
    expect(await stateOf(OLDEST)).toBe('kept')
    expect((await countStrays(database.db)).get('transfer_events')).toBe(0)
    expect(await balances()).toEqual(before)
    expect(await offending()).toEqual([])
    const { rows } =
      await sql`select to_state, detail from transfer_events where transfer_id = ${id} order by id`.execute(
        database.db,
      )
    expect(rows).toHaveLength(5)
    expect(rows.at(-1)).toEqual({ to_state: 'sent', detail: 'late' })
  })

  it('and restoring it changes no row', async () => {
    const before = [await rowsOf('ledger_postings'), await rowsOf('transfer_events')]
    await archive(OLDEST)
    await archive(NEXT)
    await expect(giveBack(OLDEST)).rejects.toThrow(`Restore ${NEXT} first`)
    // A column that a later release adds.
    const later = 'alter table ledger_postings add column later int not null default 7'
    await sql.raw(later).execute(database.owner)
    await giveBack(NEXT)
    await giveBack(OLDEST)
    const { rows } = await sql`select distinct later from ledger_postings`.execute(database.owner)
    expect(rows).toEqual([{ later: 7 }])
    await sql`alter table ledger_postings drop column later`.execute(database.owner)
    expect([await rowsOf('ledger_postings'), await rowsOf('transfer_events')]).toEqual(before)
    await expect(sql`delete from ledger_postings`.execute(database.owner)).rejects.toThrow('never change')
  })
})
