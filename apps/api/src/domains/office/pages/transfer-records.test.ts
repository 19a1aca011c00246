import type { TransferPage } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'

let world: OfficeWorld
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(() => world.close())

const BEGUN = '2026-11-20T10:00:00.000Z'
const ENDED = '2026-11-20T10:00:05.000Z'
const LATER = '2026-11-20T10:10:00.000Z'
const FULL = 'WALLET_LIMIT_REACHED: The wallet of the recipient has reached its limit.'

type Story = TransferPage['story']
const storyIn = (body: Record<string, unknown>): Story => body['story'] as Story

const stored = async () => {
  const { owner } = world.database
  return storeTransfer(owner, await storeUser(owner), 'refunding')
}

it('tells the attempts of each kind in order with the rail and its answers, and when the next step is due', async () => {
  const { owner } = world.database
  const { id, reference, payout } = await stored()
  const esi = await world.member('Esi Support', 'support')
  await sql`insert into payout_routes (reference, rail) values (${payout}, 'pawapay')`.execute(owner)
  await sql`insert into payout_attempts (transfer_id, sent_at, closed_at, outcome, answer)
    values (${id}, ${LATER}, null, null, null), (${id}, ${BEGUN}, ${ENDED}, 'rejected', ${FULL})`.execute(
    owner,
  )
  await sql`insert into refund_attempts (transfer_id, sent_at) values (${id}, ${ENDED})`.execute(owner)
  await sql`update transfers set next_step_at = ${LATER}, attempts = 3, failures = 2 where id = ${id}`.execute(
    owner,
  )
  const { body } = await esi.browser.get(`/office/api/transfers/${reference}`)
  const { entries, next } = storyIn(body)
  expect(entries.map(({ at, text, details }) => [at, text, ...details.map((detail) => detail.text)])).toEqual(
    [
      [BEGUN, 'Sent to pawaPay, attempt 1', `pawaPay: Refused: ${FULL}`],
      [ENDED, 'Refund requested from the card provider, attempt 1'],
      [LATER, 'Sent to pawaPay, attempt 2'],
    ],
  )
  expect(next).toEqual({ at: LATER, text: expect.stringContaining('2 tries in a row failed.') as string })
})

it('has the card provider’s events only about its own payment', async () => {
  const { owner } = world.database
  const [one, other] = [await stored(), await stored()]
  const kofi = await world.member('Kofi Support', 'support')
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, at)
    values (${one.id}, 'awaiting_payment', 'paid', 'moved', ${ENDED})`.execute(owner)
  await sql`insert into provider_events (provider, event_id, type, subject, received_at)
    values ('stripe', 'evt_2', 'charge.refunded', ${one.payment}, ${LATER}),
      ('stripe', 'evt_1', 'payment_intent.succeeded', ${one.payment}, ${BEGUN}),
      ('stripe', 'evt_3', 'payment_intent.succeeded', ${other.payment}, ${BEGUN})`.execute(owner)
  const { body } = await kofi.browser.get(`/office/api/transfers/${one.reference}`)
  expect(storyIn(body).entries.flatMap(({ details }) => details)).toEqual([
    { kind: 'provider', at: BEGUN, text: 'Stripe: payment_intent.succeeded evt_1' },
    { kind: 'provider', at: LATER, text: 'Stripe: charge.refunded evt_2' },
  ])
})

it('shows the fraud rules’ decision only to members who may read cases', async () => {
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

it('says on hold that a sent pay-out may still arrive, on the page and in the answer', async () => {
  const { owner } = world.database
  const esi = await world.member('Esi Compliance', 'compliance')
  for (const [state, mayStillMove, words] of [
    ['paying_out', true, 'it may still arrive.'],
    ['paid', false, 'The transfer stops until'],
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

it('shows in the timeline why a pay-out failed and why a late payment is refunded', async () => {
  const { owner } = world.database
  const { id, reference } = await stored()
  const kofi = await world.member('Kofi Failures', 'support')
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, detail)
    values (${id}, 'paying_out', 'payout_failed', 'moved', ${FULL})`.execute(owner)
  const late = await stored()
  await sql`update transfers set failure_code = 'replaced' where id = ${late.id}`.execute(owner)
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind)
    values (${late.id}, 'awaiting_payment', 'refunding', 'moved')`.execute(owner)
  const last = async (of: string) => {
    const { body } = await kofi.browser.get(`/office/api/transfers/${of}`)
    const { text, details } = storyIn(body).entries.at(-1) ?? {}
    return [text, ...(details ?? []).map((detail) => detail.text)]
  }
  expect(await last(reference)).toEqual(['Lonestar MTN MoMo refused: The recipient’s wallet is full.', FULL])
  expect(await last(late.reference)).toEqual([
    'Refund of USD 100.00 due: We received your payment after you started another transfer.',
  ])
})

it('names both people of an approved action, and one person of other actions', async () => {
  const { owner } = world.database
  const { id, reference } = await stored()
  const yaa = await world.member('Yaa Second', 'support')
  await sql`insert into staff_actions (transfer_id, action, staff, reason, approved_by)
    values (${id}, 'release', 'Esi Maker', 'The bank confirmed it.', 'Kofi Checker')`.execute(owner)
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, staff, detail)
    values (${id}, 'paid', 'paid', 'held', 'Ama Alone', 'A look'),
      (${id}, 'paid', 'paid', 'released', 'Esi Maker', 'The bank confirmed it.')`.execute(owner)
  const { body } = await yaa.browser.get(`/office/api/transfers/${reference}`)
  expect(storyIn(body).entries.map(({ by, second }) => [by, second])).toEqual([
    ['Ama Alone', null],
    ['Esi Maker', 'Kofi Checker'],
  ])
})

it('shows a blocked transfer as decided, on its page, in the list and in the refusal', async () => {
  const { owner } = world.database
  const { id, reference } = await storeTransfer(owner, await storeUser(owner), 'paid')
  const esi = await world.member('Esi Blocks', 'compliance')
  await sql`update transfers set hold_reason = 'screening', hold_owner = 'operations', recipient_name = 'Kofi Annor'
    where id = ${id}`.execute(owner)
  const read = async () => {
    const { body } = await esi.browser.get(`/office/api/transfers/${reference}`)
    const { body: list } = await esi.browser.get('/office/api/inbox?kind=holds&view=others')
    const held = (list['work'] as { id: string; waitsFor: string }[]).find(({ id: of }) => of === reference)
    const refusal = (body['actions'] as { action: string; refusal: string }[]).find(
      ({ action }) => action === 'release',
    )?.refusal
    return {
      hold: body['holdDetail'] as { means: string; decided: boolean },
      waitsFor: held?.waitsFor,
      refusal,
    }
  }
  const open = await read()
  expect(open.hold).toMatchObject({
    decided: false,
    means: expect.stringContaining('until the case is decided') as string,
  })
  await sql`insert into screening_subjects (kind, user_id, phone, name, state, active_until)
    select 'recipient', null, recipient_phone, recipient_name, 'blocked', 'infinity' from transfers
    where id = ${id}`.execute(owner)
  const { hold, waitsFor, refusal } = await read()
  expect(hold).toMatchObject({
    decided: true,
    means: expect.stringContaining('blocked by a confirmed decision') as string,
  })
  expect(waitsFor).toBe('Nobody: the money is blocked')
  expect(refusal).toContain('blocked by a confirmed decision')
  expect(`${hold.means} ${waitsFor} ${refusal}`).not.toMatch(/case is decided/)
})
