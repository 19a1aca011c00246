// Real PostgreSQL, worker and sandbox; only the payer's carrier is scripted.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { isWalletRefusal } from './refund-asked.ts'
import { newNumber, Payer } from './testing/payers.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors, asksForHolders: true })
})
beforeEach(() => carrier.reset())
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

const ending = (phone: string) => expect.stringMatching(new RegExp(`${phone.slice(-3)}$`)) as string
const startedAt = () => carrier.started.at(-1)?.phone
const giveUp = (number: string) =>
  sql`delete from payer_numbers where phone_number = ${number}`.execute(world.database.owner)

describe('paying from another number', () => {
  it('keeps the chosen number over a replay, a reload and the request to pay', async () => {
    const payer = await Payer.in(world)
    const chosen = { phone: payer.other }
    const first = await payer.create(chosen, 'one-key')
    const again = await payer.create(chosen, 'one-key')
    for (const { body } of [first, again])
      expect(body).toMatchObject({ id: first.body.id, collection: { phone: ending(payer.other) } })
    payer.opened = first.body
    expect((await payer.view()).pay).toMatchObject({ phone: ending(payer.other), attempts: [] })
    expect((await payer.pay()).body.attempt.phone).toEqual(ending(payer.other))
    expect(startedAt()).toBe(payer.other)
    carrier.fail()
    await vi.waitFor(async () => expect((await payer.view()).pay.canTry).toBe(true), PATIENCE)
    await payer.pay({ phone: payer.phone })
    expect(startedAt()).toBe(payer.phone)
    carrier.approve()
    await world.reaches(payer.opened, 'sent')
    expect((await payer.view()).pay.phone).toEqual(ending(payer.phone))
  })

  it('uses the sign-in number unless another one is chosen, and only confirmed numbers', async () => {
    const payer = await Payer.in(world)
    expect((await payer.create({ phone: newNumber() })).code).toBe('payer_number_unverified')
    await payer.open()
    expect((await payer.pay({ phone: newNumber() })).code).toBe('payer_number_unverified')
    await payer.pay()
    expect(startedAt()).toBe(payer.phone)
    carrier.fail()
  })

  it('stops with the number’s confirmation', async () => {
    const payer = await (await Payer.in(world)).open()
    await payer.create({ phone: payer.other })
    await giveUp(payer.other)
    expect((await payer.pay({ phone: payer.other })).code).toBe('payer_number_unverified')
  })

  it('is refused for a wallet of another person, and stores how the names compare', async () => {
    const payer = await Payer.in(world)
    const [theirs, none] = ['+231880236789', '+231880000001']
    const { userId } = payer.sender
    for (const phone of [theirs, none])
      await sql`insert into payer_numbers (user_id, phone_number) values (${userId}, ${phone})`.execute(
        world.database.owner,
      )
    await payer.open()
    expect((await payer.pay({ phone: theirs })).code).toBe('payer_wallet_other_name')
    expect((await payer.pay({ phone: none })).code).toBe('payer_wallet_inactive')
    await payer.pay({ phone: payer.other })
    const checks = await world.database.owner
      .selectFrom('collection_attempts')
      .select('name_check')
      .where('phone', '=', payer.other)
      .execute()
    expect(checks).toEqual([{ name_check: 'match' }])
    carrier.fail()
  })
})

/** Brings a charged transfer to a refund that the wallet refused for good. */
async function refused(payer: Payer, refusal?: string): Promise<Payer> {
  await payer.pay()
  await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
  carrier.refund = 'refused'
  if (refusal !== undefined) carrier.refusal = refusal
  carrier.approve()
  await vi.waitFor(async () => {
    await world.makeStepsDue()
    expect(await world.state(payer.opened)).toEqual({ state: 'refund_failed', hold_reason: 'refund_failed' })
  }, PATIENCE)
  return payer
}

const refundsOf = ({ opened }: Payer) =>
  sql<{ phone: string | null; state: string }>`
    select r.phone, r.state from collection_refunds r join collection_attempts a on a.id = r.attempt_id
    join transfers t on t.id = a.transfer_id where t.payment_intent_id = ${opened.id} order by r.sent_at`
    .execute(world.database.owner)
    .then(({ rows }) => rows)

