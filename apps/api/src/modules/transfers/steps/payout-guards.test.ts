import { describe, expect, it } from 'vitest'
import { expireLease, backdate, refundByHand } from '../../../testing/captured.ts'
import { useSpokenWorld } from '../../../testing/scripted-providers.ts'

const world = useSpokenWorld({ transfers: 4 })

describe('a failed pay-out', { timeout: 120_000 }, () => {
  it('waits with the refund while a request is still open at its sender', async () => {
    const opened = await world.notTaken([null])
    await world.fails(opened)
    world.words.status = 'failed'
    await expireLease(world, opened)
    await world.keeps(opened, 'payout_failed')
    await backdate(world, opened)
    await world.comesTo(opened, 'refunded', null)
  })

  it('waits with the refund while the operator may not have found a request yet', async () => {
    const opened = await world.notTaken(['unknown', 'rejected'])
    world.words.send = () => ({ outcome: 'rejected', code: 'RECIPIENT_NOT_FOUND', next: 'final' })
    world.words.status = 'not_found'
    await expireLease(world, opened)
    await world.comesTo(opened, 'payout_failed', null)
    await world.keeps(opened, 'payout_failed')
    expect(await world.requestsOf(opened)).toEqual(['unknown', 'rejected', 'rejected'])
    await backdate(world, opened)
    await world.comesTo(opened, 'refunded', null)
  })

  it('waits 15 minutes for a request to be found', async () => {
    const opened = await world.notTaken(['unknown', 'rejected'])
    await world.fails(opened)
    world.words.status = 'not_found'
    await backdate(world, opened, 14)
    await expireLease(world, opened)
    await world.keeps(opened, 'payout_failed')
    await backdate(world, opened, 1)
    await world.comesTo(opened, 'refunded', null)
  })
})

describe('an order to refund a pay-out that the operator does not know', { timeout: 120_000 }, () => {
  it('waits while the operator may still find a request', async () => {
    const opened = await world.notTaken(['unknown'])
    const { hold, refund, release } = await world.operations(opened)
    await hold()
    world.words.status = 'not_found'
    await refundByHand(world, opened)
    await expireLease(world, opened)
    await world.comesTo(opened, 'paying_out', 'refunded_elsewhere')
    await refund()
    await release()
    await world.comesTo(opened, 'payout_unknown', null)
    await world.keeps(opened, 'payout_unknown')
    await backdate(world, opened)
    await world.comesTo(opened, 'refunded', null)
    expect(await world.requestsOf(opened)).toEqual(['unknown'])
  })
})
