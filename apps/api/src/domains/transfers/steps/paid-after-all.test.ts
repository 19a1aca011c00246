import { PATIENCE } from '@sesa/test-kit/patience'
import type { TransferDetail } from '@sesa/contract'
import { describe, expect, it, vi } from 'vitest'
import {
  expireLease,
  backdateRequests,
  recordRequest,
  refundByHand,
} from '../../../testing/transfer-states.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { useScriptedProviders } from '../../../testing/scripted-providers.ts'
import { post } from '../../record/index.ts'
import { readStaffView } from '../staff/overview.ts'
import { latePayout } from '../state/ledger-entries.ts'
import { LEASED_ELSEWHERE, NOW, NO_LEASE } from '../../../testing/transfer-changes.ts'

const world = useScriptedProviders({ transfers: 6 })

/** Creates a transfer that the carrier pays but reports as failed, and whose refund cannot be requested yet. */
async function reportedFailed(): Promise<{ sender: Sender; opened: Opened }> {
  const sender = await world.sender()
  const opened = await sender.open()
  Object.assign(world.script, { status: 'failed', refunds: 'unknown' })
  await world.pay(opened)
  await world.driveTo(opened, 'refunding', null)
  return { sender, opened }
}

/** Corrects the carrier's report in a callback. */
async function paysAfterAll(opened: Opened): Promise<void> {
  const { payout_reference } = await world.row(opened)
  delete world.script.status
  await world.callback(JSON.stringify({ payoutId: payout_reference, status: 'COMPLETED' }))
  await vi.waitFor(async () => expect((await world.row(opened)).late_events_pending).toBe(true), PATIENCE)
}

const detailOf = (sender: Sender, opened: Opened): Promise<TransferDetail> => sender.transfer(opened.id)
const stepsOf = ({ timeline }: TransferDetail): string[] => timeline.map(({ step }) => step)

describe('a pay-out that arrived before any refund was requested', () => {
  it('ends as sent without a loss, and notifies the customer', async () => {
    const { sender, opened } = await reportedFailed()
    expect(await detailOf(sender, opened)).toMatchObject({ status: 'failed' })
    await paysAfterAll(opened)
    delete world.script.refunds
    await world.driveTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    expect(await world.paymentOf(opened)).toMatchObject({ captured: 5_000, refunded: 0 })
    expect((await world.row(opened)).failure_code).toBeNull()
    const detail = await detailOf(sender, opened)
    expect(stepsOf(detail)).toEqual(['created', 'paid', 'paying_out', 'sent'])
    expect(detail.notice).toContain('reported a problem but then delivered the money, so there’s no refund.')
  })

  it('ends as sent and reverses a loss that an earlier version had booked', async () => {
    const { opened } = await reportedFailed()
    await world.arrange(opened, LEASED_ELSEWHERE)
    const row = await world.row(opened)
    await world.database.db.transaction().execute((tx) => post(tx, latePayout(row)))
    await world.arrange(opened, {
      ...NO_LEASE,
      hold_reason: 'late_payout',
      hold_owner: 'operations',
      next_step_at: null,
    })
    world.reset()
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'late_payout', 'late_payout_undone', 'paid_out'])
    expect(await world.paymentOf(opened)).toMatchObject({ refunded: 0 })
  })

  it('is a loss once a refund was requested, whatever its outcome', async () => {
    const { opened } = await reportedFailed()
    Object.assign(world.script, { refund: 'unknown' })
    delete world.script.refunds
    const { id } = await world.row(opened)
    const requests = world.database.owner.selectFrom('refund_attempts').where('transfer_id', '=', id)
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await requests.select('id').execute()).not.toEqual([])
    }, PATIENCE)
    await paysAfterAll(opened)
    await world.driveTo(opened, 'refunding', 'late_payout')
    expect(await world.kinds(opened)).toEqual(['capture', 'late_payout'])
  })

  it('is a loss in addition to the refund, which is booked immediately', async () => {
    const { opened } = await reportedFailed()
    await world.arrange(opened, LEASED_ELSEWHERE)
    delete world.script.refunds
    await refundByHand(world, opened)
    await paysAfterAll(opened)
    await expireLease(world, opened)
    await world.expectState(opened, 'refunded', 'late_payout')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'late_payout'])
    const reference = await world.referenceOf(opened)
    const view = await readStaffView(world.database.db, reference, { seesCases: true })
    expect(view?.hold?.means).toContain('The recipient was paid and the customer refunded')
    expect(await world.movesOf(opened)).toEqual(['paid', 'payout_failed', 'refunded', 'held'])
  })

  it('is a loss once the charge was refunded at the card provider', async () => {
    const { opened } = await reportedFailed()
    await world.arrange(opened, LEASED_ELSEWHERE)
    world.script.refunds = [{ id: 're_by_hand', status: 'succeeded', amount: 1_000n }]
    await paysAfterAll(opened)
    await expireLease(world, opened)
    await world.expectState(opened, 'refunding', 'late_payout')
    expect(await world.kinds(opened)).toEqual(['capture', 'late_payout'])
  })
})

