import { startDatabaseProxy } from '@sesa/test-kit/database-proxy'
import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReadiness } from '../http/server/readiness.ts'
import { Refused } from '../lib/refused.ts'
import { createDb, type Db } from './index.ts'
import { createReads, onPrimary, type Reads } from './reads.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

/** A second database that plays the standby: its functions shadow PostgreSQL's own and report the position. */
let [primary, standby]: TestDatabase[] = []
let reads: Reads | undefined

beforeAll(async () => {
  ;[primary, standby] = [await createTestDatabase(), await createTestDatabase()]
  await createReadiness(database(primary).db, 'server').check()
  const { owner, url } = database(standby)
  await sql`create schema played`.execute(owner)
  await sql`create table played.state (in_recovery boolean not null, replayed pg_lsn)`.execute(owner)
  await sql`insert into played.state values (true, null)`.execute(owner)
  await sql`create function played.pg_is_in_recovery() returns boolean language sql
    as 'select in_recovery from played.state'`.execute(owner)
  await sql`create function played.pg_last_wal_replay_lsn() returns pg_lsn language sql
    as 'select replayed from played.state'`.execute(owner)
  await sql`grant usage on schema played to public`.execute(owner)
  await sql`grant select on played.state to public`.execute(owner)
  const name = new URL(url).pathname.slice(1)
  await sql.raw(`alter database ${name} set search_path = played, public, pg_catalog`).execute(owner)
})
afterEach(() => reads?.close())
afterAll(() => Promise.all([primary?.drop(), standby?.drop()]))

function database(one: TestDatabase | undefined): TestDatabase {
  if (one === undefined) throw new Error('No database')
  return one
}

/** More bytes of WAL than other tests, whose databases share the server, write in the meantime. */
const FAR = 2 ** 40

/** Sets the standby's position in bytes ahead of the primary, and whether it saw the primary's last failover. */
async function play({ ahead = FAR, history = 'same', inRecovery = true } = {}) {
  const { owner } = database(standby)
  await sql`update played.state set in_recovery = ${inRecovery},
    replayed = pg_catalog.pg_current_wal_lsn() + ${ahead}::numeric`.execute(owner)
  const { rows } = await sql<{ history: string }>`select history from processes`.execute(
    database(primary).owner,
  )
  const shown = history === 'same' ? (rows[0]?.history ?? '') : '1/00000000'
  await sql`delete from processes`.execute(owner)
  await sql`insert into processes (id, kind, history)
    values (gen_random_uuid(), 'server', ${shown})`.execute(owner)
}

/** Creates reads whose standby is connected: on a busy machine that takes longer than a read waits for it. */
async function createOver(url = database(standby).url): Promise<Reads> {
  const created = createReads({ primary: database(primary).db, url, answerWithin: 10_000 })
  reads = created
  await vi.waitFor(() => created.lag(), 60_000)
  return created
}

async function nameOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name ?? ''
}

const nameIn = (one: TestDatabase | undefined): string => new URL(database(one).url).pathname.slice(1)

