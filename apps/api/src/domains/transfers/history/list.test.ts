import type { Home } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { readHomeAtBoot } from './home.ts'

interface Page {
  transfers: { date: string; payment_id: string; recipient: string; status: string; reference: string }[]
  nextCursor: string | null
}

let world: EngineWorld
let sender: Sender
const ids: string[] = []
let full: Opened

const list = async (query: string): Promise<Page> =>
  (await sender.call<Page>('GET', `/user/transactions${query}`)).body
const found = async (search: string): Promise<string[]> =>
  (await list(`?search=${encodeURIComponent(search)}`)).transfers.map(({ payment_id }) => payment_id)

beforeAll(async () => {
  world = await startEngineWorld()
  sender = await world.sender()
  for (const [name, amount] of [
    ['Ama Mensah', 1_000],
    ['Kofi 100% Boateng', 2_050],
    ['Esi_Owusu', 3_000],
  ] as const) {
    const opened = await sender.open({ name: name.replace(/[^\p{L} ]/gu, '') }, amount)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await sql`update transfers set recipient_name = ${name} where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    ids.unshift(opened.id)
  }
  full = await sender.open({ phone: recipient('0005'), name: 'Yaw Darko' }, 4_000)
  await world.pay(full)
  await world.reaches(full, 'refunded')
  ids.unshift(full.id)
  // Never charged: not in any list.
  await sender.open({ name: 'Ama Unpaid' })
})
afterAll(() => world.close())

describe('the list of transfers', () => {
  it('shows only the customer’s own transfers, newest first, in pages without gaps or repeats', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const page: Page = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.transfers.map(({ payment_id }) => payment_id))
      cursor = page.nextCursor
      pages++
    }
    expect([seen, pages]).toEqual([ids, 2])
    const stranger = await world.sender()
    expect((await stranger.call<Page>('GET', '/user/transactions')).body.transfers).toEqual([])
  })

  it('finds by recipient, reference, amount and status', async () => {
    const [yaw, esi, kofi, ama] = ids
    expect(await found('mensah')).toEqual([ama])
    expect(await found('20.50')).toEqual([kofi])
    expect(await found('30')).toEqual([esi])
    expect(await found('usd 30.00')).toEqual([esi])
    expect(await found('GHS 30')).toEqual([])
    expect(await found('refunded')).toEqual([yaw])
    expect(await found('unpaid')).toEqual([])
    const { transfers } = await list('?limit=1')
    const reference = transfers[0]?.reference ?? ''
    for (const typed of [reference, reference.toLowerCase(), reference.slice(2, 8)])
      expect(await found(typed)).toEqual([yaw])
  })

  it('finds a name however it is spelled, and a number in any notation', async () => {
    const stranger = await world.sender()
    const opened = await stranger.open({ name: 'Ama Mensah' }, 1_000)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const searched = async (text: string) =>
      (await stranger.call<Page>('GET', `/user/transactions?search=${encodeURIComponent(text)}`)).body
        .transfers.length
    const named = (name: string) =>
      sql`update transfers set recipient_name = ${name} where payment_intent_id = ${opened.id}`.execute(
        world.database.owner,
      )
    const spellings = [
      ['Sean O’Brien', ["o'brien", 'o`brien', 'OBRIEN', 'brien sean']],
      ["Sean O'Brien", ['o’brien', 'o‘brien']],
      ['Nana Owusu-Ansah', ['owusu‐ansah', 'owusu–ansah', 'owusu ansah', 'ansah']],
      ['Ɛsi Koné', ['esi kone', 'ɛsi', 'kone\u0301', '\u200bkoné', 'ＫＯＮＥ']],
    ] as const
    for (const [name, texts] of spellings) {
      await named(name)
      for (const text of texts) expect([name, text, await searched(text)]).toEqual([name, text, 1])
    }
    for (const text of ['-', '.', 'nobody']) expect([text, await searched(text)]).toEqual([text, 0])
    const { phone } = await world.database.owner
      .selectFrom('transfers')
      .select('recipient_phone as phone')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    const national = phone.slice(4)
    for (const text of [
      phone,
      `00${phone.slice(1)}`,
      `0${national}`,
      `\u200e0${national.slice(0, 2)}.${national.slice(2)}`,
    ])
      expect([text, await searched(text)]).toEqual([text, 1])
    const digits = phone.slice(-4)
    const amounts = [`${digits.slice(0, 1)},${digits.slice(1)}`, `${digits.slice(0, 2)}.${digits.slice(2)}`]
    for (const text of amounts) expect([text, await searched(text)]).toEqual([text, 0])
  })

  it('finds a reference that starts with S, with and without the prefix', async () => {
    const [yaw] = ids
    const { transfers } = await list('?limit=1')
    const rename = (reference: string) =>
      sql`update transfers set reference = ${reference} where payment_intent_id = ${yaw}`.execute(
        world.database.owner,
      )
    await rename('S-SA2B3C4D')
    for (const typed of ['SA2B3C', 'ssa2b', 'S-SA2', 'S-SA2B3C4D']) expect(await found(typed)).toEqual([yaw])
    await rename(transfers[0]?.reference ?? '')
  })

  it('finds recipients by words of their name in any order, without accents, and by their number', async () => {
    const [yaw, , kofi, ama] = ids
    expect(await found('boateng kofi')).toEqual([kofi])
    expect(await found('MENSÁH')).toEqual([ama])
    expect(await found('kofi mensah')).toEqual([])
    const { phone } = await sender.transfer(String(yaw))
    expect(await found(phone)).toEqual([yaw])
    expect(await found(phone.replace('+233', '0'))).toEqual([yaw])
  })

  it('shows only the requested days', async () => {
    const { transfers } = await list('')
    const [last, , , first] = transfers.map(({ date }) => date)
    const dates = (query: string) => list(query).then((page) => page.transfers.map(({ date }) => date))
    expect(await dates(`?from=${first}&to=${last}`)).toEqual(transfers.slice(1).map(({ date }) => date))
    expect(await dates(`?from=${last}`)).toEqual([last])
    expect(await dates('?to=2001-01-01T00:00:00.000Z')).toEqual([])
    expect(await dates('?from=0001-01-01T00:00:00.000Z')).toHaveLength(4)
  })

  it('takes the search literally', async () => {
    const [, esi, kofi] = ids
    expect(await found('%')).toEqual([kofi])
    expect(await found('_')).toEqual([esi])
    expect(await found('\\')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  it('filters by status', async () => {
    const status = async (value: string) => (await list(`?status=${value}`)).transfers.length
    expect([await status('sent'), await status('refunded'), await status('held')]).toEqual([3, 1, 0])
  })

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?cursor=nonsense',
    '?status=paid',
    '?page=2',
    '?from=yesterday',
    '?to=2026-13-45T00:00:00Z',
  ])('refuses %s', async (query) => {
    const { status } = await sender.call('GET', `/user/transactions${query}`)
    expect(status).toBe(400)
  })
})

