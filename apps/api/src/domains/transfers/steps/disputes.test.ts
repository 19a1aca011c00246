import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import {
  deliverRequest,
  closeUnpaidTransfer,
  expireLease,
  backdateRequests,
} from '../../../testing/transfer-states.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { createDispute, useScriptedProviders } from '../../../testing/scripted-providers.ts'
import { fromNow, shifted } from '../../../testing/transfer-changes.ts'

const world = useScriptedProviders({ transfers: 4 })

describe('a lost charge whose pay-out is unknown', () => {
  /** Creates a transfer whose only request got no answer, and whose dispute was then lost. */
  async function loseCharge(id: string): Promise<Opened> {
    const opened = await world.openWithRequests(['unknown'])
    await backdateRequests(world, opened)
    world.script.status = 'not_found'
    world.script.disputes = [createDispute(id, 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await vi.waitFor(async () => expect((await world.row(opened)).late_events_pending).toBe(true), PATIENCE)
    await expireLease(world, opened)
    await world.driveTo(opened, 'payout_unknown', 'dispute_lost')
    return opened
  }

  it('is closed by a staff refund without a pay-out', async () => {
    const opened = await loseCharge('dp_12')
    const { release, refund } = await world.staffActionsOn(opened)
    await expect(release()).rejects.toThrow('can’t be paid out')
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
    expect(await world.payoutsOf(opened)).toEqual([])
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is booked as a loss when the money arrived after all', async () => {
    const opened = await loseCharge('dp_13')
    world.reset()
    await deliverRequest(world, opened)
    await world.driveTo(opened, 'sent', 'dispute_lost')
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost', 'paid_out'])
    expect(await world.postings(opened, 'paid_out')).toContain('losses>customer 5000')
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'sent', null)
  })
})

describe('a pay-out that the carrier reported as failed', () => {
  it('ends as sent and as a loss when it arrives after the dispute is lost', async () => {
    const opened = await world.openWithRequests(['unknown'])
    await world.failPayout(opened)
    world.script.status = 'not_found'
    world.script.disputes = [createDispute('dp_16', 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await expireLease(world, opened)
    await world.driveTo(opened, 'payout_failed', 'dispute_lost')
    await deliverRequest(world, opened)
    world.reset()
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'sent', null)
    expect(await world.postings(opened, 'paid_out')).toContain('losses>customer 5000')
  })
})

describe('a dispute', () => {
  it('restores an earlier hold when it is won', async () => {
    const opened = await world.openWithRequests()
    const { hold } = await world.staffActionsOn(opened)
    await hold()
    await expireLease(world, opened)
    world.script.disputes = [createDispute('dp_2', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'paying_out', 'disputed')
    world.script.disputes = [createDispute('dp_2', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'paying_out', 'staff')
    expect(await world.payoutsOf(opened)).toEqual([])
    world.reset()
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'sent', null)
  })

  it('does not hide that we owe the customer a refund', async () => {
    const opened = await world.openRefundReturned()
    world.script.disputes = [createDispute('dp_3', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'refunded', 'disputed')
    await expect((await world.staffActionsOn(opened)).release()).rejects.toThrow('is undecided')
    world.script.disputes = [createDispute('dp_3', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', 'refund_returned')
    await expect((await world.staffActionsOn(opened)).release()).rejects.toThrow('Refund it')
  })

  it('that is won allows a requested refund to continue', async () => {
    const opened = await world.openRefundReturned()
    world.script.refunds = [{ id: 're_35', status: 'pending', amount: 5_000n }]
    await (await world.staffActionsOn(opened)).refund()
    world.script.disputes = [createDispute('dp_35', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'refunded', 'disputed')
    world.script.disputes = [createDispute('dp_35', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', 'refund_returned')
    world.script.refunds = [{ id: 're_35', status: 'succeeded', amount: 5_000n }]
    await world.driveTo(opened, 'refunded', null)
    expect((await world.kinds(opened)).slice(-3)).toEqual(['dispute', 'dispute_won', 'refund'])
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('and a returned refund are both booked when one step finds both', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.expectState(opened, 'refunded', null)
    world.script.refunds = []
    world.script.disputes = [createDispute('dp_7', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'refunded', 'disputed')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'refund_returned', 'dispute'])
    world.script.disputes = [createDispute('dp_7', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', 'refund_returned')
    // The sandbox’s books have neither the dispute nor the returned refund.
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('over part of a charge is booked with its amount, next to another over the rest', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
    world.script.disputes = [createDispute('dp_8', 'open', 2_000n)]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'sent', 'disputed')
    world.script.disputes = [createDispute('dp_8', 'lost', 2_000n), createDispute('dp_9', 'open', 3_000n)]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await vi.waitFor(async () => expect(await world.kinds(opened)).toContain('dispute_lost'), PATIENCE)
    await world.driveTo(opened, 'sent', 'disputed')
    const { release } = await world.staffActionsOn(opened)
    await expect(release()).rejects.toThrow('is undecided')
    world.script.disputes = [createDispute('dp_8', 'lost', 2_000n), createDispute('dp_9', 'won', 3_000n)]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'sent', 'dispute_lost')
    await release()
    await world.driveTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual([
      ...['capture', 'paid_out', 'dispute', 'dispute_lost', 'dispute', 'dispute_won'],
    ])
    expect(await world.postings(opened, 'dispute%')).toEqual([
      ...['disputes>card_clearing 2000', 'losses>disputes 2000'],
      ...['disputes>card_clearing 3000', 'card_clearing>disputes 3000'],
    ])
  })

  it('without a stored provider id is matched to the one that the provider lists', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
    world.script.disputes = [createDispute('dp_10', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'sent', 'disputed')
    await sql`update disputes set provider_id = null where provider_id = 'dp_10'`.execute(
      world.database.owner,
    )
    world.script.disputes = [createDispute('dp_10', 'won'), createDispute('dp_11', 'won', 100n)]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual([
      ...['capture', 'paid_out', 'dispute', 'dispute_won', 'dispute', 'dispute_won'],
    ])
  })

  it('that opens during a refund outlasts the refund', async () => {
    const opened = await world.openRefundReturned()
    // The requested refund is still pending at the provider.
    const there = [{ id: 're_1', status: 'pending', amount: 5_000n }] as const
    world.script.refunds = there
    await (await world.staffActionsOn(opened)).refund()
    world.script.disputes = [createDispute('dp_14', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'refunded', 'disputed')
    world.script.refunds = [{ ...there[0], status: 'succeeded' }]
    const done = ['capture', 'refund', 'refund_returned', 'dispute', 'refund']
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.kinds(opened)).toEqual(done)
    }, PATIENCE)
    expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: 'disputed' })
    world.script.disputes = [createDispute('dp_14', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', null)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('that is lost after a stopped pay-out ends through staff actions', async () => {
    const opened = await world.openWithRequests()
    await world.arrange(opened, { hold_reason: 'payout_float_empty', hold_owner: 'treasury' })
    await sql`insert into transfer_events (transfer_id, from_state, to_state, hold_reason, kind)
      select id, state, state, hold_reason, 'held' from transfers where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    world.script.disputes = [createDispute('dp_15', 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await expireLease(world, opened)
    await world.driveTo(opened, 'paying_out', 'dispute_lost')
    const { release, refund } = await world.staffActionsOn(opened)
    await refund()
    await world.driveTo(opened, 'paying_out', 'payout_float_empty')
    await release()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.payoutsOf(opened)).toEqual([])
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('over a charge that differs from the quote ends as refunded once lost and released', async () => {
    const opened = await (await world.sender()).open()
    await world.arrange(opened, { charge_amount: shifted('charge_amount', 1) })
    await world.pay(opened)
    await world.expectState(opened, 'awaiting_payment', 'payment_mismatch')
    await world.arrange(opened, { charge_amount: shifted('charge_amount', -1) })
    world.script.disputes = [createDispute('dp_31', 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'awaiting_payment', 'dispute_lost')
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is booked while the rail of a refunded transfer does not answer, and the rail is queried again', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.expectState(opened, 'refunded', null)
    world.script.status = 'unknown'
    world.script.disputes = [createDispute('dp_32', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.expectState(opened, 'refunded', 'disputed')
    expect(await world.row(opened)).toMatchObject({
      late_events_pending: true,
      next_step_at: expect.any(Date) as Date,
    })
    world.script.disputes = [createDispute('dp_32', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'refunded', null)
    delete world.script.status
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await world.row(opened)).late_events_pending).toBe(false)
    }, PATIENCE)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('is handled even when the customer cancels at the same moment', async () => {
    const opened = await world.openWithRequests()
    world.script.disputes = [createDispute('dp_33', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await expireLease(world, opened)
    await world.driveTo(opened, 'paying_out', 'disputed')
    world.script.disputes = [createDispute('dp_33', 'won')]
    // The row after a dispute webhook that no step has handled yet.
    await world.arrange(opened, {
      late_events_pending: true,
      wake_version: shifted('wake_version', 1),
      next_step_at: fromNow('1 second'),
    })
    await (await world.staffActionsOn(opened)).cancel()
    await vi.waitFor(async () => expect(await world.kinds(opened)).toContain('dispute_won'), PATIENCE)
    await world.driveTo(opened, 'refunded', null)
  })

  it('over a late charge clears what we owe, and can be released when it is lost', async () => {
    const opened = await (await world.sender()).open()
    await closeUnpaidTransfer(world, opened)
    await world.pay(opened)
    await world.expectState(opened, 'cancelled', 'late_capture')
    world.script.disputes = [createDispute('dp_34', 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'cancelled', 'dispute_lost')
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'cancelled', null)
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('that opens a second time puts the transfer on hold again', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
    world.script.disputes = [createDispute('dp_4', 'won')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await vi.waitFor(async () => expect(await world.kinds(opened)).toContain('dispute_won'), PATIENCE)
    world.script.disputes = [...(world.script.disputes ?? []), createDispute('dp_5', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await world.driveTo(opened, 'sent', 'disputed')
  })
})

describe('an event during the release of a hold', () => {
  it('is handled after the release', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
    const { release } = await world.staffActionsOn(opened)
    world.script.disputes = [createDispute('dp_6', 'lost')]
    // The row after a wake that no step has handled yet.
    await world.arrange(opened, {
      hold_reason: 'engine_error',
      hold_owner: 'engineering',
      late_events_pending: true,
      next_step_at: fromNow('1 hour'),
    })
    await release()
    await world.driveTo(opened, 'sent', 'dispute_lost')
  })
})
