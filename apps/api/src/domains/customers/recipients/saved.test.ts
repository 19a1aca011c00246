import type { Recipient } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Sender } from '../../../testing/sender.ts'
import { createRecipientsModule, exportRecipients, forgetRecipients } from './index.ts'
import { MOST_RECIPIENTS } from './settings.ts'

let world: EngineWorld
let sender: Sender

beforeAll(async () => {
  world = await startEngineWorld({
    asksForHolders: true,
    beside: (db, rails) => [
      createRecipientsModule({ db, rails, limits: { perAccountDay: 1_000, totalPerDay: 10_000 } }),
    ],
  })
  sender = await world.sender()
})
afterAll(() => world.close())

const PATH = '/user/recipients'
const NOBODY = '01a20000-0000-7000-8000-000000000009'
let phones = 1_000
const saying = (change: object = {}) => ({
  name: 'Moses Kollie',
  nickname: '',
  favourite: false,
  country: 'LR',
  phone: `+23188023${++phones}`,
  network: 'mtn',
  ...change,
})

type Saved = { recipient: Recipient }
const add = (change: object = {}, by = sender) => by.call<Saved>('POST', PATH, saying(change))
const put = (id: string, body: object, by = sender) => by.call<Saved>('PUT', `${PATH}/${id}`, body)
const remove = (id: string, by = sender) => by.call('DELETE', `${PATH}/${id}`)
const list = async (by = sender) =>
  (await by.call<{ recipients: Recipient[] }>('GET', `${PATH}?limit=100`)).body.recipients
const find = async (phone: string, by = sender) => (await list(by)).find((each) => each.phone === phone)

async function pay(phone: string, name = 'Ama Mensah'): Promise<string> {
  const opened = await sender.open({ name, phone }, 1_000)
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  return opened.id
}

describe('a recipient added by hand', () => {
  it('is checked with the network, and listed', async () => {
    const { status, body } = await add({ nickname: ' Uncle  Mo ', favourite: true })
    expect(status).toBe(200)
    expect(body.recipient).toMatchObject({
      name: 'Moses Kollie',
      nickname: 'Uncle Mo',
      favourite: true,
      check: { verdict: 'match', name: 'Moses Kollie', checkedAt: expect.any(String) },
      lastSentAt: null,
      payment_id: null,
      transfers: 0,
    })
    expect(await list()).toEqual([body.recipient])
  })

  it.each([
    [{ name: 'Martha Kollie' }, { verdict: 'different', name: 'M. K.' }],
    [
      { phone: '0771234567', network: 'orange' },
      { verdict: 'unknown', name: null },
    ],
  ])('keeps what the network says of %o', async (change, check) => {
    expect((await add(change)).body.recipient.check).toMatchObject(check)
  })

  it.each([
    [{ phone: '+231880230001' }, 'phone', 422, 'recipient_inactive'],
    [{ name: '99' }, 'name', 422, 'name_invalid'],
    [{ nickname: 'x'.repeat(41) }, 'nickname', 422, 'name_invalid'],
    [{ nickname: 'a\u200bb' }, 'nickname', 422, 'name_invalid'],
    [{ phone: '0241234567' }, 'phone', 422, 'phone_invalid'],
    [{ network: 'qmoney' }, 'network', 422, 'network_unknown'],
    [{ country: 'US' }, 'country', 422, 'country_not_served'],
  ])('is refused for %o', async (change, field, status, code) => {
    const answer = await add(change)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(answer.body).toMatchObject({ error: { field } })
  })

  it('exists once, however many requests add it at the same time', async () => {
    const phone = '+231880234321'
    const answers = await Promise.all(Array.from({ length: 5 }, () => add({ phone })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('recipient_exists')
  })
})

describe('a person who was paid', () => {
  it('is listed without being added, with the last transfer and the number of transfers', async () => {
    const phone = recipient()
    await pay(phone, 'Ama')
    const last = await pay(phone)
    expect(await find(phone)).toMatchObject({
      name: 'Ama Mensah',
      nickname: null,
      check: { verdict: 'unknown' },
      payment_id: last,
      transfers: 2,
      lastSentAt: (await sender.transfer(last)).date,
    })
  })

  it('keeps one row when the list is first read many times at once', async () => {
    const phone = recipient()
    await pay(phone)
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await find(phone))?.id))
    expect(new Set(ids).size).toBe(1)
  })

  it('stays off the list once removed, with all transfers, until paid again', async () => {
    const phone = recipient()
    const paid = await pay(phone)
    const { id = '' } = (await find(phone)) ?? {}
    expect((await remove(id)).status).toBe(204)
    expect(await find(phone)).toBeUndefined()
    expect((await sender.transfer(paid)).recipient).toBe('Ama Mensah')
    for (const answer of [await remove(id), await put(id, saying())])
      expect([answer.status, answer.code]).toEqual([404, 'not_found'])
    await pay(phone, 'Ama Owusu')
    expect(await find(phone)).toMatchObject({ id, name: 'Ama Owusu', transfers: 2 })
  })

  it('can be added again after a removal', async () => {
    const phone = recipient()
    await pay(phone)
    await remove((await find(phone))?.id ?? '')
    const { body } = await add({ phone, country: 'GH', name: 'Ama Again' })
    expect(body.recipient).toMatchObject({ name: 'Ama Again', transfers: 1 })
  })
})