describe('a read that a standby may answer', () => {
  it('goes to the standby once it has everything committed before', async () => {
    await play()
    const { run, counts, lag } = await createOver()
    expect(await run(nameOf)).toBe(nameIn(standby))
    expect(counts()).toEqual(new Map([['standby', 1]]))
    expect(await lag()).toEqual(new Map([['', 0]]))
  })

  it.each([
    ['is behind', { ahead: -1_000_000 }],
    ['is ahead on a timeline from before the last failover', { history: 'older' as const }],
    ['is a primary, as the old one after a failover', { inRecovery: false }],
  ])('stays on the primary while the standby %s', async (_name, state) => {
    await play(state)
    const { run, counts } = await createOver()
    expect(await run(nameOf)).toBe(nameIn(primary))
    // The next read does not ask again.
    expect(await run(nameOf)).toBe(nameIn(primary))
    expect(counts()).toEqual(new Map([['primary_behind', 2]]))
  })

  it('waits for a standby that catches up, if it may', async () => {
    await play({ ahead: -1_000_000 })
    const { run } = await createOver()
    const name = run(nameOf, { patience: 30_000 })
    await play()
    expect(await name).toBe(nameIn(standby))
  })

  it('stays on the primary while the standby is unreachable, and only one tries it at a time', async () => {
    await play()
    const proxy = await startDatabaseProxy(database(standby).url)
    const { run, counts } = await createOver(proxy.url)
    expect(await run(nameOf)).toBe(nameIn(standby))
    proxy.close()
    expect(await run(nameOf)).toBe(nameIn(primary))
    expect(await run(nameOf)).toBe(nameIn(primary))
    expect(counts()).toEqual(
      new Map([
        ['standby', 1],
        ['primary_away', 2],
      ]),
    )
    await expect(reads?.lag()).rejects.toThrow()
  })

  it('repeats on the primary what fails on the standby, but not a refusal', async () => {
    await play()
    const { run } = await createOver()
    const failing = async (db: Db): Promise<string> => {
      const name = await nameOf(db)
      if (name === nameIn(standby)) throw new Error('canceling statement due to conflict with recovery')
      return name
    }
    expect(await run(failing)).toBe(nameIn(primary))
    const again = createReads({ primary: database(primary).db, url: database(standby).url })
    let asked = 0
    const refusing = (): Promise<never> => {
      asked++
      return Promise.reject(new Refused('invalid_field', { field: 'from' }))
    }
    await expect(again.run(refusing)).rejects.toMatchObject({ code: 'invalid_field' })
    expect(asked).toBe(1)
    await again.close()
  })

  it('is on the primary without a standby', async () => {
    const { db } = database(primary)
    const without = createReads({ primary: db, url: undefined })
    expect(await without.run(nameOf)).toBe(nameIn(primary))
    expect(await onPrimary(db).run(nameOf)).toBe(nameIn(primary))
    expect([await without.lag(), without.counts()]).toEqual([new Map(), new Map()])
  })

  it('goes to the host in recovery when the URL names several', async () => {
    const one = database(primary).url
    const db = createDb(one.replace(/@([^/]+)/, '@$1,$1'), { max: 1, hosts: 'standby' })
    await expect(nameOf(db)).rejects.toThrow('is the primary, not a standby')
    await db.destroy()
  })
})

describe('only these parts may read on a standby', () => {
  const SOURCES = path.resolve(import.meta.dirname, '..')
  // None of them decides about money: no limit, balance, state or price is read from a standby.
  const MAY = [
    'compose/gauges.ts',
    'compose/product.ts',
    'domains/books/reconciliation/compare-cards.ts',
    'domains/books/reconciliation/compare-collections.ts',
    'domains/books/reconciliation/compare-payouts.ts',
    'domains/books/reconciliation/run.ts',
    'domains/transfers/deps.ts',
    'domains/transfers/history/csv-file.ts',
    'domains/transfers/index.ts',
    'domains/transfers/routes.ts',
    'http/server/readiness.ts',
  ]
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|db)\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }))
  const filesWith = (pattern: RegExp): string[] =>
    sources
      .filter(({ text }) => pattern.test(text))
      .map(({ file }) => file)
      .sort()

  it('import it', () => {
    expect(filesWith(/from '[^']*db\/reads\.ts'/)).toEqual(MAY)
  })

  it('use it', () => {
    expect(filesWith(/\breads\b.*\.run\(|\breads\.run\b/)).toEqual([
      'domains/books/reconciliation/compare-cards.ts',
      'domains/books/reconciliation/compare-collections.ts',
      'domains/books/reconciliation/compare-payouts.ts',
      'domains/transfers/history/csv-file.ts',
      'domains/transfers/routes.ts',
    ])
    expect(filesWith(/hosts: 'standby'|config\.database\.readUrl|\breadUrl\b/)).toEqual([
      'bin/work.ts',
      'compose/product.ts',
      'config/config.ts',
    ])
  })
})
