import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { forge } from '../../../db/testing.ts'
import {
  deliverRequest,
  expireLease,
  backdateRequests,
  refundByHand,
  pauseAtRequest,
} from '../../../testing/transfer-states.ts'
import { createDispute, useScriptedProviders } from '../../../testing/scripted-providers.ts'
import type { PayoutSent } from '../ports.ts'
import { LEASED_ELSEWHERE, LEASE_EXPIRED, NOW, ago } from '../../../testing/transfer-changes.ts'
import { Refused } from '../../../lib/refused.ts'

const REJECTED: PayoutSent = { outcome: 'rejected', code: 'HTTP_429', next: 'retry' }
const world = useScriptedProviders({ transfers: 10 })

describe('a cancellation after a request without an answer', () => {
  it.each([
    ['had no answer', 'unknown'],
    ['was left by a process that died', null],
  ] as const)(
    'waits while a request that %s may still be paid out, and ends as sent when it was',
    async (_, outcome) => {
      const opened = await world.openWithRequests([outcome, 'rejected'])
      world.script.status = 'not_found'
      await (await world.staffActionsOn(opened)).cancel()
      await expireLease(world, opened)
      await world.expectUnchanged(opened, 'paying_out')
      expect(await world.paymentOf(opened)).toMatchObject({ refunded: 0 })
      // The request reaches the carrier late.
      world.reset()
      await deliverRequest(world, opened)
      await world.driveTo(opened, 'sent', null)
      expect(await world.payoutsOf(opened)).toMatchObject([{ status: 'completed' }])
    },
  )

  it('refunds the money once no request can be in flight', async () => {
    const opened = await world.openWithRequests(['unknown', 'rejected'])
    await (await world.staffActionsOn(opened)).cancel()
    await backdateRequests(world, opened)
    await expireLease(world, opened)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.payoutsOf(opened)).toEqual([])
  })
})

describe('a process that pauses', () => {
  it('before its next request sends nothing once the money is refunded', async () => {
    const opened = await world.openWithRequests()
    const wake = await pauseAtRequest(world, opened, 'payout_attempts')
    // Another process takes over, cancels and refunds, unless the paused one still has the lease.
    const taken = (async () => {
      await world.arrange(opened, LEASE_EXPIRED)
      await (await world.staffActionsOn(opened)).cancel().catch(() => undefined)
      await vi.waitFor(async () => {
        await world.makeStepsDue()
        expect(['refunded', 'sent']).toContain((await world.row(opened)).state)
      }, PATIENCE)
    })()
    await Promise.race([taken, sleep(3_000)])
    await Promise.all([wake(), taken])
    await sleep(500)
    const { state } = await world.row(opened)
    const { refunded } = (await world.paymentOf(opened)) ?? { refunded: -1 }
    expect([refunded > 0, (await world.payoutsOf(opened)).length > 0]).toEqual([
      state === 'refunded',
      state === 'sent',
    ])
  })

  it.each([
    ['its sender is read', 'beforeSender'],
    ['its rail is chosen', 'beforeSend'],
  ] as const)('while %s does not send its request, which is recorded', async (_, moment) => {
    const opened = await world.openWithRequests()
    let late = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
    world.script[moment] = () => {
      late += 31_000
    }
    await expireLease(world, opened)
    await vi
      .waitFor(async () => expect((await world.requestsOf(opened)).slice(1)).toContain('rejected'), PATIENCE)
      .finally(() => clock.mockRestore())
    expect(await world.payoutsOf(opened)).toEqual([])
    world.reset()
    await world.driveTo(opened, 'sent', null)
  })
})

describe('a charge that was returned to the card', () => {
  it('through a refund at the card provider is not paid out, and ends when staff refund it', async () => {
    const opened = await world.openWithRequests()
    await refundByHand(world, opened, '1000')
    await vi.waitFor(async () => expect((await world.row(opened)).late_events_pending).toBe(true), PATIENCE)
    await expireLease(world, opened)
    await world.driveTo(opened, 'paying_out', 'refunded_elsewhere')
    const { release, refund } = await world.staffActionsOn(opened)
    await expect(release()).rejects.toThrow(Refused)
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.paymentOf(opened)).toMatchObject({ captured: 5_000, refunded: 5_000 })
    expect(await world.payoutsOf(opened)).toEqual([])
  })

  it('before we booked it is not paid out, even when every webhook is lost', async () => {
    const opened = await (await world.sender()).open()
    await world.arrange(opened, LEASED_ELSEWHERE)
    await world.fault('webhook', 'drop', 1_000)
    await world.pay(opened)
    await refundByHand(world, opened)
    await expireLease(world, opened)
    await world.driveTo(opened, 'paid', 'refunded_elsewhere')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    await (await world.staffActionsOn(opened)).refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
    expect(await world.payoutsOf(opened)).toEqual([])
  })

  it('through a lost dispute cannot be released, and ends without a pay-out when staff refund it', async () => {
    const opened = await world.openWithRequests()
    world.script.disputes = [createDispute('dp_1', 'open')]
    await world.sendLateEvent(opened, 'charge.dispute.created')
    await expireLease(world, opened)
    await world.driveTo(opened, 'paying_out', 'disputed')
    world.script.disputes = [createDispute('dp_1', 'lost')]
    await world.sendLateEvent(opened, 'charge.dispute.closed')
    await world.driveTo(opened, 'paying_out', 'dispute_lost')
    const { release, refund } = await world.staffActionsOn(opened)
    await expect(release()).rejects.toThrow('can’t be paid out')
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
    expect(await world.payoutsOf(opened)).toEqual([])
    // The sandbox has no dispute, so the books would not match.
    await world.arrange(opened, { payment_intent_id: null })
  })
})

