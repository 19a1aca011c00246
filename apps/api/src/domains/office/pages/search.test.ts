import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { findAnything } from './search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Person {
  readonly id: string
  readonly reference: string
}

async function storePerson(name: string, phone: string, country: CountryCode): Promise<Person> {
  const { owner } = database
  const id = await storeUser(owner)
  await owner
    .insertInto('profiles')
    .values({ user_id: id, name, email: `${id}@example.com` })
    .execute()
  await owner.insertInto('phone_identities').values({ user_id: id, phone_number: phone, country }).execute()
  const { reference } = await storeTransfer(owner, id, 'paid')
  return { id, reference }
}

const find = async (text: string, customers = true) => {
  const hits = await findAnything(database.db, text, { customers })
  return {
    customers: hits.customers.map(({ id }) => id),
    transfers: hits.transfers.map(({ reference }) => reference),
  }
}

/** Returns the notations of a number, for example +231 770 001 234. */
const notations = (calling: string, national: string): readonly string[] => [
  `+${calling}${national}`,
  `${calling}${national}`,
  `00${calling}${national}`,
  `011${calling}${national}`,
  `0${national}`,
  national,
  `0${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`,
  `(0${national.slice(0, 2)}) ${national.slice(2, 5)}-${national.slice(5)}`,
  `+${calling} (0)${national.slice(0, 2)} ${national.slice(2)}`,
  `+${calling}–${national.slice(0, 2)}–${national.slice(2)}`,
  `0${national.slice(0, 3)}.${national.slice(3)}`,
  `\u200e+${calling}\u202f${national}\ufeff`,
  `0${national}`.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
]

describe('the search of staff', () => {
  it('finds a customer with their transfers by every notation of the number', async () => {
    const tried: string[] = []
    for (const [country, calling, national] of [
      ['LR', '231', '770001234'],
      ['GH', '233', '244001234'],
      ['SL', '232', '76001234'],
    ] as const) {
      const { id, reference } = await storePerson('Somebody Else', `+${calling}${national}`, country)
      for (const text of notations(calling, national)) {
        tried.push(text)
        expect([text, await find(text)]).toEqual([text, { customers: [id], transfers: [reference] }])
      }
    }
    const american = await storePerson('Somebody Else', '+12025550143', 'US')
    for (const text of [
      '+1 202 555 0143',
      '12025550143',
      '(202) 555-0143',
      '0012025550143',
      '202.555.0143',
    ]) {
      tried.push(text)
      expect([text, (await find(text)).customers]).toEqual([text, [american.id]])
    }
    expect(tried).toHaveLength(44)
  })

  it('finds a transfer by every notation of the recipient’s number', async () => {
    const { reference } = await storeTransfer(database.owner, await storeUser(database.owner), 'paid')
    await sql`update transfers set recipient_phone = '+233241110005' where reference = ${reference}`.execute(
      database.owner,
    )
    for (const text of notations('233', '241110005'))
      expect([text, (await find(text)).transfers]).toEqual([text, [reference]])
  })

  it.each([
    ['Nana Koné', ['kone', 'Koné', 'nana kone', 'kone nana', 'NANA', 'KONE\u0301']],
    ['Hawa Kollie-Weah', ['kollie', 'weah', 'kollie hawa', 'weah kollie', 'hawa kollie‐weah', 'olli', 'eah']],
    ['Sean O’Brien', ["o'brien", 'o´brien', 'OBrien', 'brien', 'o brien', 'brien sean']],
    ['Ɛsi Ŋutifafa', ['esi', 'ɛsi', 'nutifafa esi', 'tifa']],
    ['Mamadou Ba', ['mamadou ba', 'ba mamadou', 'mama']],
    ['محمد سيلا', ['سيلا', 'محمد']],
  ])('finds %s with their transfer by any part of any word', async (name, texts) => {
    const { id, reference } = await storePerson(name, `+23277${String(Math.random()).slice(2, 8)}`, 'SL')
    for (const text of texts) {
      const found = await find(text)
      expect([text, found.customers, found.transfers]).toEqual([
        text,
        expect.arrayContaining([id]),
        expect.arrayContaining([reference]),
      ])
      expect((await find(text, false)).transfers).not.toContain(reference)
    }
    expect((await find('nobody at all')).customers).toEqual([])
  })

  it('finds a transfer by a part of its reference, its payment and an amount, and does not read a phone number as an amount', async () => {
    const { id, payment } = await storeTransfer(database.owner, await storeUser(database.owner), 'paid')
    await sql`update transfers set reference = 'S-WP41Q8W7', amount = 77012345600, total = 77012345600, receive_amount = 123456 where id = ${id}`.execute(
      database.owner,
    )
    for (const text of [
      's-wp41',
      'WP41Q8W7',
      'wp41',
      '41q8',
      'Q8W7',
      payment,
      'GHS 1,234.56',
      '1234.56',
      '1 234,56',
    ])
      expect([text, (await find(text)).transfers]).toEqual([text, ['S-WP41Q8W7']])
    for (const text of ['0770123456', '770123456', '077012345', '+77012345600'])
      expect([text, await find(text)]).toEqual([text, { customers: [], transfers: [] }])
  })

  it('reads indexes, however many customers there are', async () => {
    await sql`insert into users (id) select gen_random_uuid() from generate_series(1, 5000)`.execute(
      database.owner,
    )
    await sql`insert into profiles (user_id, name)
      select id, chr(65 + (random() * 25)::int) || md5(id::text) from users on conflict do nothing`.execute(
      database.owner,
    )
    await sql`analyze profiles`.execute(database.owner)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select user_id from profiles where name_parts(name) @@ ${"'kone':*"}::tsquery`.execute(
      database.db,
    )
    expect(JSON.stringify(rows)).toContain('profiles_by_name_parts')
  })
})
