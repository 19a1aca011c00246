import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld } from '../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../testing/stored-transfer.ts'

let world: OfficeWorld
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(() => world.close())

const BEGUN = '2026-11-20T10:00:00.000Z'
const ENDED = '2026-11-20T10:00:05.000Z'
const LATER = '2026-11-20T10:10:00.000Z'

const stored = async () => {
  const { owner } = world.database
  return storeTransfer(owner, await storeUser(owner), 'refunding')
}

it('numbers the attempts of each kind, with the rail of the pay-outs, and says when the next step is due', async () => {
  const { owner } = world.database
  const { id, reference, payout } = await stored()
  const esi = await world.member('Esi Support', 'support')
  await sql`insert into payout_routes (reference, rail) values (${payout}, 'pawapay')`.execute(owner)
  await sql`insert into payout_attempts (transfer_id, sent_at, closed_at, outcome)
    values (${id}, ${LATER}, null, null), (${id}, ${BEGUN}, ${ENDED}, 'rejected')`.execute(owner)
  await sql`insert into refund_attempts (transfer_id, sent_at) values (${id}, ${ENDED})`.execute(owner)
  await sql`update transfers set next_step_at = ${LATER}, attempts = 3, failures = 2 where id = ${id}`.execute(
    owner,
  )
  const { body } = await esi.browser.get(`/office/api/transfers/${reference}`)
  expect(body['attempts']).toEqual([
    { kind: 'payout', number: 1, rail: 'pawapay', at: BEGUN, endedAt: ENDED, outcome: 'rejected' },
    { kind: 'refund', number: 1, rail: null, at: ENDED, endedAt: null, outcome: null },
    { kind: 'payout', number: 2, rail: 'pawapay', at: LATER, endedAt: null, outcome: null },
  ])
  expect(body['nextStep']).toEqual({ at: LATER, tries: 3, failures: 2 })
})

it('has the card provider’s events about the payment, and of no other', async () => {
  const { owner } = world.database
  const [one, other] = [await stored(), await stored()]
  const kofi = await world.member('Kofi Support', 'support')
  await sql`insert into provider_events (provider, event_id, type, subject, received_at)
    values ('stripe', 'evt_2', 'charge.refunded', ${one.payment}, ${LATER}),
      ('stripe', 'evt_1', 'payment_intent.succeeded', ${one.payment}, ${BEGUN}),
      ('stripe', 'evt_3', 'payment_intent.succeeded', ${other.payment}, ${BEGUN})`.execute(owner)
  const { body } = await kofi.browser.get(`/office/api/transfers/${one.reference}`)
  expect(body['providerEvents']).toEqual([
    { at: BEGUN, provider: 'stripe', type: 'payment_intent.succeeded', id: 'evt_1' },
    { at: LATER, provider: 'stripe', type: 'charge.refunded', id: 'evt_2' },
  ])
})

it('shows the decision of the fraud rules to members who may read cases, and to no others', async () => {
  const { owner } = world.database
  const { id, reference } = await stored()
  await sql`insert into fraud_decisions (user_id, transfer_id, version, outcome, rule_id, applied, facts, amount, currency,
      decided_at)
    select user_id, id, 4, 'delay', 'new-device', ${'[{"ruleId":"new-device"},{"ruleId":"large"}]'}::jsonb, '{}', 10000,
      'USD', ${BEGUN} from transfers where id = ${id}`.execute(owner)
  const fraudFor = async (role: 'compliance' | 'support' | 'finance') => {
    const member = await world.member(`Yaa ${role}`, role)
    return (await member.browser.get(`/office/api/transfers/${reference}`)).body['fraud']
  }
  expect(await fraudFor('compliance')).toEqual({
    ...{ outcome: 'delay', rule: 'new-device', applied: ['new-device', 'large'] },
    ...{ version: 4, at: BEGUN },
  })
  expect([await fraudFor('support'), await fraudFor('finance')]).toEqual([null, null])
})

it('says with a hold that a pay-out which has left may still arrive, on the page and in the answer', async () => {
  const { owner } = world.database
  const esi = await world.member('Esi Compliance', 'compliance')
  for (const [state, mayStillMove, words] of [
    ['paying_out', true, 'Its pay-out has left and may still arrive.'],
    ['paid', false, 'It stops where it is'],
  ] as const) {
    const { reference } = await storeTransfer(owner, await storeUser(owner), state)
    const { body } = await esi.browser.get(`/office/api/transfers/${reference}`)
    expect(body['actions']).toContainEqual(
      expect.objectContaining({ action: 'hold', leadsTo: expect.stringContaining(words) as string }),
    )
    const held = await esi.browser.post(`/office/api/transfers/${reference}/hold`, {
      reason: 'A look by hand',
    })
    expect(held.body).toEqual({ mayStillMove, text: expect.stringContaining(words) as string })
  }
})
