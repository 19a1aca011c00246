import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { documentSealing, reencryptDocuments } from './sealing.ts'

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const NUMBER = 'LR0000001'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('re-encrypts the documents that transfers copied, in open accounts and closed ones', async () => {
  const { owner } = database
  const { id } = await owner.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  const sealed = documentSealing({ secret: OLD }).seal(NUMBER, id)
  for (const state of ['sent', 'refunded']) await storeTransfer(owner, id, state)
  await sql`insert into transfer_senders (transfer_id, user_id, name, identification_number)
    select t.id, t.user_id, 'Fatu Kamara', ${sealed}::bytea from transfers t where t.user_id = ${id}`.execute(
    owner,
  )
  await sql`insert into locked_records (user_id, locked_until, record)
    select ${id}, now() + interval '1 year', jsonb_build_object('senders', jsonb_agg(to_jsonb(s)),
      'replaced', jsonb_agg(to_jsonb(s)))
    from transfer_senders s`.execute(owner)
  const secrets = { secret: NEW, secretBefore: OLD }
  const counts = { current: 0, before: 2, unknown: 0 }
  const sealedCounts = { ...counts, before: 4 }
  expect(await reencryptDocuments(owner, secrets, false)).toEqual([counts, sealedCounts])
  await reencryptDocuments(owner, secrets, true)
  const renewed = { current: 2, before: 0, unknown: 0 }
  expect(await reencryptDocuments(owner, { secret: NEW }, false)).toEqual([
    renewed,
    { ...renewed, current: 4 },
  ])
  const { rows } = await sql<{ sealed: Buffer }>`
    select identification_number as sealed from transfer_senders union all
    select (sender ->> 'identification_number')::bytea
    from locked_records, jsonb_array_elements((record -> 'senders') || (record -> 'replaced')) as sender`.execute(
    owner,
  )
  expect(rows.map((row) => documentSealing({ secret: NEW }).unseal(row.sealed, id))).toEqual(
    Array.from({ length: 6 }, () => NUMBER),
  )
})
