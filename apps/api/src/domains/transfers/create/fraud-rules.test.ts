import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { sendCardEvent } from '../../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { replay } from '../../risk/index.ts'
import { storePolicy } from '../../record/index.ts'
import { FRAUD_RULES, FRAUD_RULES_KEY, type Rule } from '../../risk/fraud/rules.ts'

const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
/** This card needs 3-D Secure only if the merchant requests it. */
const ASKED_CARD = '4000000000003055'
const DELAYED = 90_000
const REFUSED = 120_000

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

const RULES: readonly Rule[] = [
  {
    id: 'ask-large',
    when: { amountAtLeast: 60_000 },
    then: { outcome: 'authenticate', request: 'challenge' },
  },
  {
    id: 'delay-first-large',
    when: { firstTransfer: true, amountAtLeast: DELAYED },
    then: { outcome: 'delay', minutes: 20 },
  },
  {
    id: 'refuse-fast',
    when: { count: { what: 'amount', per: 'account', hours: 1, atLeast: REFUSED } },
    then: { outcome: 'refuse', code: 'payment_refused' },
  },
]

async function decisionsOf({ userId }: Sender) {
  const { rows } = await sql<{ outcome: string; rule_id: string | null; version: number; opened: boolean }>`
    select outcome, rule_id, version, transfer_id is not null as opened from fraud_decisions
    where user_id = ${userId} order by id`.execute(world.database.owner)
  return rows
}
async function requestOf({ id }: Opened): Promise<unknown> {
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_intents/${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const intent = (await answer.json()) as {
    payment_method_options: { card: { request_three_d_secure: string } }
  }
  return intent.payment_method_options.card.request_three_d_secure
}
/** Ends the delay of a charged transfer. */
const passDelay = (opened: Opened) =>
  world
    .arrange(opened, { captured_at: sql`captured_at - interval '21 minutes'` })
    .then(() => world.makeStepsDue())

describe('the shipped rules of the sandbox', () => {
  it('request 3-D Secure on a first transfer, which its normal test card passes without a challenge', async () => {
    const sender = await world.sender()
    const first = await sender.open()
    expect(await requestOf(first)).toBe('any')
    await world.pay(first)
    await world.reaches(first, 'sent')
    const second = await sender.open()
    expect(await requestOf(second)).toBe('automatic')
    expect(await decisionsOf(sender)).toEqual([
      { outcome: 'authenticate', rule_id: 'authenticate-first', version: 0, opened: true },
      { outcome: 'allow', rule_id: null, version: 0, opened: true },
    ])
  })
})

describe('stored rules', () => {
  beforeAll(async () => {
    expect(
      await storePolicy(
        world.database.owner,
        FRAUD_RULES,
        { key: FRAUD_RULES_KEY, body: { rules: RULES } },
        ACTION,
      ),
    ).toBe(1)
  })

  it('never change, and name their author', async () => {
    const change = sql`update policies set author = 'x'`
    await expect(change.execute(world.database.owner)).rejects.toThrow()
    const { rows } = await sql`select action, staff, reason, subject, change from staff_actions
      where action = 'set_fraud_rules'`.execute(world.database.owner)
    expect(rows).toEqual([
      {
        action: 'set_fraud_rules',
        staff: ACTION.staff,
        reason: ACTION.reason,
        subject: 'fraud rules',
        change: { before: null, after: { version: 1 } },
      },
    ])
  })

  it('request authentication of the customer by the card’s bank', async () => {
    const sender = await world.sender()
    const small = await sender.open({}, 5_000)
    expect(await requestOf(small)).toBe('automatic')
    const large = await sender.open({}, 60_000)
    expect(await requestOf(large)).toBe('challenge')
    expect((await world.pay(large, ASKED_CARD)).body).toMatchObject({ status: 'requires_action' })
    expect((await decisionsOf(sender)).at(-1)).toEqual({
      outcome: 'authenticate',
      rule_id: 'ask-large',
      version: 1,
      opened: true,
    })
  })

  it('delay a first large transfer, and show the customer when it arrives', async () => {
    const sender = await world.sender()
    const plain = await sender.open({}, 5_000)
    const opened = await sender.open({}, DELAYED)
    const later = Date.parse(opened.quote.deliveryEstimate) - Date.parse(plain.quote.deliveryEstimate)
    expect(later).toBeGreaterThan(19 * 60_000)
    await world.pay(opened)
    await world.reaches(opened, 'paid')
    expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({
      status: 'processing',
    })
    const shown = await sender.transfer(opened.id)
    expect(shown).toMatchObject({
      status: 'processing',
      cancellable: true,
      notice:
        'For your safety, we send this transfer 20 minutes after your payment. You can cancel it until then.',
      delivery_estimate: opened.quote.deliveryEstimate,
    })
    await world.makeStepsDue()
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await world.state(opened)).toEqual({ state: 'paid', hold_reason: null })
    await passDelay(opened)
    await world.expectState(opened, 'sent', null)
  })

  it('allow the customer to cancel during the delay', async () => {
    const sender = await world.sender()
    const opened = await sender.open({}, DELAYED)
    await world.pay(opened)
    await world.reaches(opened, 'paid')
    expect((await sender.call('POST', `/user/transactions/${opened.id}/cancel`)).body).toMatchObject({
      outcome: 'refund',
    })
    await world.expectState(opened, 'refunded', null)
  })

  it('leave time for a fraud warning to stop the pay-out', async () => {
    const sender = await world.sender()
    const opened = await sender.open({}, DELAYED)
    await world.pay(opened)
    await world.reaches(opened, 'paid')
    await fetch(`${world.sandboxUrl}/sandbox/fraud`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_intent: opened.id, news: 'early_fraud_warning' }),
    })
    const object = { object: 'radar.early_fraud_warning', payment_intent: opened.id }
    await sendCardEvent(world.base, { type: 'radar.early_fraud_warning.created', object })
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await passDelay(opened)
    await world.transfers.staffActions.refund(await world.referenceOf(opened), ACTION)
    await world.expectState(opened, 'refunded', null)
  })

  it('refuse a payment, and store the decision without a transfer', async () => {
    const sender = await world.sender()
    const first = await sender.open({}, 60_000)
    await world.pay(first)
    await world.reaches(first, 'sent')
    const refused = await sender.create(await sender.draft({}, 60_000))
    expect([refused.status, refused.code]).toEqual([403, 'payment_refused'])
    expect((await decisionsOf(sender)).at(-1)).toEqual({
      outcome: 'refuse',
      rule_id: 'refuse-fast',
      version: 1,
      opened: false,
    })
    expect((await sender.create(await sender.draft({}, 59_999))).status).toBe(200)
  })

  it('replayed with a changed rule, show which payments it would have treated differently', async () => {
    const sender = await world.sender()
    const opened = await sender.open({}, 61_000)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const same = await replay(world.database.db, RULES, 90)
    const reference = await world.referenceOf(opened)
    expect(same.examined).toBeGreaterThan(5)
    expect(same.changed.map((one) => one.reference)).not.toContain(reference)
    const changed: Rule = {
      id: 'delay-fast-recipient',
      when: { count: { what: 'transfers', per: 'recipient', hours: 168, atLeast: 1 }, amountAtLeast: 61_000 },
      then: { outcome: 'delay', minutes: 5 },
    }
    expect((await replay(world.database.db, [...RULES, changed], 90)).changed).toContainEqual({
      reference,
      amount: 'USD 610.00',
      before: 'authenticate challenge',
      after: 'authenticate challenge, delay 5 min',
      ruleId: 'delay-fast-recipient',
    })
  })
})
