import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'

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

it('refuses another spelling of an entered reference, at the same account', async () => {
  const enter = (account: string, reference: string) =>
    sql`
    with action as (insert into staff_actions (action, staff, reason, subject)
      values ('treasury_top_up', 'Ama', 'On the statement', ${reference}) returning id)
    insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, occurred_at,
      action_id)
    select ${account}, ${reference}, 'top_up', 100, 'LRD', 10, 'USD', now(), id from action`.execute(
      database.owner,
    )
  await enter('mtn-momo-lr', 'MOMO-77123')
  await enter('pawapay', 'momo-77123')
  for (const reference of ['momo-77123', 'MOMO 77123', 'MOMO-077123'])
    await expect(enter('mtn-momo-lr', reference)).rejects.toThrow('one_reference')
  await enter('mtn-momo-lr', 'MOMO-77124')
})