describe('a transfer whose arrival is uncertain', () => {
  /** Fails a pay-out, with another request recorded by a process that died before it knew whether it was sent. */
  async function inDoubt(): Promise<{ sender: Sender; opened: Opened }> {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, LEASED_ELSEWHERE)
    world.script.status = 'failed'
    await world.pay(opened)
    await recordRequest(world, opened)
    await world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })
    await world.driveTo(opened, 'payout_failed', null)
    return { sender, opened }
  }

  it('shows that we are checking, and a failure only once it is certain', async () => {
    const { sender, opened } = await inDoubt()
    const detail = await detailOf(sender, opened)
    expect(detail.status).toBe('processing')
    expect(stepsOf(detail)).toEqual(['created', 'paid', 'paying_out', 'checking'])
    expect(detail.notice).toContain('we’re checking whether the money reached Ama Mensah')
    const { body } = await sender.call<{ status: string }>('POST', '/complete', { id: opened.id })
    expect(body.status).toBe('processing')
    for (const [status, shown] of [
      ['processing', 1],
      ['failed', 0],
    ] as const) {
      const list = await sender.call<{ transfers: unknown[] }>('GET', `/user/transactions?status=${status}`)
      expect(list.body.transfers).toHaveLength(shown)
    }
    expect(await world.movesOf(opened)).toEqual(['paid'])

    await backdateRequests(world, opened)
    world.script.refunds = 'unknown'
    await world.driveTo(opened, 'refunding', null)
    expect(await world.movesOf(opened)).toEqual(['paid', 'payout_failed'])
    const failed = await detailOf(sender, opened)
    expect(failed.status).toBe('failed')
    expect(stepsOf(failed)).toEqual(['created', 'paid', 'paying_out', 'failed', 'refunding', 'refunded'])
    await world.arrange(opened, LEASED_ELSEWHERE)
  })

  it('is not refunded for 15 minutes, and ends as sent when the money arrives meanwhile', async () => {
    const { sender, opened } = await inDoubt()
    await world.expectUnchanged(opened, 'payout_failed')
    world.reset()
    await backdateRequests(world, opened)
    await world.driveTo(opened, 'sent', null)
    expect(await world.movesOf(opened)).toEqual(['paid', 'sent'])
    const detail = await detailOf(sender, opened)
    expect([stepsOf(detail), detail.notice]).toEqual([['created', 'paid', 'paying_out', 'sent'], null])
  })

  it('promises a refund after a cancellation only if the money did not arrive', async () => {
    const { sender, opened } = await inDoubt()
    await world.arrange(opened, { cancel_reason: 'user' })
    const path = `/user/transactions/${opened.id}/cancel`
    const { body } = await sender.call<{ outcome: string }>('POST', path)
    expect(body.outcome).toBe('refund_if_not_delivered')
    await world.arrange(opened, { cancel_reason: null })
    world.reset()
    await backdateRequests(world, opened)
    await world.driveTo(opened, 'sent', null)
  })
})
