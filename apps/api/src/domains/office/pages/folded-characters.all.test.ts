import { foldName } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('the database folds every character that it knows in the same way as the product', async () => {
  const { rows: known } = await sql<{ character: string }>`
    select chr(code) as character from generate_series(1, 1114111) as code
    where code not between 55296 and 57343 and code not between 57344 and 63743 and code < 983040
      and unicode_assigned(chr(code))`.execute(database.db)
  const texts = known.map(({ character }) => `a${character}b`)
  const rows = Array.from({ length: Math.ceil(texts.length / 256) }, (_, at) =>
    texts.slice(at * 256, (at + 1) * 256).join(''),
  )
  const folded = await sql<{ folded: string }>`
    select fold_name(text) as folded from unnest(${rows}::text[]) with ordinality as t (text, place) order by place`.execute(
    database.db,
  )
  expect(known.length).toBeGreaterThan(150_000)
  expect(folded.rows.map((row) => row.folded)).toEqual(rows.map(foldName))
})
