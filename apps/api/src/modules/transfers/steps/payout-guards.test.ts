import { describe, expect, it } from 'vitest'
import { expireLease, backdateRequests, refundByHand } from '../../../testing/transfer-states.ts'
import { useScriptedProviders } from '../../../testing/scripted-providers.ts'

const world = useScriptedProviders({ transfers: 4 })

describe('a failed pay-out', { timeout: 120_000 }, () => {
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

describe('a staff refund of a pay-out that the carrier does not know', { timeout: 120_000 }, () => {
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
