import { describe, expect, it, vi } from 'vitest'
import {
  captureInState,
  expireLease,
  refundByHand,
  pauseAtRequest,
} from '../../../testing/transfer-states.ts'
import { PATIENCE } from '../../../testing/engine-world.ts'
import { recipient, Sender, type Opened } from '../../../testing/sender.ts'
import { createDispute, useScriptedProviders } from '../../../testing/scripted-providers.ts'

const world = useScriptedProviders({ transfers: 5 })

/** A transfer whose refund the card provider refuses each time. */
async function refundRefused(): Promise<Opened> {
  const opened = await (await world.sender()).open()
  world.script.refund = 'refused'
  await captureInState(world, opened, 'refunding')
  await expireLease(world, opened)
  await world.driveTo(opened, 'refund_failed', 'refund_failed')
  return opened
}

describe('what a card does not take back', { timeout: 120_000 }, () => {
  it('is paid back by other means and booked once', async () => {
    const opened = await world.openRefundReturned()
    const { repaid } = await world.staffActionsOn(opened)
    // None is taken before all that the provider told has been looked at.
    await vi.waitFor(async () => {
      const actions = await Promise.allSettled([repaid(), repaid()])
      expect(actions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }, PATIENCE)
    await world.expectState(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'repaid'])
    expect(await world.postings(opened, 'repaid')).toEqual(['customer>bank 5000'])
    await expect(repaid()).rejects.toThrow('is not held')
  })

  it('ends as refunded where the refund was refused, and its sender is told how much came which way', async () => {
    const opened = await refundRefused()
    const { repaid } = await world.staffActionsOn(opened)
    await refundByHand(world, opened, '2000')
    // Once what the provider told has been looked at.
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('USD 30.00 of S-'), PATIENCE)
    await vi.waitFor(() => repaid('USD 30.00'), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'repaid'])
    expect(await world.postings(opened, 're%')).toEqual(['customer>card_clearing 2000', 'customer>bank 3000'])
    const { user_id } = await world.row(opened)
    const { notice, timeline } = await new Sender(user_id, world.base).transfer(opened.id)
    expect(notice).toContain('USD 30.00 paid back to you in another way than to your card')
    expect(timeline.map(({ text }) => text).join()).not.toMatch(/back on your card|Returning/)
  })

  it('is not paid back when it was given back by hand: an order to refund books that', async () => {
    const opened = await refundRefused()
    await refundByHand(world, opened, '5000')
    const { repaid, refund } = await world.staffActionsOn(opened)
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('Refund it, which books that'), PATIENCE)
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('is refunded by an order, and ends, while the rail of its pay-out gives no word', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'unknown'
    await world.set(opened, 'recheck = true')
    world.script.refunds = [{ id: 're_2', status: 'succeeded', amount: 5_000n }]
    await (await world.staffActionsOn(opened)).refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'refund'])
    await world.set(opened, 'payment_intent_id = null')
  })

  it('is refunded by an order that comes while another process looks at it', async () => {
    const opened = await world.openRefundReturned()
    world.script.refunds = [{ id: 're_3', status: 'succeeded', amount: 5_000n }]
    await world.set(opened, `lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`)
    await (await world.staffActionsOn(opened)).refund()
    await world.driveTo(opened, 'refunded', null)
    await world.set(opened, 'payment_intent_id = null')
  })

  it('is paid back by other means while the rail of its pay-out gives no word', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'unknown'
    await world.set(opened, 'recheck = true')
    const { repaid } = await world.staffActionsOn(opened)
    await vi.waitFor(() => repaid(), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.postings(opened, 'repaid')).toEqual(['customer>bank 5000'])
  })

  it('is not paid back beside a refund that is on its way', async () => {
    const opened = await world.openRefundReturned()
    world.script.refunds = [{ id: 're_1', status: 'pending', amount: 5_000n }]
    const { refund, repaid } = await world.staffActionsOn(opened)
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('is on its way'), PATIENCE)
    await refund()
    await expect(repaid()).rejects.toThrow('was requested')
    world.reset()
    const twice = ['capture', 'refund', 'refund_returned', 'refund', 'refund_returned']
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.kinds(opened)).toEqual(twice)
    }, PATIENCE)
    await world.driveTo(opened, 'refunded', 'refund_returned')
  })

  it('is not paid back while a dispute is open or not booked yet', async () => {
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
    await vi.waitFor(() => expect(repaid()).rejects.toThrow('its dispute is not decided'), PATIENCE)
    world.script.disputes = [createDispute('dp_21', 'lost')]
    await expect(repaid()).rejects.toThrow('not booked')
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', 'dispute_lost')
    // The bank has given it back: nothing is owed any more.
    await expect(repaid()).rejects.toThrow('held for dispute_lost')
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'refunded', null)
    await world.set(opened, 'payment_intent_id = null')
  })

  it('can still be given back after a pay-out that arrives all the same', async () => {
    const opened = await world.openRefundReturned()
    world.script.status = 'completed'
    await world.sendLateEvent(opened, 'refund.failed')
    await world.driveTo(opened, 'refunded', 'late_payout')
    const { release, repaid } = await world.staffActionsOn(opened)
    await release()
    await world.driveTo(opened, 'refunded', 'refund_returned')
    await vi.waitFor(() => repaid(), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
    await world.set(opened, 'payment_intent_id = null')
  })

  it('is not sent by a process that slept between writing the request down and sending it', async () => {
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
