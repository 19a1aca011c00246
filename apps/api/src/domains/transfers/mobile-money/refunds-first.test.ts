// Real PostgreSQL, worker and float: the order of refunds and pay-outs is the point. Only the payer's carrier is scripted.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { readFloat } from '../../payouts/index.ts'
import { askPayer, openByWallet, openCancelled, type Payer } from './testing/open-by-wallet.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const FULL = '100000000000.00'
const ACTION = { staff: 'Ada', reason: 'topped up at the bank' }
const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
  await world.rails.refresh()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

/** Sets pawaPay's float in Liberia, and reads it. */
async function setLiberia(balance: string): Promise<void> {
  await world.setFloat('pawapay', 'LBR', balance)
  await world.float.refresh()
}

beforeEach(async () => {
  carrier.reset()
  await setLiberia(FULL)
  await world.setFloat('pawapay', 'GHA', FULL)
  world.alerts.length = 0
})

const liberia = async () =>
  (await readFloat(world.database.db)).find(
    ({ account, country }) => account === 'pawapay' && country === 'LR',
  )
const total = ({ opened }: Payer): bigint => BigInt(opened.quote.total)
const cron = (task: string): Promise<void> =>
  world.transfers.crons.find((one) => one.task === task)?.run() ?? Promise.reject(new Error(task))

let recipients = 1_000
/** Opens a payment by card whose pay-out takes LRD 8,600 or so from pawaPay's wallet in Liberia. */
async function openToLiberia(): Promise<Opened> {
  const sender = await world.sender()
  const { body } = await sender.call<{ value: number }>('GET', '/currency/rates/USD/LRD/50')
  return sender.open({
    ...{ country: 'LR', network: 'orange', receiveCurrency: 'LRD', phone: `+23177012${recipients++}` },
    receiveAmount: Math.round(body.value * 100),
  })
}

/** Has the carrier refuse the refund of a payment because the float is too low. */
async function refuseForFloat(): Promise<Payer> {
  const payer = await openCancelled(world)
  carrier.refund = 'no_float'
  carrier.approve()
  await world.expectState(payer.opened, 'refunding', 'refund_float_empty')
  return payer
}

describe('a refund that the float is too low for', () => {
  it('waits with treasury, and is given back before any pay-out once the balance covers it', async () => {
    const payouts = await Promise.all(Array.from({ length: 6 }, openToLiberia))
    const payer = await refuseForFloat()
    await Promise.all(payouts.map((one) => world.pay(one)))
    for (const one of payouts) await world.expectState(one, 'paying_out', 'payout_float_empty')
    await setLiberia('10.00')
    await world.expectState(payer.opened, 'refunding', 'refund_float_empty')
    expect(await liberia()).toMatchObject({ promised: total(payer), state: 'empty' })
    expect(world.alerts.at(-1)).toMatch(
      /^ALERT: float of pawapay\/LR\/LRD is empty: .*LRD [\d,.]+ promised as refunds/,
    )
    // Enough for the refund or for one pay-out, but not for both.
    carrier.refund = 'taken'
    await setLiberia('9000.00')
    await world.reaches(payer.opened, 'refunded')
    for (const one of payouts) await world.expectState(one, 'paying_out', 'payout_float_empty')
    expect(await liberia()).toMatchObject({ promised: 0n })
    await setLiberia(FULL)
    for (const one of payouts) await world.reaches(one, 'sent')
  })

  it('is no refusal: however often it waits, a refusal of the wallet is repeated before staff decide', async () => {
    const payer = await refuseForFloat()
    const reference = await world.referenceOf(payer.opened)
    for (let times = 0; times < 4; times++) {
      await world.transfers.staffActions.release(reference, ACTION)
      await world.expectState(payer.opened, 'refunding', 'refund_float_empty')
    }
    carrier.refund = 'refused'
    await world.transfers.staffActions.release(reference, ACTION)
    await world.expectState(payer.opened, 'refund_failed', null)
    carrier.refund = 'taken'
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(payer.opened)).toEqual({ state: 'refunded', hold_reason: null })
    }, PATIENCE)
  })

  it('waits too when the carrier takes it first, and reports the empty float later', async () => {
    const payer = await openCancelled(world)
    carrier.refundStatus = { status: 'pending' }
    carrier.approve()
    await world.reaches(payer.opened, 'refunding')
    carrier.refundStatus = { status: 'failed', code: 'fund_insufficient' }
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(payer.opened)).toEqual({
        state: 'refunding',
        hold_reason: 'refund_float_empty',
      })
    }, PATIENCE)
    carrier.refundStatus = { status: 'succeeded' }
    await setLiberia(FULL)
    await world.reaches(payer.opened, 'refunded')
  })

  it('of a payment that came too late is repeated after the next balance that covers it, more than four times', async () => {
    const payer = await openByWallet(world)
    carrier.sent = { outcome: 'unknown' }
    await askPayer(payer)
    const id = carrier.started.at(-1)?.id ?? ''
    carrier.statuses.set(id, { status: 'not_found' })
    await sql`update collection_attempts set recorded_at = now() - interval '16 minutes',
      missed_at = now() - interval '2 minutes' where id = ${id}`.execute(world.database.owner)
    await world.arrange(payer.opened, { quote_expires_at: new Date(0), next_step_at: new Date() })
    await world.reaches(payer.opened, 'cancelled')
    carrier.approve()
    carrier.refund = 'no_float'
    for (let times = 0; times < 6; times++) {
      await cron('return_extra_payments')
      await setLiberia(FULL)
    }
    const refunds = () =>
      world.database.owner
        .selectFrom('collection_refunds')
        .select(['state', 'lacked_float'])
        .where('attempt_id', '=', id)
        .execute()
    expect(await refunds()).toEqual(Array(6).fill({ state: 'failed', lacked_float: true }))
    await setLiberia('10.00')
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(await refunds()).toHaveLength(6)
    expect(await liberia()).toMatchObject({ promised: total(payer), state: 'empty' })
    carrier.refund = 'taken'
    await setLiberia(FULL)
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(await liberia()).toMatchObject({ promised: 0n })
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
  })
})

describe('an open request to pay', () => {
  it('counts as a promised refund until it ends', async () => {
    const payer = await openByWallet(world)
    expect(await liberia()).toMatchObject({ promised: 0n })
    await askPayer(payer)
    expect(await liberia()).toMatchObject({ promised: total(payer) })
    carrier.fail()
    await vi.waitFor(async () => expect(await liberia()).toMatchObject({ promised: 0n }), PATIENCE)
  })

  it('counts too when the wallet is said to be so full that openings need not count', async () => {
    const largest = (await liberia())?.largest ?? 0n
    const justAmple = `${largest * 100n}.00`
    await setLiberia(justAmple)
    expect(await liberia()).toMatchObject({ reserved: 0n, isAmple: true })
    const payer = await openByWallet(world)
    await askPayer(payer)
    await setLiberia(justAmple)
    expect(await liberia()).toMatchObject({ reserved: total(payer), isAmple: false })
    carrier.fail()
    await vi.waitFor(async () => expect(await liberia()).toMatchObject({ promised: 0n }), PATIENCE)
  })

  it('is not offered to openings of a wallet that holds little else', async () => {
    const payer = await openByWallet(world)
    await askPayer(payer)
    const before = await openToLiberia()
    await setLiberia(((before.quote.receiveAmount * 2 + 1) / 100).toFixed(2))
    await expect(openToLiberia()).rejects.toThrow()
    carrier.fail()
    await vi.waitFor(async () => expect(await liberia()).toMatchObject({ promised: 0n }), PATIENCE)
    await openToLiberia()
  })
})