describe('the home page', () => {
  let customer: Sender
  beforeAll(async () => {
    customer = await world.sender()
  })

  async function paid(name: string, phone: string, amount: number): Promise<Opened> {
    const opened = await customer.open({ name, phone }, amount)
    await world.pay(opened)
    return opened
  }

  const homeOf = async (who = customer) => (await who.call<{ home: Home }>('GET', '/user/home')).body.home

  it('is empty before the first payment', async () => {
    await customer.open()
    expect(await homeOf()).toEqual({ in_progress: [], people: [], reminders: [] })
  })

  it('shows the last three people with the amounts sent to them, and unfinished transfers', async () => {
    const [ama, kofi, esi, yaw] = [recipient(), recipient(), recipient(), recipient('0005')]
    for (const [name, phone, amount] of [
      ['Ama Mensah', ama, 1_000],
      ['Kofi Boateng', kofi, 2_000],
      ['Esi Owusu', esi, 3_000],
      ['Ama Mensah', ama, 4_000],
    ] as const)
      await world.reaches(await paid(name, phone, amount), 'sent')
    const returned = await paid('Yaw Darko', yaw, 5_000)
    await world.reaches(returned, 'refunded')
    const home = await homeOf()
    expect(home.people).toMatchObject([
      { name: 'Yaw Darko', amount: 5_000, currency: 'USD', country: 'GH', network: 'mtn' },
      { name: 'Ama Mensah', amount: 4_000 },
      { name: 'Esi Owusu', amount: 3_000 },
    ])
    expect(home.people[0]?.payment_id).toBe(returned.id)
    expect(home.in_progress).toEqual([])

    await sql`update transfers set hold_reason = 'staff', hold_owner = 'staff', next_step_at = null
      where payment_intent_id = ${returned.id}`.execute(world.database.owner)
    const [held] = (await homeOf()).in_progress
    expect(held).toMatchObject({ payment_id: returned.id, status: 'held', recipient: 'Yaw Darko' })
    expect(held?.notice).toContain('We’re reviewing this transfer.')
    expect(held?.delivery_estimate).toBe(returned.quote.deliveryEstimate)
  })

  it('shows no data of other customers', async () => {
    expect(await homeOf(await world.sender())).toEqual({ in_progress: [], people: [], reminders: [] })
  })

  it('is included in the first answer to the web app, with the same content as the calls', async () => {
    const { transfers, nextCursor, ...home } = await readHomeAtBoot(
      { db: world.database.db, remindersDue: () => Promise.resolve([]) },
      customer.userId,
    )
    expect(home).toEqual(await homeOf())
    expect({ transfers, nextCursor }).toEqual(
      (await customer.call('GET', '/user/transactions?limit=10')).body,
    )
  })
})