describe('a changed recipient', () => {
  it('keeps its history with the same number, and its name until a later transfer', async () => {
    const phone = recipient()
    await pay(phone)
    const { id = '' } = (await find(phone)) ?? {}
    const body = saying({ phone, country: 'GH', name: 'Ama Owusu', nickname: 'Sister', favourite: true })
    expect((await put(id, body)).body.recipient).toMatchObject({
      id,
      name: 'Ama Owusu',
      nickname: 'Sister',
      favourite: true,
      transfers: 1,
    })
    await pay(phone, 'Ama Adjei')
    expect(await find(phone)).toMatchObject({ id, name: 'Ama Adjei', nickname: 'Sister', transfers: 2 })
  })

  it('with another number keeps the old number off the list', async () => {
    const [old, next] = [recipient(), recipient()]
    await pay(old)
    const { id = '' } = (await find(old)) ?? {}
    const { body } = await put(id, saying({ phone: next, country: 'GH', name: 'Ama Mensah' }))
    expect(body.recipient).toMatchObject({ id, phone: next, transfers: 0, payment_id: null })
    expect(await find(old)).toBeUndefined()
  })

  it('cannot have another recipient’s number', async () => {
    const [one, other] = [(await add()).body.recipient, (await add()).body.recipient]
    const answer = await put(one.id, saying({ phone: other.phone }))
    expect([answer.status, answer.code]).toEqual([409, 'recipient_exists'])
    expect(await find(one.phone)).toEqual(one)
  })

  it('ends removed or changed, but never both, when both happen at once', async () => {
    const { recipient: made } = (await add()).body
    const [removed, changed] = await Promise.all([
      remove(made.id),
      put(made.id, saying({ phone: made.phone })),
    ])
    expect(removed.status).toBe(204)
    expect([200, 404]).toContain(changed.status)
    expect(await find(made.phone)).toBeUndefined()
  })
})

describe('a full list', () => {
  it('accepts no more, even when several are added at once', async () => {
    const someone = await world.sender()
    await sql`insert into saved_recipients (user_id, country, phone, network, name)
      select ${someone.userId}, 'GH', '+23354' || (1000000 + n), 'mtn', 'Ama Mensah'
      from generate_series(1, ${MOST_RECIPIENTS - 1}::int) n`.execute(world.database.owner)
    const answers = await Promise.all([1, 2, 3].map(() => add({}, someone)))
    expect(answers.map(({ code }) => code ?? 'added').sort()).toEqual([
      'added',
      'recipients_full',
      'recipients_full',
    ])
  })
})

describe('another customer', () => {
  it('can neither see, change nor remove a recipient', async () => {
    const { recipient: mine } = (await add()).body
    const stranger = await world.sender()
    expect(await list(stranger)).toEqual([])
    for (const id of [mine.id, NOBODY]) {
      for (const answer of [await put(id, saying(), stranger), await remove(id, stranger)])
        expect([answer.status, answer.code]).toEqual([404, 'not_found'])
    }
    expect(await find(mine.phone)).toEqual(mine)
    expect((await add({ phone: mine.phone }, stranger)).status).toBe(200)
  })
})

describe('the personal data', () => {
  it('is exported, and erased with the account', async () => {
    const { db } = world.database
    const someone = await world.sender()
    const [kept, removed] = [(await add({}, someone)).body.recipient, (await add({}, someone)).body.recipient]
    await remove(removed.id, someone)
    expect(await exportRecipients(db, someone.userId)).toEqual([{ ...kept, removed: false }])
    await inTransaction(db, 'test.forget', (tx) => forgetRecipients(tx, someone.userId))
    expect(await list(someone)).toEqual([])
  })
})
