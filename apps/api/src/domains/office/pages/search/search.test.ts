import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../../testing/stored-transfer.ts'
import { countAbove } from '../../../compliance/index.ts'
import { fillOffice } from '../../../../testing/office-history.ts'
import type { Asker } from './conditions.ts'
import { pageOfTransfers, type TransferSort } from './lists.ts'
import { findAnything } from './search.ts'
import { understand } from './understand.ts'

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

const ASKER: Asker = { id: randomUUID(), name: 'Ama Compliance', roles: ['compliance'], seesCases: true }

const piecesOf = (text: string, seesPeople = true) =>
  understand(text, new Date(), (permission) => seesPeople || permission !== 'customers.read').pieces

/** Returns what is found, with a customer's newest transfers among the transfers. */
const find = async (text: string, seesPeople = true) => {
  const hits = await findAnything(database.db, piecesOf(text, seesPeople), {
    ...ASKER,
    seesPeople,
  })
  const transfers = [...hits.customers.flatMap((customer) => customer.transfers), ...hits.transfers]
  return {
    customers: hits.customers.map(({ id }) => id),
    transfers: transfers.map(({ reference }) => reference),
  }
}

const listed = async (text: string, sort: TransferSort = '-created') => {
  const found = await pageOfTransfers(database.db, piecesOf(text), ASKER, {
    sort,
    cursor: undefined,
    limit: 100,
  })
  return found.rows.map(({ reference }) => reference)
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

  it('finds a transfer by the beginning of its reference, its payment and an amount, and reads digits in every way', async () => {
    const { id, payment } = await storeTransfer(database.owner, await storeUser(database.owner), 'paid')
    await sql`update transfers set reference = 'S-WP41Q8W7', amount = 77012345600, total = 77012345600, receive_amount = 123456, receive_currency = 'GHS' where id = ${id}`.execute(
      database.owner,
    )
    for (const text of ['s-wp41', 'WP41Q8W7', 'wp41', payment, 'GHS 1,234.56', '1234.56', '1 234,56'])
      expect([text, (await find(text)).transfers]).toEqual([text, ['S-WP41Q8W7']])
    for (const text of ['0770123456', '077012345', '+77012345600'])
      expect([text, await find(text)]).toEqual([text, { customers: [], transfers: [] }])
    expect((await find('770123456')).transfers).toEqual(['S-WP41Q8W7'])
  })

  it('finds a customer by the beginning of an email and by its domain', async () => {
    const { id } = await storePerson('Efua Some', '+233244009999', 'GH')
    await sql`update profiles set email = 'Efua_1@Church.example' where user_id = ${id}`.execute(
      database.owner,
    )
    for (const text of ['efua_1@', 'EFUA_1@church.example', '@church.example', '@church'])
      expect([text, (await find(text)).customers]).toEqual([text, [id]])
    for (const text of ['efuax1@', 'fua_1@', '@hurch.example', '%@church.example'])
      expect([text, (await find(text)).customers]).toEqual([text, []])
  })

  it('combines people, filters, days and amounts', async () => {
    const { id, reference } = await storePerson('Comfort Tarpeh', '+231770004321', 'LR')
    const { owner } = database
    const held = await storeTransfer(owner, id, 'paid')
    await sql`update transfers set hold_reason = 'payout_float_empty', hold_owner = 'treasury', card_last4 = '9876',
      amount = 12345, total = 12345 where id = ${held.id}`.execute(owner)
    await sql`update transfers set pay_method = 'bank_debit', bank_last4 = '6789' where reference = ${reference}`.execute(
      owner,
    )
    for (const [text, expected] of [
      ['comfort tarpeh', [held.reference, reference]],
      ['comfort tarpeh is:held', [held.reference]],
      ['comfort tarpeh -is:held', [reference]],
      ['comfort tarpeh today 123.45', [held.reference]],
      ['comfort tarpeh yesterday', []],
      ['comfort tarpeh corridor:us-lr network:mtn currency:lrd', [held.reference, reference]],
      ['comfort tarpeh corridor:us-gh', []],
      ['comfort card:9876', [held.reference]],
      ['comfort card:6789', [reference]],
      ['tarpeh owner:finance', [held.reference]],
      ['tarpeh owner:compliance', []],
      ['tarpeh amount:123..124', [held.reference]],
      ['tarpeh >1000000', []],
      ['tarpeh is:nonsense', []],
      ['tarpeh is:locked', []],
    ] as const)
      expect([text, (await listed(text)).toSorted()]).toEqual([text, expected.toSorted()])
  })

  it('finds the records that the roles may see, by number, kind and due time', async () => {
    const { owner } = database
    await sql`insert into cases (kind, stage, subject_kind, subject_id, due_at)
      values ('screening', 'hold', 'account', 'x', now() - interval '1 hour')`.execute(owner)
    const numbers = async (text: string, over: Partial<Asker> = {}) =>
      (
        await findAnything(database.db, piecesOf(text), {
          ...ASKER,
          ...over,
          seesPeople: true,
        })
      ).records.map(({ number }) => number)
    for (const text of ['K-1', 'k-000001', 'kind:screening', 'due:overdue'])
      expect([text, await numbers(text)]).toEqual([text, ['K-000001']])
    expect(await numbers('K-1', { roles: ['support'], seesCases: false })).toEqual([])
    expect(await numbers('due:overdue', { roles: ['support'], seesCases: false })).toEqual([])
    expect(await numbers('kind:monitoring')).toEqual([])
  })
})

