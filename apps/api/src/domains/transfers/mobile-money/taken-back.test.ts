// Real PostgreSQL, worker and sandbox. Only the payer's carrier is scripted.
import { money } from '@sesa/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { ago } from '../../../testing/transfer-changes.ts'
import type { CollectionStatus } from './ports.ts'
import { askPayer, openByWallet, type Payer } from './testing/open-by-wallet.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const ACTION = { staff: 'Ada', reason: 'the carrier took it back', approvedBy: 'Kofi' }
const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
})
beforeEach(() => carrier.reset())
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

const total = ({ opened }: Payer): bigint => BigInt(opened.quote.total)
const newest = (): string => carrier.started.at(-1)?.id ?? ''
const timesAsked = (): number => carrier.asked.filter((id) => id === newest()).length

const countPayouts = async (): Promise<number> => (await world.books()).payouts.length

/** Opens a transfer whose payer has paid, and whose pay-out waits for a safety delay. */
async function openDelayed(): Promise<Payer> {
  const payer = await openByWallet(world)
  await world.arrange(payer.opened, { payout_delay_minutes: 60 })
  await askPayer(payer)
  carrier.approve()
  await world.reaches(payer.opened, 'paid')
  return payer
}

/** Ends the safety delay, and says what the carrier then answers about the payment. */
async function endDelay({ opened }: Payer, answer: CollectionStatus): Promise<void> {
  carrier.statuses.set(newest(), answer)
  await world.arrange(opened, { captured_at: ago('2 hours'), next_step_at: ago('1 second') })
}

describe('a payment whose pay-out begins later', () => {
  it('is asked about once more, and paid out when it stands', async () => {
    const payer = await openDelayed()
    const before = timesAsked()
    await endDelay(payer, { status: 'completed', amount: money(total(payer), 'LRD') })
    await world.reaches(payer.opened, 'sent')
    expect(timesAsked() - before).toBe(1)
  })

  it('that the carrier took back is held; staff end it, and nothing is sent to anybody', async () => {
    const payer = await openDelayed()
    const before = await countPayouts()
    await endDelay(payer, { status: 'failed', code: 'REVERSED' })
    await world.expectState(payer.opened, 'paid', 'refunded_elsewhere')
    const reference = await world.referenceOf(payer.opened)
    await world.transfers.staffActions.refund(reference, ACTION)
    await world.reaches(payer.opened, 'refunded')
    expect(carrier.refunded.filter(({ collection }) => collection === newest())).toEqual([])
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
    expect(await countPayouts()).toBe(before)
  })

  it('that the carrier took back in part is held; the refund gives back the rest', async () => {
    const payer = await openDelayed()
    await endDelay(payer, { status: 'completed', amount: money(total(payer) - 100n, 'LRD') })
    await world.expectState(payer.opened, 'paid', 'refunded_elsewhere')
    await world.transfers.staffActions.refund(await world.referenceOf(payer.opened), ACTION)
    await world.reaches(payer.opened, 'refunded')
    expect(carrier.refunded.filter(({ collection }) => collection === newest())).toMatchObject([
      { amount: total(payer) - 100n },
    ])
  })

  it('that the carrier now reports in another amount is held', async () => {
    const payer = await openDelayed()
    await endDelay(payer, { status: 'completed', amount: money(total(payer) + 1n, 'LRD') })
    await world.expectState(payer.opened, 'paid', 'payment_mismatch')
    expect(await world.kinds(payer.opened)).toEqual(['capture'])
  })

  it('waits while the carrier gives no final answer', async () => {
    const payer = await openDelayed()
    await endDelay(payer, { status: 'not_found' })
    const before = timesAsked()
    await expect.poll(timesAsked).toBeGreaterThan(before)
    expect(await world.state(payer.opened)).toEqual({ state: 'paid', hold_reason: null })
    await endDelay(payer, { status: 'completed', amount: money(total(payer), 'LRD') })
    await world.reaches(payer.opened, 'sent')
  })
})

it('asks nothing more about a payment that goes straight to its pay-out', async () => {
  const payer = await openByWallet(world)
  await askPayer(payer)
  carrier.approve()
  const before = timesAsked()
  await world.reaches(payer.opened, 'sent')
  expect(timesAsked() - before).toBe(1)
})

it('is asked about before a pay-out that was refused for want of float is sent again', async () => {
  await world.setFloat('pawapay', 'GHA', '0.00')
  await world.setFloat('mtn-momo', 'GHS', '0.00')
  const payer = await openByWallet(world)
  await askPayer(payer)
  carrier.approve()
  await world.expectState(payer.opened, 'paying_out', 'payout_float_empty')
  await world.setFloat('pawapay', 'GHA', '100000000.00')
  carrier.statuses.set(newest(), { status: 'failed', code: 'REVERSED' })
  await world.arrange(payer.opened, { captured_at: ago('2 hours') })
  await world.transfers.staffActions.release(await world.referenceOf(payer.opened), ACTION)
  await world.expectState(payer.opened, 'paying_out', 'refunded_elsewhere')
  await world.transfers.staffActions.refund(await world.referenceOf(payer.opened), ACTION)
  await world.reaches(payer.opened, 'refunded')
  expect(carrier.refunded.filter(({ collection }) => collection === newest())).toEqual([])
})
