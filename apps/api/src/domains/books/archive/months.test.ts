import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDb, type Db } from '../../../db/index.ts'
import { migrate } from '../../../db/migrate.ts'
import { asAdmin, createTestDatabase, TEST_LOGINS, urlFor, type TestDatabase } from '../../../db/testing.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { archiveCrons, archiveMonth, countMonthsAhead, countStrays, listMonths } from './index.ts'

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)

/** Returns the tables that hold the postings under an id. */
async function tableOf(owner: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tableoid::regclass::text as name from ledger_postings where transfer_id = ${id}`.execute(
    owner,
  )
  return rows.map(({ name }) => name)
}

const post = (owner: Db, id: string, entry = 1) =>
  sql`insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    values (${entry}, ${id}, 'card_clearing:USD', 'customer:USD', 100, 'USD')`.execute(owner)

describe('the migration to months', () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = urlFor(inject('testPostgresUrl'), name)
  let folder: string
  let owner: Db

  beforeAll(async () => {
    await asAdmin(url, (client) => client.query(`create database ${name}`))
    folder = await mkdtemp(path.join(tmpdir(), 'sesa-before-months-'))
    for (const file of await readdir(MIGRATIONS))
      if (Number.parseInt(file, 10) < 59) await cp(new URL(file, MIGRATIONS), path.join(folder, file))
    await migrate(url, { app: TEST_LOGINS.app }, pathToFileURL(`${folder}/`))
    owner = createDb(url, { max: 2 })
  })
  afterAll(async () => {
    await owner.destroy()
    await asAdmin(url, (client) => client.query(`drop database ${name} with (force)`))
    await rm(folder, { recursive: true })
  })

  it('copies no row, goes on with the same ids, and gives disputes ids that begin with their time', async () => {
    const { id } = await storeTransfer(owner, await storeUser(owner), 'sent')
    const RANDOM = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924'
    await sql`insert into disputes (id, transfer_id, amount, currency) values (${RANDOM}, ${id}, 100, 'USD')`.execute(
      owner,
    )
    await sql`insert into ledger_entries (transfer_id, kind) values (${id}, 'capture'), (${RANDOM}, 'dispute')`.execute(
      owner,
    )
    await post(owner, id)
    await post(owner, RANDOM, 2)
    await sql`insert into transfer_events (transfer_id, to_state) values (${id}, 'sent')`.execute(owner)
    const files = async () =>
      (
        await sql<{ file: bigint }>`select relfilenode::bigint as file from pg_class
          where relname like any (array['ledger_postings%', 'transfer_events%']) and relkind = 'r' and relname !~ '_other|_20'
          order by 1`.execute(owner)
      ).rows
    const before = await files()
    expect(await migrate(url, { app: TEST_LOGINS.app })).toEqual(
      expect.arrayContaining(['059_before_months.sql', '060_months.sql']),
    )
    expect(await files()).toEqual(before)
    const { rows } = await sql<{ id: string; kinds: string[] }>`
      select d.id, array_agg(e.kind) as kinds from disputes d
      join ledger_entries e on e.transfer_id = d.id join ledger_postings p on p.transfer_id = d.id
      group by d.id`.execute(owner)
    expect(rows).toMatchObject([{ kinds: ['dispute'] }])
    expect((rows[0]?.id ?? '').slice(0, 6)).toBe(id.slice(0, 6))
    await post(owner, id, 3)
    const ids = await sql<{ id: bigint }>`select id from ledger_postings order by id`.execute(owner)
    expect(ids.rows.map((one) => one.id)).toEqual([1n, 2n, 3n])
    expect(await tableOf(owner, id)).toEqual(['ledger_postings_first'])
  })

  it('leaves the statements of the earlier release as they were', async () => {
    const { rows } = await sql`
      select e.transfer_id, e.kind, sum(p.amount) from ledger_entries e join ledger_postings p on p.entry_id = e.id
      group by e.id order by e.id`.execute(owner)
    expect(rows).toHaveLength(2)
    const twice = sql`insert into ledger_entries (transfer_id, kind) select transfer_id, kind from ledger_entries limit 1`
    await expect(twice.execute(owner)).rejects.toThrow('ledger_entries_transfer_id_kind_key')
  })
})

describe('months', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  /** Drops the partitions of the month that begins `ahead` months from now, and returns an id of that month. */
  async function dropMonth(client: pg.Client, ahead: number): Promise<string> {
    const { rows } = await client.query<{ suffix: string; id: string }>(
      `select to_char(first, '_YYYY_MM') as suffix, uuidv7(first + interval '5 days' - now()) as id
      from (select date_trunc('month', now()) + $1 * interval '1 month' as first) month`,
      [ahead],
    )
    const [{ suffix = '', id = '' } = {}] = rows
    for (const table of ['ledger_postings', 'transfer_events'])
      await client.query(`drop table ${table}${suffix}`)
    return id
  }

  it('have partitions three months ahead, and the nightly job adds what is missing, under the application’s role', async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    expect(await countMonthsAhead(database.db)).toBe(3)
    await dropMonth(client, 2)
    expect(await countMonthsAhead(database.db)).toBe(1)
    const crons = archiveCrons(database.db)
    expect(tasksOf(crons)).toEqual(['make_months'])
    for (const { run } of crons) await run()
    expect(await countMonthsAhead(database.db)).toBe(3)
    for (const { run } of crons) await run()
    expect(await listMonths(database.db)).toHaveLength(3)
    await client.end()
  })

  it('take their rows out of the default partition, which took them while the month had none', async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const id = await dropMonth(client, 3)
    await post(database.db, id)
    expect(await tableOf(database.owner, id)).toEqual(['ledger_postings_other'])
    expect((await countStrays(database.db)).get('ledger_postings')).toBe(1)
    for (const { run } of archiveCrons(database.db)) await run()
    expect((await countStrays(database.db)).get('ledger_postings')).toBe(0)
    expect(await tableOf(database.owner, id)).toEqual([
      expect.stringMatching(/^ledger_postings_20\d\d_\d\d$/),
    ])
    await client.end()
  })

  it('stay for 18 months', async () => {
    const [first] = await listMonths(database.owner)
    const archiving = archiveMonth(
      { owner: database.owner, dir: '/nowhere', say: () => undefined },
      first?.month ?? '',
      { staff: 'Ama Boateng', reason: 'Too early' },
    )
    await expect(archiving).rejects.toThrow(/may change until 20\d\d-\d\d-01/)
  })

  it('protect their rows, partition by partition', async () => {
    const { rows } = await sql<{ name: string; triggers: string[] }>`
      select c.relname as name, array_agg(g.tgname::text order by g.tgname) as triggers
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal
      where i.inhparent in ('ledger_postings'::regclass, 'transfer_events'::regclass) group by 1 order by 1`.execute(
      database.owner,
    )
    expect(rows).toHaveLength(8)
    for (const { name, triggers } of rows) {
      expect(triggers, name).toContainEqual(expect.stringMatching(/_never_change$/))
      expect(triggers, name).toContainEqual(expect.stringMatching(/never_emptied$/))
    }
  })
})
