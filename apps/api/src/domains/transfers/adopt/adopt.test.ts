import { forgetTransfer } from '@sesa/test-kit/forget-transfer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { deliverRequest } from '../../../testing/transfer-states.ts'
import type { Lost } from './adopt.ts'

const BY = { staff: 'Ama Boateng', approvedBy: 'Kofi Mensah', reason: 'Restored to 18:00' }
const REFUNDED = 'refund'

let world: EngineWorld
let sender: Sender
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => closeAndVerify(world))

const since = () => new Date(Date.now() - 60 * 60_000)
const plan = (quietMinutes = 0) =>
  world.transfers.staffActions.adoption.plan({ since: since(), quietMinutes })

/** Opens a payment of a new customer to a recipient's number with this ending. */
async function open(ending?: string): Promise<Opened> {
  sender = await world.sender()
  return sender.open({ phone: recipient(ending) })
}

/** Removes a transfer from our database, like a restore. Returns its columns that never change. */
async function lose(opened: Opened) {
  const row = await world.database.owner
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  await sql.raw(forgetTransfer(row.id)).execute(world.database.owner)
  return row
}

async function lostOf(opened: Opened, quietMinutes = 0): Promise<Lost> {
  const { lost } = await plan(quietMinutes)
  const found = lost.find(({ paymentId }) => paymentId === opened.id)
  if (found === undefined) throw new Error(`${opened.id} is not in the plan`)
  return found
}

async function adopt(opened: Opened): Promise<Lost> {
  const lost = await lostOf(opened)
  expect(await world.transfers.staffActions.adoption.apply(lost, BY)).toBe(true)
  return lost
}

/** Refunds the whole charge at the card provider, not through us. */
async function refundThere(opened: Opened): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `${REFUNDED}-${opened.id}`,
    },
    body: new URLSearchParams({ payment_intent: opened.id }),
  })
  expect(response.status).toBe(200)
}