describe('a list of transfers', () => {
  it.each(['-created', 'created', '-sent', 'sent'] as const)(
    'sorted by %s shows each row once, while others are added',
    async (sort) => {
      const { owner } = database
      const id = await storeUser(owner)
      const before: string[] = []
      for (let count = 0; count < 9; count++) {
        const { reference } = await storeTransfer(owner, id, 'paid')
        await sql`update transfers set usd_amount = ${(count * 7) % 5} where reference = ${reference}`.execute(
          owner,
        )
        before.push(reference)
      }
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { rows, next } = await pageOfTransfers(database.db, piecesOf(id), ASKER, {
          sort,
          cursor,
          limit: 2,
        })
        seen.push(...rows.map(({ reference }) => reference))
        cursor = next ?? undefined
        await storeTransfer(owner, id, 'paid')
      } while (cursor !== undefined && seen.length < 60)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((reference) => before.includes(reference)).toSorted()).toEqual(before.toSorted())
      if (sort === '-created') expect(seen.toReversed()).toEqual(before)
    },
  )

  it('refuses a cursor of another order', async () => {
    const page = (sort: TransferSort, cursor: string) =>
      pageOfTransfers(database.db, [], ASKER, { sort, cursor, limit: 2 })
    await expect(page('sent', randomUUID())).rejects.toMatchObject({ code: 'invalid_field' })
    await expect(page('created', `5_${randomUUID()}`)).rejects.toMatchObject({ code: 'invalid_field' })
  })
})

describe('over many transfers', () => {
  let many: TestDatabase
  beforeAll(async () => {
    many = await createTestDatabase()
    await fillOffice(many.ownerUrl, 20_000)
  })
  afterAll(() => many.drop())

  it.each([
    [
      'an email',
      sql`select user_id from profiles where lower(email) like 'ama17@%'`,
      'profiles_by_email_start',
    ],
    [
      'a domain',
      sql`select user_id from profiles where split_part(lower(email), '@', 2) like 'church.%'`,
      'profiles_by_email_domain',
    ],
    [
      'a name',
      sql`select user_id from profiles where name_parts(name) @@ ${"'kone':*"}::tsquery`,
      'profiles_by_name_parts',
    ],
    [
      'unfinished transfers',
      sql`select * from transfers t where t.state = any (${['paid']}::text[]) order by t.id desc limit 50`,
      'transfers_not_sent',
    ],
    [
      'a corridor without transfers',
      sql`select * from transfers t where t.sender_country = 'SL' and t.country = 'LR' order by t.id desc limit 50`,
      'transfers_by_way',
    ],
    [
      'a card',
      sql`select * from transfers t where t.card_last4 = '4242' order by t.id desc limit 50`,
      'transfers_by_card',
    ],
    [
      'the largest',
      sql`select * from transfers t order by t.usd_amount desc, t.id desc limit 50`,
      'transfers_by_worth',
    ],
  ])('reads an index for %s', async (_, query, index) => {
    const { rows } = await sql`explain ${query}`.execute(many.db)
    expect(JSON.stringify(rows)).toContain(index)
  })

  /** Returns how many transfers some work reads, one after the other and by an index. */
  const readsOf = (work: (db: TestDatabase['db']) => Promise<unknown>) =>
    many.db.transaction().execute(async (tx) => {
      const count = async () => {
        const { rows } = await sql<{ all: number; byIndex: number }>`
          select seq_tup_read::int as all, idx_tup_fetch::int as "byIndex" from pg_stat_xact_user_tables
          where relname = 'transfers'`.execute(tx)
        return rows[0] ?? { all: 0, byIndex: 0 }
      }
      const before = await count()
      await work(tx)
      const after = await count()
      return { all: after.all - before.all, byIndex: after.byIndex - before.byIndex }
    })

  it.each(['-created', 'created', '-sent', 'sent'] as const)(
    'reads no transfers of others for a name whose bearers never sent, by %s',
    async (sort) => {
      const reads = await readsOf(async (db) => {
        const page = await pageOfTransfers(db, piecesOf('tetteh'), ASKER, {
          ...{ sort, cursor: undefined, limit: 50 },
        })
        expect(page.rows).toEqual([])
      })
      expect(reads).toEqual({ all: 0, byIndex: 0 })
    },
  )

  it('reads the transfers of 30 days alone to try limits', async () => {
    const limits = { tier: 1, sender: null, per24Hours: 100_000n, per30Days: 300_000n } as const
    const { all, byIndex } = await readsOf((db) => countAbove(db, limits))
    expect(all).toBe(0)
    expect(byIndex).toBeLessThan(1_000)
  })
})
