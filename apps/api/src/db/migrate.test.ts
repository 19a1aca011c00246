import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { migrate, refuseStrangeSchema } from './migrate.ts'
import { MigrationRefused } from './roles.ts'
import { asAdmin, TEMPLATE, TEST_LOGINS, urlFor } from './testing.ts'

const serverUrl = inject('testPostgresUrl')
const name = `test_${randomBytes(6).toString('hex')}`
const url = urlFor(serverUrl, name)
let folder: string
let reader: pg.Client

beforeAll(async () => {
  await asAdmin(serverUrl, (client) => client.query(`create database ${name}`))
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-migrations-'))
  reader = new pg.Client({ connectionString: url })
  await reader.connect()
})
afterAll(async () => {
  await reader.end()
  await asAdmin(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  await rm(folder, { recursive: true, force: true })
})

async function run(file: string, sql: string): Promise<void> {
  await writeFile(path.join(folder, file), sql)
  await migrate(url, { app: TEST_LOGINS.app }, pathToFileURL(`${folder}/`))
}

describe('a migration', () => {
  it('that waits for a table lets others use it, and is applied once it is free', async () => {
    await run('001_first.sql', 'create table goods (id int)')
    await reader.query('begin')
    await reader.query('select * from goods')
    const migrating = run('002_second.sql', 'alter table goods add column price int')
    const other = new pg.Client({ connectionString: url, statement_timeout: 5_000 })
    await other.connect()
    const waits = `select 1 from pg_locks where relation = 'goods'::regclass and not granted`
    await vi.waitFor(async () => expect((await other.query(waits)).rowCount).toBe(1), {
      timeout: 60_000,
      interval: 5,
    })
    expect((await other.query('select * from goods')).rowCount).toBe(0)
    await other.end()
    await reader.query('commit')
    await migrating
    expect((await reader.query('select price from goods')).fields).toHaveLength(1)
  })

  it('that fails leaves nothing behind, and the next start retries it', async () => {
    const broken = 'create table half (id int); select 1 / 0'
    await expect(run('003_third.sql', broken)).rejects.toThrow(/division by zero/)
    expect((await reader.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])
    await run('003_third.sql', 'create table half (id int)')
    expect((await reader.query('select * from half')).rowCount).toBe(0)
  })

  it('may build an index while others write, outside a transaction, and restarts after an interruption', async () => {
    await run('004_rows.sql', 'insert into goods select generate_series(1, 100)')
    const index = `-- Outside a transaction.
drop index concurrently if exists goods_by_price;
create index concurrently goods_by_price on goods (price);
`
    // The leftover of an interrupted migration.
    await reader.query('create index goods_by_price on goods (id)')
    await run('005_index.sql', index)
    const { rows } = await reader.query(`select indisvalid, pg_get_indexdef(indexrelid) as is from pg_index
      where indexrelid = 'goods_by_price'::regclass`)
    expect(rows).toMatchObject([{ indisvalid: true, is: expect.stringContaining('(price)') }])
  })

  it('of a later release lets this one restart, unless it ended this one', async () => {
    await run('006_later.sql', 'alter table goods add column later int')
    await rm(path.join(folder, '006_later.sql'))
    await migrate(url, { app: TEST_LOGINS.app }, pathToFileURL(`${folder}/`))
    await run('007_end.sql', '-- The earlier release stops working.\nalter table goods drop column price')
    await rm(path.join(folder, '007_end.sql'))
    await expect(migrate(url, { app: TEST_LOGINS.app }, pathToFileURL(`${folder}/`))).rejects.toThrow(
      'schema version 7, with which this release (5) does not work',
    )
    await reader.query('delete from schema_migrations where version > 5')
  })

  it('that was changed after it ran is refused', async () => {
    await expect(run('001_first.sql', 'create table goods (id bigint)')).rejects.toThrow(MigrationRefused)
  })
})

describe('a database of the baseline', () => {
  const named = `test_${randomBytes(6).toString('hex')}`
  let owner: pg.Client
  let files: string

  beforeAll(async () => {
    await asAdmin(serverUrl, (client) => client.query(`create database ${named} template ${TEMPLATE}`))
    files = await mkdtemp(path.join(tmpdir(), 'sesa-migrations-'))
    await cp(new URL('../../migrations/', import.meta.url), files, { recursive: true })
    owner = new pg.Client({ connectionString: urlFor(serverUrl, named) })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await asAdmin(serverUrl, (client) => client.query(`drop database ${named} with (force)`))
    await rm(files, { recursive: true, force: true })
  })

  const start = () => migrate(urlFor(serverUrl, named), TEST_LOGINS, pathToFileURL(`${files}/`))

  it('keeps its rows when a later release applies its migrations', async () => {
    const { rows } = await owner.query('insert into users default values returning id')
    await writeFile(path.join(files, '900_later.sql'), 'alter table users add column later int')
    expect(await start()).toEqual(['900_later.sql'])
    expect((await owner.query('select id, later from users')).rows).toEqual([{ ...rows[0], later: null }])
    expect(await start()).toEqual([])
  })

  it('lets a process start before it is migrated', async () => {
    await owner.query('alter table schema_migrations rename to schema_migrations_away')
    await expect(refuseStrangeSchema(owner)).resolves.toBeUndefined()
    await owner.query('alter table schema_migrations_away rename to schema_migrations')
  })

  it('is refused if it was created before the baseline, with the remedy', async () => {
    await expect(refuseStrangeSchema(owner)).resolves.toBeUndefined()
    await owner.query(`update schema_migrations set name = '001_identity.sql' where version = 1`)
    const refused =
      /^This data was made before version 0\.2\.0.* an empty folder \(SESA_DATA_DIR\) or.* an empty database \(DATABASE_URL\)\.$/
    await expect(start()).rejects.toThrow(refused)
    await expect(refuseStrangeSchema(owner)).rejects.toThrow(refused)
  })
})