describe('a transfer lost by a restore', () => {
  it('is recovered as sent, with its books, when the carrier paid; a second run finds nothing', async () => {
    const opened = await open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const before = await lose(opened)
    const lost = await adopt(opened)
    expect(lost).toMatchObject({
      decision: { next: 'sent', late_events_pending: false },
      payout: 'completed',
    })
    expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: null })
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    const { rows } = await sql<Record<string, unknown>>`
      select t.*, q.charge_principal, r.rail, a.staff, a.approved_by, a.reason
      from transfers t join quotes q on q.id = t.quote_id join payout_routes r on r.reference = t.payout_reference
        join staff_actions a on a.transfer_id = t.id and a.action = 'adopt'
      where t.id = ${before.id}`.execute(world.database.owner)
    const { id, reference, quote_id, amount, rate, receive_amount, created_at, deliver_by, card_last4 } =
      before
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ id, reference, quote_id, amount, rate, receive_amount, created_at, deliver_by, card_last4 },
        ...{ payout_reference: before.payout_reference, recipient_name: before.recipient_name },
        ...{ rail: 'pawapay', staff: BY.staff, approved_by: BY.approvedBy, reason: BY.reason },
      }),
    ])
    expect(await sender.transfer(opened.id)).toMatchObject({ status: 'sent', reference })
    expect((await plan()).lost.filter(({ paymentId }) => paymentId === opened.id)).toEqual([])
    expect(await world.transfers.staffActions.adoption.apply(lost, BY)).toBe(false)
  })

  it('continues when the carrier has not paid yet', async () => {
    const opened = await open('0002')
    await world.pay(opened)
    await world.reaches(opened, 'paying_out')
    await lose(opened)
    expect(await adopt(opened)).toMatchObject({ decision: { next: 'paying_out' }, payout: 'pending' })
    await world.withClockAhead(65_000, async () => {
      await world.makeStepsDue()
      await world.reaches(opened, 'sent')
    })
    const { payouts } = await world.books()
    expect(payouts.filter(({ status, attempts }) => status === 'completed' && attempts > 1)).toEqual([])
  })

  it('is refunded when the carrier failed, and only then', async () => {
    const opened = await open('0005')
    await world.pay(opened)
    await world.reaches(opened, 'refunded')
    await lose(opened)
    expect(await adopt(opened)).toMatchObject({ decision: { next: 'payout_failed' }, payout: 'failed' })
    await world.reaches(opened, 'refunded')
    const { payments } = await world.books()
    const payment = payments.find(({ id }) => id === opened.id)
    expect(payment?.refunded).toBe(payment?.captured)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('is put on hold when no carrier knows a pay-out, and staff pay it out', async () => {
    const [opened, other] = [await open(), await open()]
    // The charge is known before the loss, but nothing was sent.
    await holdBeforePayout(opened)
    await holdBeforePayout(other)
    await lose(opened)
    await lose(other)
    expect((await lostOf(opened, 24 * 60)).decision).toEqual({ next: 'wait', why: 'too_early' })
    expect(await adopt(opened)).toMatchObject({ decision: { next: 'hold' }, payout: 'not_found' })
    await adopt(other)
    expect(await world.state(opened)).toEqual({ state: 'paid', hold_reason: 'after_restore' })
    await world.transfers.staffActions.release(await world.referenceOf(opened), BY)
    await world.transfers.staffActions.refund(await world.referenceOf(other), BY)
    await world.reaches(opened, 'sent')
    await world.reaches(other, 'refunded')
  })

  it('is not refunded by staff once a carrier has its pay-out, and is not paid twice', async () => {
    const opened = await open()
    await holdBeforePayout(opened)
    await lose(opened)
    await adopt(opened)
    const reference = await world.referenceOf(opened)
    const { refund, release } = world.transfers.staffActions
    await world.fault('payout', 'error_500', 20)
    await expect(refund(reference, BY)).rejects.toThrow('may have been paid out. Try again')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    // A request in flight.
    await deliverRequest(world, opened)
    await expect(refund(reference, BY)).rejects.toThrow('Release it instead')
    await release(reference, BY)
    await world.reaches(opened, 'sent')
  })

  it('is refunded here when the card provider refunded it and nothing was paid out', async () => {
    const opened = await open()
    await holdBeforePayout(opened)
    await lose(opened)
    await refundThere(opened)
    expect(await adopt(opened)).toMatchObject({ decision: { next: 'refunding', isLate: false } })
    await world.reaches(opened, 'refunded')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('is closed when it was never paid', async () => {
    const opened = await open()
    await lose(opened)
    expect(await adopt(opened)).toMatchObject({ decision: { next: 'open' } })
    expect(await world.state(opened)).toEqual({ state: 'awaiting_payment', hold_reason: null })
    await world.pay(opened)
    await world.reaches(opened, 'sent')
  })

  it('waits while a carrier does not answer', async () => {
    const opened = await open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await lose(opened)
    await world.fault('payout', 'error_500', 20)
    const lost = await lostOf(opened)
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    expect(lost).toMatchObject({ decision: { next: 'wait', why: 'carrier_silent' }, payout: 'unknown' })
    expect(await world.transfers.staffActions.adoption.apply(lost, BY)).toBe(false)
    await adopt(opened)
  })

  it('needs staff when its customer has no account, until they sign up again with the same number', async () => {
    const phone = '+12135550177'
    const leaving = await world.sender()
    const owned = (id: string) =>
      sql`insert into phone_identities (phone_number, user_id, country) values (${phone}, ${id}, 'US')`
    await owned(leaving.userId).execute(world.database.owner)
    const second = await leaving.open({ phone: recipient() })
    await world.pay(second)
    await world.reaches(second, 'sent')
    const { user_id: id } = await lose(second)
    await sql
      .raw(
        `do $$ begin set local session_replication_role = replica;
          delete from phone_identities where user_id = '${id}'; delete from users where id = '${id}'; end $$`,
      )
      .execute(world.database.owner)
    const lost = await lostOf(second)
    expect(lost).toMatchObject({ decision: { next: 'person', why: 'account_missing' }, phone })
    expect(await world.transfers.staffActions.adoption.apply(lost, BY)).toBe(false)
    const again = await world.sender()
    await owned(again.userId).execute(world.database.owner)
    await adopt(second)
    expect(await again.transfer(second.id)).toMatchObject({ status: 'sent' })
  })

  it('is not written at all when the process dies before the end', async () => {
    const opened = await open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await lose(opened)
    const lost = await lostOf(opened)
    // The longest allowed reason, which the transaction's last statement refuses.
    const dies = world.transfers.staffActions.adoption.apply(lost, { ...BY, reason: 'x'.repeat(501) })
    await expect(dies).rejects.toThrow('staff_actions_reason_check')
    expect((await lostOf(opened)).decision).toEqual(lost.decision)
    await adopt(opened)
    await expect(
      world.database.owner
        .insertInto('staff_actions')
        .values({ action: 'adopt', staff: 'Ama Boateng', approved_by: ' ama boateng', reason: 'alone' })
        .execute(),
    ).rejects.toThrow('staff_actions_check')
  })

  it('lists the carriers’ references that belong to no transfer', async () => {
    const opened = await open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const strange = '4f1c2a9e-0000-4000-8000-000000000001'
    const { payout_reference: own } = await lose(opened)
    const { payouts } = await world.books()
    const references = [...payouts.map(({ reference }) => reference), strange]
    expect(references).toContain(own)
    expect(await world.transfers.staffActions.adoption.unexplained(references, await plan())).toEqual([
      { reference: strange, payment: null },
    ])
    await adopt(opened)
    expect(await world.transfers.staffActions.adoption.unexplained(references, await plan())).toEqual([
      { reference: strange, payment: null },
    ])
  })
})

/** Charges the card of a payment whose transfer is put on hold before its pay-out. */
async function holdBeforePayout(opened: Opened): Promise<void> {
  const reference = await world.referenceOf(opened)
  await world.transfers.staffActions.hold(reference, BY)
  await world.pay(opened)
  // The worker books the charge under the hold, and then rests, so that the next loss stays lost.
  await world.expectState(opened, 'paid', 'staff')
}
