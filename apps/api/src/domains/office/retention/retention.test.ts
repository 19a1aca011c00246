import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { DELETED_ELSEWHERE, DELETIONS } from './deletions.ts'
import { purge } from './index.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'
import { REGISTER } from './register.ts'

/** Usual names of personal data. */
const LOOKS_PERSONAL =
  /(^|_)(name|nickname|company|phone|email|address|city|postal|document|dob|birth|gender|nationality|occupation|identification|identity|ip|device|browser|agent|endpoint|machine|user|member|customer|person|staff|card)(_|$)/

/** Columns that only look personal: names of texts, files, checks and rules, addresses of pages, and times. */
const NOBODYS = new Set([
  'collection_attempts.name_check',
  'collection_terms.name_shown',
  'consents.document',
  'filing_files.name',
  'filings.document_hash',
  'finished_checks.name',
  'legal_texts.document',
  'profiles.email_verified_at',
  'report_schemas.name',
  'saved_recipients.name_check',
  'saved_recipients.name_checked_at',
  'saved_views.address',
  'schema_migrations.name',
  'transfers.name_check',
  'transfers.name_checked_at',
  'transfers.name_rule',
])

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

describe('the register', () => {
  it('has each table of the schema exactly once', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not exists (select from pg_inherits where inhrelid = format('public.%I', table_name)::regclass)`.execute(
      world.database.owner,
    )
    const listed = REGISTER.flatMap(({ tables }) => Object.keys(tables))
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('lists every column that looks personal, and no column that does not exist', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as "column"
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not exists (select from pg_inherits where inhrelid = format('public.%I', table_name)::regclass)`.execute(
      world.database.owner,
    )
    const all = rows.map(({ column }) => column)
    const listed = Object.entries(PERSONAL_COLUMNS).flatMap(([table, kinds]) =>
      Object.values(kinds).flatMap((columns) => columns.split(' ').map((column) => `${table}.${column}`)),
    )
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.filter((column) => !all.includes(column))).toEqual([])
    expect(all.filter((column) => NOBODYS.has(column))).toHaveLength(NOBODYS.size)
    const looks = all.filter((column) => LOOKS_PERSONAL.test(column.split('.')[1] ?? ''))
    expect(looks.length).toBeGreaterThan(150)
    expect(looks.filter((column) => !listed.includes(column) && !NOBODYS.has(column))).toEqual([])
  })

  it('marks no table with personal columns as impersonal', () => {
    for (const { isPersonal, tables } of REGISTER) {
      if (isPersonal) continue
      for (const table of Object.keys(tables)) {
        const { staff: _staff, words: _words, ...about } = PERSONAL_COLUMNS[table] ?? {}
        expect(about, table).toEqual({})
      }
    }
  })

  it('gives a time for each table that is deleted', () => {
    const deleted = REGISTER.filter(({ end }) => end === 'deleted').flatMap(({ tables }) =>
      Object.keys(tables),
    )
    const rules = [...DELETIONS.map(({ table }) => table), ...Object.keys(DELETED_ELSEWHERE)]
    expect(rules.toSorted()).toEqual(deleted.toSorted())
  })
})

describe('the purge', () => {
  const simple = DELETIONS.flatMap(({ table, period, due }) => {
    const [, interval, column] = /^(.+) after `(\w+)`$/.exec(period) ?? []
    return interval === undefined || column === undefined ? [] : [[table, interval, column, due] as const]
  })

  it.each(simple)('takes the older of two rows of %s around %s', async (table, interval, column, due) => {
    const { rows } = await sql<{ is_older: boolean }>`
      select old.is_older
      from (select (now() - ${interval}::interval - interval '1 minute') as at, true as is_older
        union all select now() - ${interval}::interval + interval '1 minute', false) row
      cross join lateral (select at as ${sql.ref(column)}, is_older) old
      where ${sql.raw(due)}`.execute(world.database.owner)
    expect(rows, table).toEqual([{ is_older: true }])
  })

  it('deletes old drafts in bounded batches, continues in the next run, and keeps the key of a request', async () => {
    const { owner, db } = world.database
    for (let count = 0; count < 3; count++) await (await world.sender()).open()
    await sql`insert into idempotency_keys (user_id, key, body_hash, transfer_id, created_at)
      select user_id, 'key', 'hash', id, now() - interval '10 years' from transfers`.execute(owner)
    await sql`insert into drafts (user_id, content, updated_at)
      select id, '{}', now() - interval '181 days' from users on conflict (user_id) do update set updated_at = excluded.updated_at`.execute(
      owner,
    )
    const first = await purge(db, { batch: 1, batches: 2 })
    expect(first.get('drafts')).toBe(2)
    await purge(db)
    expect(await owner.selectFrom('drafts').selectAll().execute()).toEqual([])
    const keys = await owner.selectFrom('idempotency_keys').where('key', '=', 'key').selectAll().execute()
    expect(keys).toHaveLength(3)
  })
})
