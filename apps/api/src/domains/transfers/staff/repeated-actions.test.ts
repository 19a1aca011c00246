import { PATIENCE } from '@sesa/test-kit/patience'
import { describe, expect, it, vi } from 'vitest'
import { captureInState, expireLease } from '../../../testing/transfer-states.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { useScriptedProviders } from '../../../testing/scripted-providers.ts'
import { ago } from '../../../testing/transfer-changes.ts'
import { Refused } from '../../../lib/refused.ts'

const world = useScriptedProviders({ transfers: 5 })

/** Runs `begin`, then waits until a later step has ended or failed through an error of ours. */
async function afterNextStep(opened: Opened, begin: () => Promise<unknown>): Promise<void> {
  const { attempts } = await world.row(opened)
  await begin()
  await vi.waitFor(async () => {
    const now = await world.row(opened)
    expect(world.errors.length > 0 || (now.attempts > attempts && now.lease_token === null)).toBe(true)
  }, PATIENCE)
}

const holdsOf = async (opened: Opened): Promise<(string | null)[]> => {
  const { id } = await world.row(opened)
  const events = world.database.owner.selectFrom('transfer_events').where('transfer_id', '=', id)
  const held = await events.select('hold_reason').where('kind', '=', 'held').orderBy('id').execute()
  return held.map(({ hold_reason }) => hold_reason)
}

describe('a refused refund', () => {
  it('is requested four times before the transfer is put on hold for staff, and once more after their release', async () => {
    const opened = await (await world.sender()).open()
    let asked = 0
    world.script.refund = 'refused'
    world.script.beforeRefund = () => asked++
    await captureInState(world, opened, 'refunding')
    await expireLease(world, opened)
    await world.driveTo(opened, 'refund_failed', 'refund_failed')
    expect(asked).toBe(4)
    delete world.script.refund
    await (await world.staffActionsOn(opened)).release()
    await world.driveTo(opened, 'refunded', null)
    expect(asked).toBe(5)
  })
})

describe('a second cancellation', () => {
  it.each(['user', 'staff'] as const)('keeps the first reason: %s', async (first) => {
    const sender = await world.sender()
    const opened = await sender.open()
    await captureInState(world, opened, 'paying_out')
    const { cancel } = await world.staffActionsOn(opened)
    const ask = () => sender.call('POST', `/user/transactions/${opened.id}/cancel`)
    if (first === 'user') expect((await ask()).status).toBe(200)
    else await cancel()
    if (first === 'user') await expect(cancel()).rejects.toThrow(Refused)
    else expect((await ask()).code).toBe('not_cancellable')
    expect(await world.row(opened)).toMatchObject({ cancel_reason: first })
  })
})

describe('a pay-out that arrived after the refund', () => {
  it('is booked as a loss once, however often the providers send events', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.expectState(opened, 'refunded', null)
    world.script.status = 'completed'
    await afterNextStep(opened, () => world.sendLateEvent(opened, 'refund.failed'))
    expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: 'late_payout' })
    await afterNextStep(opened, () => world.sendLateEvent(opened, 'refund.failed'))
    expect(world.errors).toEqual([])
    expect(await holdsOf(opened)).toEqual(['late_payout'])
    expect(await world.kinds(opened)).toEqual(['capture', 'refund', 'late_payout'])
  })
})

describe('a transfer that staff put on hold', () => {
  it('gets no second hold when the card provider is silent for a day', async () => {
    const opened = await world.openWithRequests()
    await world.failPayout(opened)
    await (await world.staffActionsOn(opened)).hold()
    await world.arrange(opened, { state_changed_at: ago('25 hours') })
    world.script.payment = 'unknown'
    await afterNextStep(opened, () => world.sendLateEvent(opened, 'charge.dispute.created'))
    expect(await holdsOf(opened)).toEqual(['staff'])
  })
})
