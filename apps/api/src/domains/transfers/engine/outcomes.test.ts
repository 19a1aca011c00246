import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

describe('a transfer', () => {
  it('paid by card arrives, is booked once and appears in the history and the detail', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe('payment_not_successful')
    await world.pay(opened)
    const sent = await sender.call('POST', '/send-money', { id: opened.id })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({
      status: 'sent',
      amount: 5_000,
      currency: 'USD',
      recipient: 'Ama Mensah',
      receive_amount: opened.quote.receiveAmount / 100,
      receive_currency: 'GHS',
    })
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    const list = await sender.call<{ transfers: unknown[]; nextCursor: null }>('GET', '/user/transactions')
    expect(list.body).toMatchObject({
      transfers: [{ payment_id: opened.id, status: 'sent', receive_amount: opened.quote.receiveAmount }],
      nextCursor: null,
    })
    const shown = await sender.transfer(opened.id)
    expect(shown).toMatchObject({ notice: null, network: 'mtn', fee: 0, cancellable: false })
    expect(shown.timeline.map(({ step }) => step)).toEqual(['created', 'paid', 'paying_out', 'sent'])
  })

  it('arrives after only the webhook, without a request from the customer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
  })

  it('with a declined card stays unpaid and unlisted, and succeeds with another card', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    expect((await world.pay(opened, '4000000000000002')).status).toBe(402)
    expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe('payment_not_successful')
    expect((await sender.call('GET', `/user/transactions/${opened.id}`)).code).toBe('payment_not_successful')
    expect((await sender.call('GET', '/user/transactions')).body).toMatchObject({ transfers: [] })
    await world.pay(opened)
    expect((await sender.call('POST', '/complete', { id: opened.id })).status).toBe(200)
    await world.reaches(opened, 'sent')
  })

  it.each([
    ['0001', 'no mobile money wallet for this number', /^RECIPIENT_NOT_FOUND: The phone number does not/],
    ['0005', 'wallet is full', /^WALLET_LIMIT_REACHED: The wallet of the recipient has/],
  ])('to a number ending %s is refunded in full, with the reason', async (ending, words, said) => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient(ending) })
    await world.pay(opened)
    const answer = await sender.call('POST', '/send-money', { id: opened.id })
    expect(answer.body).toMatchObject({ status: 'refunded' })
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
    expect((await sender.transfer(opened.id)).notice).toContain(words)
    expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
      captured: 5_000,
      refunded: 5_000,
    })
    // Staff read the carrier's code and message with the request and in the history.
    const { rows } = await sql<{ answer: string; detail: string }>`
      select a.answer, e.detail from transfers t join payout_attempts a on a.transfer_id = t.id
        join transfer_events e on e.transfer_id = t.id and e.to_state = 'payout_failed'
      where t.payment_intent_id = ${opened.id}`.execute(world.database.owner)
    expect(rows).toEqual([
      { answer: expect.stringMatching(said) as string, detail: expect.stringMatching(said) as string },
    ])
  })

  it.each([
    ['0003', 1],
    ['0004', 2],
  ])(
    'to a number ending %s has an unknown outcome and is paid out exactly once',
    async (ending, attempts) => {
      const sender = await world.sender()
      const opened = await sender.open({ phone: recipient(ending) })
      await world.pay(opened)
      await world.reaches(opened, 'sent')
      const history = await world.database.owner
        .selectFrom('transfer_events as e')
        .innerJoin('transfers as t', 't.id', 'e.transfer_id')
        .select(['e.to_state', 't.payout_reference'])
        .where('t.payment_intent_id', '=', opened.id)
        .orderBy('e.id')
        .execute()
      expect(history.map(({ to_state }) => to_state)).toContain('payout_unknown')
      const payouts = (await world.books()).payouts.filter(
        ({ reference }) => reference === history[0]?.payout_reference,
      )
      expect(payouts).toMatchObject([{ status: 'completed', attempts }])
    },
  )

  it('to a number ending 0002 waits and then arrives', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0002') })
    await world.pay(opened)
    expect((await sender.call('POST', '/complete', { id: opened.id })).body).toMatchObject({
      status: 'processing',
    })
    await world.withClockAhead(61_000, () => world.reaches(opened, 'sent'))
  })
})