describe('a carrier', () => {
  it('that paid after reporting a failure ends the transfer as sent if nothing was refunded', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
    await forge(
      world.database.owner,
      sql`with gone as (delete from ledger_postings p using ledger_entries e, transfers t where p.entry_id = e.id
        and e.transfer_id = t.id and e.kind = 'paid_out' and t.payment_intent_id = ${opened.id} returning e.id)
      select from gone`,
    )
    await forge(
      world.database.owner,
      sql`delete from ledger_entries e using transfers t where e.transfer_id = t.id and e.kind = 'paid_out'
      and t.payment_intent_id = ${opened.id}`,
    )
    await forge(
      world.database.owner,
      sql`update transfer_events e set to_state = 'payout_failed' from transfers t where t.id = e.transfer_id
      and e.to_state = 'sent' and t.payment_intent_id = ${opened.id}`,
    )
    await world.arrange(opened, { state: 'payout_failed', failure_code: 'UNKNOWN', next_step_at: NOW })
    await world.driveTo(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    expect((await world.row(opened)).failure_code).toBeNull()
  })

  it('that reported a failure and then forgot the pay-out is overruled only by staff', async () => {
    const opened = await world.openWithRequests(['unknown'])
    await backdateRequests(world, opened)
    world.script.status = 'not_found'
    await world.failPayout(opened)
    await expireLease(world, opened)
    await world.driveTo(opened, 'payout_failed', 'payout_contradiction')
    const { release, refund } = await world.staffActionsOn(opened)
    await release()
    await world.driveTo(opened, 'payout_failed', 'payout_contradiction')
    expect(await world.paymentOf(opened)).toMatchObject({ refunded: 0 })
    await refund()
    await world.driveTo(opened, 'refunded', null)
    expect(await world.paymentOf(opened)).toMatchObject({ refunded: 5_000 })
    expect(await world.payoutsOf(opened)).toEqual([])
  })

  it('that does not answer for a day leads to a hold that staff can release', async () => {
    const opened = await world.openWithRequests()
    world.script.send = () => REJECTED
    world.script.status = 'unknown'
    await (await world.staffActionsOn(opened)).cancel()
    await expireLease(world, opened)
    await world.driveTo(opened, 'payout_failed', null)
    await world.arrange(opened, { state_changed_at: ago('25 hours') })
    await world.driveTo(opened, 'payout_failed', 'provider_silent')
    world.reset()
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'refunded', null)
  })
})

describe('a failed pay-out', () => {
  it('waits with the refund while the outcome of a request is unrecorded', async () => {
    const opened = await world.openWithRequests([null])
    await world.failPayout(opened)
    world.script.status = 'failed'
    await expireLease(world, opened)
    await world.expectUnchanged(opened, 'payout_failed')
    await backdateRequests(world, opened)
    await world.driveTo(opened, 'refunded', null)
  })

  it('waits with the refund while a request may still reach the carrier', async () => {
    const opened = await world.openWithRequests(['unknown', 'rejected'])
    world.script.send = () => ({ outcome: 'rejected', code: 'RECIPIENT_NOT_FOUND', next: 'final' })
    world.script.status = 'not_found'
    await expireLease(world, opened)
    await world.driveTo(opened, 'payout_failed', null)
    await world.expectUnchanged(opened, 'payout_failed')
    expect(await world.requestsOf(opened)).toEqual(['unknown', 'rejected', 'rejected'])
    await backdateRequests(world, opened)
    await world.driveTo(opened, 'refunded', null)
  })

  it('waits 15 minutes for a request to reach the carrier', async () => {
    const opened = await world.openWithRequests(['unknown', 'rejected'])
    await world.failPayout(opened)
    world.script.status = 'not_found'
    await backdateRequests(world, opened, 14)
    await expireLease(world, opened)
    await world.expectUnchanged(opened, 'payout_failed')
    await backdateRequests(world, opened, 1)
    await world.driveTo(opened, 'refunded', null)
  })
})

describe('a staff refund of a pay-out that the carrier does not know', () => {
  it('waits while a request may still reach the carrier', async () => {
    const opened = await world.openWithRequests(['unknown'])
    const { hold, refund, release } = await world.staffActionsOn(opened)
    await hold()
    world.script.status = 'not_found'
    await refundByHand(world, opened)
    await expireLease(world, opened)
    await world.driveTo(opened, 'paying_out', 'refunded_elsewhere')
    await refund()
    await release()
    await world.driveTo(opened, 'payout_unknown', null)
    await world.expectUnchanged(opened, 'payout_unknown')
    await backdateRequests(world, opened)
    await world.driveTo(opened, 'refunded', null)
    expect(await world.requestsOf(opened)).toEqual(['unknown'])
  })
})
