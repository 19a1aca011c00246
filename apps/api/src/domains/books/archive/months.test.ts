import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { archiveCrons, archiveMonth, countMonthsAhead, countStrays, listMonths } from './index.ts'

/** Returns the tables that hold the postings of an id. */
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

describe('months', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  /** Drops the partitions of the month `ahead` months from now, and returns an id of that month. */
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
    expect(await listMonths(database.db)).toHaveLength(4)
    await client.end()
  })

  it('move their rows out of the default partition once they have partitions', async () => {
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
    await expect(archiving).rejects.toThrow(/can change until 20\d\d-\d\d-01/)
  })

  it('protect their rows, partition by partition', async () => {
    const { rows } = await sql<{ name: string; triggers: string[] }>`
      select c.relname as name, array_agg(g.tgname::text order by g.tgname) as triggers
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal
      where i.inhparent in ('ledger_postings'::regclass, 'transfer_events'::regclass) group by 1 order by 1`.execute(
      database.owner,
    )
    expect(rows).toHaveLength(10)
    for (const { name, triggers } of rows) {
      expect(triggers, name).toContainEqual(expect.stringMatching(/_never_change$/))
      expect(triggers, name).toContainEqual(expect.stringMatching(/never_emptied$/))
    }
  })
})
