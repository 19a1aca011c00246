import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it.each([
  ['MOMO-77123', 'momo77123'],
  ['  ｍｏｍｏ－００７７１２３ ', 'momo77123'],
  ['MOMO 77 123', 'momo77123'],
  ['MOMO-7712', 'momo7712'],
  ['MOMO-77123-2', 'momo771232'],
  ['INV/2026/011', 'inv202611'],
  ['0000', '0'],
  ['FX100', 'fx100'],
  ['ФТ-1', 'фт1'],
  ['---', '---'],
])('%s is folded to %s', async (reference, folded) => {
  const { rows } = await sql`select fold_reference(${reference}) as folded`.execute(database.owner)
  expect(rows).toEqual([{ folded }])
})

it('keeps what was entered twice before, and refuses a third spelling', async () => {
  const { owner } = database
  const insert = (account: string, reference: string) => sql`
    with action as (insert into operator_actions (action, operator, reason, subject)
      values ('treasury_top_up', 'Ama', 'On the statement', ${reference}) returning id)
    insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, occurred_at,
      action_id)
    select ${account}, ${reference}, 'top_up', 100, 'LRD', 10, 'USD', now(), id from action`
  // As it was before the migration.
  await sql`drop index provider_movements_one_reference`.execute(owner)
  await sql`drop trigger provider_movements_folded on provider_movements`.execute(owner)
  await sql`drop function fold_movement`.execute(owner)
  await sql`alter table provider_movements drop column folded_reference`.execute(owner)
  await sql`drop function fold_reference`.execute(owner)
  for (const reference of ['MOMO-77123', 'momo-77123', 'MOMO 77123'])
    await forge(owner, insert('mtn-momo-lr', reference))
  await forge(owner, insert('pawapay', 'momo-77123'))
  const file = new URL('../../../../migrations/103_one_reference_of_a_movement.sql', import.meta.url)
  // Together they are one transaction, in which no index is built concurrently.
  await sql.raw((await readFile(file, 'utf8')).replaceAll(' concurrently', '')).execute(owner)
  const { rows } = await sql<{ account: string; folded: string }>`
    select account, split_part(folded_reference, ' ', 1) as folded, folded_reference like '% %' as later
    from provider_movements order by account, later, id`.execute(owner)
  const once = { folded: 'momo77123', later: false }
  expect(rows).toEqual([
    { account: 'mtn-momo-lr', ...once },
    { account: 'mtn-momo-lr', ...once, later: true },
    { account: 'mtn-momo-lr', ...once, later: true },
    { account: 'pawapay', ...once },
  ])
  await expect(insert('mtn-momo-lr', 'MOMO-077123').execute(owner)).rejects.toThrow('one_reference')
  await insert('mtn-momo-lr', 'MOMO-77124').execute(owner)
})