describe('a refund that the wallet refuses', () => {
  it('asks the customer for another number, and goes there', async () => {
    const payer = await refused(await (await Payer.in(world)).open())
    const before = await payer.view()
    expect(before).toMatchObject({ status: 'held', pay: { asksRefundNumber: true } })
    expect(before.notice).toContain('Choose another mobile number')
    carrier.refund = 'taken'
    const { status, body } = await payer.nameRefund(payer.other)
    expect([status, body.pay.asksRefundNumber]).toEqual([200, false])
    await world.reaches(payer.opened, 'refunded')
    const sent = carrier.refunded.filter(({ elsewhere }) => elsewhere?.phone === payer.other)
    expect(sent).toMatchObject([{ amount: BigInt(payer.opened.quote.total), elsewhere: { network: 'mtn' } }])
    expect((await refundsOf(payer)).at(-1)).toEqual({ phone: payer.other, state: 'succeeded' })
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
    expect((await payer.nameRefund(payer.other)).code).toBe('pay_method_unavailable')
  })

  it('asks again when the other wallet refuses it too, and may go back to the first', async () => {
    const payer = await refused(await (await Payer.in(world)).open())
    await payer.nameRefund(payer.other)
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await payer.view()).pay.asksRefundNumber).toBe(true)
    }, PATIENCE)
    expect((await refundsOf(payer)).filter(({ phone }) => phone === payer.other)).toHaveLength(4)
    carrier.refund = 'taken'
    await payer.nameRefund(payer.phone)
    await world.reaches(payer.opened, 'refunded')
    expect(carrier.refunded.at(-1)).toMatchObject({ elsewhere: null })
  })

  it('takes only an own, confirmed and active wallet of its provider, for an own transfer', async () => {
    const payer = await refused(await (await Payer.in(world)).open())
    const stranger = await Payer.in(world)
    expect((await payer.nameRefund(payer.other, 'mtn', stranger.sender)).code).toBe('not_found')
    expect((await payer.nameRefund(newNumber())).code).toBe('payer_number_unverified')
    expect((await payer.nameRefund('+233241234567')).code).toBe('phone_wrong_country')
    expect((await payer.nameRefund(payer.other, 'vodafone')).code).toBe('network_unknown')
    expect((await payer.nameRefund(payer.other, 'orange')).code).toBe('mobile_money_unavailable')
    const theirs = '+231880236790'
    await sql`insert into payer_numbers (user_id, phone_number) values (${payer.sender.userId}, ${theirs})`.execute(
      world.database.owner,
    )
    expect((await payer.nameRefund(theirs)).code).toBe('payer_wallet_other_name')
    expect((await payer.view()).pay.asksRefundNumber).toBe(true)
    carrier.refund = 'taken'
    const answers = await Promise.all([payer.other, payer.phone].map((phone) => payer.nameRefund(phone)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    await world.reaches(payer.opened, 'refunded')
    expect((await refundsOf(payer)).filter(({ state }) => state === 'succeeded')).toHaveLength(1)
  })

  it('asks after the network has accepted it four times and failed it later', async () => {
    const payer = await (await Payer.in(world)).open()
    await payer.pay()
    await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    carrier.refundStatus = { status: 'failed', code: 'RECIPIENT_NOT_FOUND' }
    carrier.approve()
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await payer.view()).pay.asksRefundNumber).toBe(true)
    }, PATIENCE)
    expect((await refundsOf(payer)).map(({ state }) => state)).toEqual(Array(4).fill('failed'))
    carrier.refundStatus = { status: 'succeeded' }
    await payer.nameRefund(payer.other)
    await world.reaches(payer.opened, 'refunded')
  })

  it('for a reason of our own stays with staff', async () => {
    const payer = await refused(await (await Payer.in(world)).open(), 'INVALID_STATE')
    expect((await payer.view()).pay.asksRefundNumber).toBe(false)
    expect((await payer.nameRefund(payer.other)).code).toBe('pay_method_unavailable')
  })

  it('is not sent elsewhere while an earlier request is unknown', async () => {
    const payer = await (await Payer.in(world)).open()
    await payer.pay()
    await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    carrier.refund = 'refused'
    carrier.approve()
    await world.reaches(payer.opened, 'refund_failed')
    carrier.refund = 'unknown'
    carrier.refundStatus = { status: 'unknown' }
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await refundsOf(payer)).map(({ state }) => state)).toEqual(['failed', 'sent'])
      expect(await world.state(payer.opened)).toMatchObject({ state: 'refunding' })
    }, PATIENCE)
    const held = { hold_reason: 'refund_failed', hold_owner: 'operations', next_step_at: null }
    await world.arrange(payer.opened, { state: 'refund_failed', ...held })
    expect((await payer.view()).pay.asksRefundNumber).toBe(false)
    expect((await payer.nameRefund(payer.other)).code).toBe('pay_method_unavailable')
    carrier.refundStatus = { status: 'succeeded' }
    const free = { hold_reason: null, hold_owner: null, next_step_at: new Date() }
    await world.arrange(payer.opened, { state: 'refunding', ...free })
    await world.reaches(payer.opened, 'refunded')
    expect((await refundsOf(payer)).map(({ phone }) => phone)).toEqual([null, null])
  })
})

test.each([
  ['WALLET_LIMIT_REACHED: The wallet is full.', true],
  ['RECIPIENT_NOT_FOUND', true],
  ['INVALID_PHONE_NUMBER', true],
  ['PAYEE_NOT_FOUND', true],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', true],
  ['provider_account_quota_exhausted', true],
  ['provider_account_missing', true],
  ['provider_account_blocked', true],
  // About our account or our request.
  ['PAWAPAY_WALLET_OUT_OF_FUNDS', false],
  ['PAYER_LIMIT_REACHED', false],
  ['NOT_ENOUGH_FUNDS', false],
  ['fund_insufficient', false],
  ['MANUALLY_CANCELLED', false],
  ['UNSPECIFIED_FAILURE', false],
  [null, false],
])('%s asks for another number: %s', (answer, asks) => {
  expect(isWalletRefusal(answer)).toBe(asks)
})
