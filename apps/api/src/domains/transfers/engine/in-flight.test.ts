import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import {
  deliverRequest,
  captureInState,
  listDisputes,
  expireLease,
  backdateRequests,
  recordRequest,
} from '../../../testing/transfer-states.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import type { StaffActions } from '../staff/actions.ts'
import { NOW, ago } from '../../../testing/transfer-changes.ts'

/** The cardholder's bank disputes the charge within a second. */
const DISPUTED = '4000000000000259'
/** pawaPay's sandbox completes such a pay-out after a minute. */
const PENDING = '0002'

let world: EngineWorld
let staffActions: StaffActions
const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

beforeAll(async () => {
  world = await startEngineWorld()
  staffActions = world.transfers.staffActions
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

async function row(
  opened: Opened,
): Promise<{ reference: string; payout_reference: string; late_events_pending: boolean }> {
  return world.database.owner
    .selectFrom('transfers')
    .select(['reference', 'payout_reference', 'late_events_pending'])
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
}

/** Waits until the bank has disputed the charge and we have received the webhook. */
const isDisputed = (opened: Opened) =>
  vi.waitFor(async () => {
    expect(await listDisputes(world, opened)).toHaveLength(1)
    expect((await row(opened)).late_events_pending).toBe(true)
  }, PATIENCE)

/** Lists the pay-outs that the carrier has for the transfer. */
async function payouts(opened: Opened): Promise<unknown[]> {
  const { payout_reference } = await row(opened)
  return (await world.books()).payouts.filter(({ reference }) => reference === payout_reference)
}

/** Pays for a transfer whose pay-out stays pending at the carrier; returns once the carrier has it. */
async function pending(): Promise<Opened> {
  const opened = await (await world.sender()).open({ phone: recipient(PENDING) })
  await world.pay(opened)
  await world.expectState(opened, 'paying_out', null)
  await vi.waitFor(async () => expect(await payouts(opened)).toHaveLength(1), PATIENCE)
  return opened
}

/** Makes the carrier complete the pending pay-out. */
async function paidOut(opened: Opened, hold_reason: string | null): Promise<void> {
  await world.withClockAhead(61_000, () => world.expectState(opened, 'sent', hold_reason))
}

describe('a dispute while a pay-out is in flight', () => {
  it('books the pay-out and then the dispute, and puts the transfer on hold, once the carrier answers', async () => {
    const opened = await (await world.sender()).open({ phone: recipient(PENDING) })
    await captureInState(world, opened, 'paying_out', DISPUTED)
    await recordRequest(world, opened, 'accepted')
    await deliverRequest(world, opened)
    await isDisputed(opened)
    await expireLease(world, opened)
    expect(await world.state(opened)).toEqual({ state: 'paying_out', hold_reason: null })
    await paidOut(opened, 'disputed')
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute'])
  })

  it('stops the transfer before a rejected request is sent again', async () => {
    const opened = await (await world.sender()).open()
    await captureInState(world, opened, 'paying_out', DISPUTED)
    await recordRequest(world, opened, 'rejected')
    await isDisputed(opened)
    await expireLease(world, opened)
    await world.expectState(opened, 'paying_out', 'disputed')
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute'])
    expect(await payouts(opened)).toEqual([])
  })

  it('stops the transfer before a request unknown to the carrier is sent again', async () => {
    const opened = await (await world.sender()).open()
    await captureInState(world, opened, 'paying_out', DISPUTED)
    await recordRequest(world, opened, 'unknown')
    await isDisputed(opened)
    await backdateRequests(world, opened)
    await expireLease(world, opened)
    await world.expectState(opened, 'payout_unknown', 'disputed')
    expect(await payouts(opened)).toEqual([])
  })
})

describe('a transfer on hold', () => {
  it('books a charge and its dispute immediately, without a pay-out', async () => {
    const opened = await (await world.sender()).open()
    const { reference } = await row(opened)
    await staffActions.hold(reference, action)
    await world.pay(opened, DISPUTED)
    await isDisputed(opened)
    await world.expectState(opened, 'paid', 'disputed')
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute'])
    expect(await payouts(opened)).toEqual([])
  })

  it('books the carrier’s answer to an earlier request and stays on hold', async () => {
    const opened = await pending()
    await staffActions.hold((await row(opened)).reference, action)
    await paidOut(opened, 'staff')
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
  })

  it('queries the outcome of a request whose callback is lost, and stays on hold', async () => {
    const opened = await pending()
    await staffActions.hold((await row(opened)).reference, action)
    await world.fault('webhook', 'drop', 1)
    await world.withClockAhead(61_000, () =>
      vi.waitFor(async () => {
        await world.makeStepsDue()
        expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: 'staff' })
      }, PATIENCE),
    )
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
  })

  it('books a failed pay-out, and refunds the money after the release', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await captureInState(world, opened, 'paying_out')
    await recordRequest(world, opened, 'unknown')
    const { reference } = await row(opened)
    await staffActions.hold(reference, action)
    await deliverRequest(world, opened)
    await world.expectState(opened, 'payout_failed', 'staff')
    await staffActions.release(reference, action)
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
    }, PATIENCE)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('continues without staff when it only waited for the carrier’s answer', async () => {
    const opened = await pending()
    await world.arrange(opened, { state_changed_at: ago('25 hours'), next_step_at: NOW })
    await world.expectState(opened, 'paying_out', 'payout_unresolved')
    await paidOut(opened, null)
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
  })
})
