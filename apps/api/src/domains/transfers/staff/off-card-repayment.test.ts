import { PATIENCE } from '@sesa/test-kit/patience'
import { describe, expect, it, vi } from 'vitest'
import {
  captureInState,
  expireLease,
  refundByHand,
  pauseAtRequest,
} from '../../../testing/transfer-states.ts'
import { recipient, Sender, type Opened } from '../../../testing/sender.ts'
import { createDispute, useScriptedProviders } from '../../../testing/scripted-providers.ts'
import { LEASED_ELSEWHERE, NO_LEASE } from '../../../testing/transfer-changes.ts'

const world = useScriptedProviders({ transfers: 5 })

/** Creates a transfer whose refund the card provider keeps refusing. */
async function refundRefused(): Promise<Opened> {
  const opened = await (await world.sender()).open()
  world.script.refund = 'refused'
  await captureInState(world, opened, 'refunding')
  await expireLease(world, opened)
  await world.driveTo(opened, 'refund_failed', 'refund_failed')
  return opened
}

describe('money that cannot be refunded to the card', () => {
  it('is repaid off the card and booked once', async () => {
    const opened = await world.openRefundReturned()
    const { repaid } = await world.staffActionsOn(opened)
    // Staff actions are refused until all provider events have been handled.
    await vi.waitFor(async () => {
      const actions = await Promise.allSettled([repaid(), repaid()])
      expect(actions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }, PATIENCE)
    await world.expectState(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'repaid'])
    expect(await world.postings(opened, 'repaid')).toEqual(['customer>bank 5000'])
    await expect(repaid()).rejects.toThrow('isn’t on hold')
  })

  it('is split between the card and an off-card repayment, and the customer sees both amounts', async () => {
    const opened = await refundRefused()
    const { repaid } = await world.staffActionsOn(opened)
    await refundByHand(world, opened, '2000')
    // Succeeds once the provider events have been handled.
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('USD 30.00 of S-'), PATIENCE)
    await vi.waitFor(() => repaid('USD 30.00'), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'repaid'])
    expect(await world.postings(opened, 're%')).toEqual(['customer>card_clearing 2000', 'customer>bank 3000'])
    const { user_id } = await world.row(opened)
    const { notice, timeline } = await new Sender(user_id, world.base).transfer(opened.id)
    expect(timeline.at(-1)?.text).toBe(
      'Refunded USD 20.00 to your card and repaid USD 30.00 another way, as agreed with you',
    )
    expect([notice, ...timeline.map(({ text }) => text)].join()).not.toMatch(
      /USD 50\.00 refunded|Refunding|10 days/,
    )
  })

  it('is not repaid after a manual refund at the provider, which the refund action books', async () => {
    const opened = await refundRefused()
    await refundByHand(world, opened, '5000')
    const { repaid, refund } = await world.staffActionsOn(opened)
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('Use a manual refund to book it'), PATIENCE)
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('is refunded by staff while the rail of its pay-out does not answer', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'unknown'
    await world.arrange(opened, { late_events_pending: true })
    world.script.refunds = [{ id: 're_2', status: 'succeeded', amount: 5_000n }]
    await (await world.staffActionsOn(opened)).refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'refund'])
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is refunded by staff while another process has the lease', async () => {
    const opened = await world.openRefundReturned()
    world.script.refunds = [{ id: 're_3', status: 'succeeded', amount: 5_000n }]
    await world.arrange(opened, LEASED_ELSEWHERE)
    await (await world.staffActionsOn(opened)).refund()
    await world.driveTo(opened, 'refunded', null)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is repaid off the card while the rail of its pay-out does not answer', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'unknown'
    await world.arrange(opened, { late_events_pending: true })
    const { repaid } = await world.staffActionsOn(opened)
    await vi.waitFor(() => repaid(), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.postings(opened, 'repaid')).toEqual(['customer>bank 5000'])
  })

  it('is not repaid while a refund is pending', async () => {
    const opened = await world.openRefundReturned()
    world.script.refunds = [{ id: 're_1', status: 'pending', amount: 5_000n }]
    const { refund, repaid } = await world.staffActionsOn(opened)
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('is in progress'), PATIENCE)
    await refund()
    await expect(repaid()).rejects.toThrow('is requested')
    world.reset()
    const twice = ['capture', 'refund', 'refund_returned', 'refund', 'refund_returned']
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.kinds(opened)).toEqual(twice)
    }, PATIENCE)
    await world.driveTo(opened, 'refunded', 'refund_returned')
  })

  it('is not repaid while a dispute is open or not booked yet', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.expectState(opened, 'refunded', null)
    world.script.disputes = [createDispute('dp_21', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'refunded', 'disputed')
    world.script.refunds = []
    await world.sendLateEvent(opened, 'refund.failed')
    await world.driveTo(opened, 'refunded', 'refund_returned')
    const { repaid } = await world.staffActionsOn(opened)
    await vi.waitFor(
      () => expect(repaid()).rejects.toThrow('is undecided, so the bank may return the money'),
      PATIENCE,
    )
    // A job of the earlier events must not book it first.
    await world.arrange(opened, LEASED_ELSEWHERE)
    world.script.disputes = [createDispute('dp_21', 'lost')]
    await expect(repaid()).rejects.toThrow('unbooked entry')
    await world.arrange(opened, NO_LEASE)
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', 'dispute_lost')
    // The bank has returned the charge, so we owe nothing more.
    await expect(repaid()).rejects.toThrow('on hold (dispute lost)')
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'refunded', null)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('can still be repaid after a pay-out that arrives late', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'completed'
    await world.sendLateEvent(opened, 'refund.failed')
    await world.driveTo(opened, 'refunded', 'late_payout')
    const { release, repaid } = await world.staffActionsOn(opened)
    await release()
    await world.driveTo(opened, 'refunded', 'refund_returned')
    await vi.waitFor(() => repaid(), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is not refunded by a process that paused between recording the request and sending it', async () => {
    const opened = await (await world.sender()).open()
    let sent = 0
    world.script.beforeRefund = () => sent++
    await captureInState(world, opened, 'refunding')
    const wake = await pauseAtRequest(world, opened, 'refund_attempts')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 31_000)
    await wake()
    await vi
      .waitFor(async () => expect((await world.row(opened)).lease_token).toBeNull(), PATIENCE)
      .finally(() => clock.mockRestore())
    expect(sent).toBe(0)
    await world.driveTo(opened, 'refunded', null)
    expect(sent).toBe(1)
  })
})
