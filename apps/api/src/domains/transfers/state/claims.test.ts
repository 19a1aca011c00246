import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '@sesa/test-kit/patience'
import { inTransaction } from '../../../db/index.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { captureInState, expireLease, recordRequest } from '../../../testing/transfer-states.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { createPauses } from '@sesa/test-kit/pauses'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { claimOne } from './transitions.ts'
import { wakePayment } from './wake.ts'
import { ago, NOW, shifted } from '../../../testing/transfer-changes.ts'

const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

const pauses = createPauses()
let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({
    worker: false,
    webhooks: false,
    between: ({ cards, payouts }) => ({ cards: pauses.wrap(cards), payouts: pauses.wrap(payouts) }),
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThanOrEqual(5))

/** Reports a dispute as the card provider's webhook does. */
const reportDispute = ({ database }: EngineWorld, { id }: Opened): Promise<void> =>
  wakePayment(database.db, 'stripe', {
    ...{ id: `evt_${id}`, type: 'charge.dispute.created', paymentId: id },
    ...{ afterwards: true, charged: false, declined: null },
  })

const row = (opened: Opened, { database } = world) =>
  database.owner
    .selectFrom('transfers')
    .selectAll()
    .select(sql<boolean>`next_step_at <= now()`.as('is_due'))
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()

describe('a transfer', () => {
  it('is leased to one of several concurrent processes, and to the next when the lease expires', async () => {
    const opened = await (await world.sender()).open()
    const { id } = await row(opened)
    const claimTwelveTimes = async (): Promise<number> => {
      const claims = await Promise.all(
        Array.from({ length: 12 }, () =>
          inTransaction(world.database.db, 'test.claim', (tx) => claimOne(tx, { id })),
        ),
      )
      return claims.filter((claim) => claim !== undefined).length
    }
    expect(await claimTwelveTimes()).toBe(1)
    expect(await claimTwelveTimes()).toBe(0)
    await world.arrange(opened, { lease_until: ago('1 second') })
    expect(await claimTwelveTimes()).toBe(1)
  })

  it('is refunded, not paid out, when it is cancelled while a step reads its payment', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    const reading = pauses.at('readPayment')
    const stepping = sender.call('POST', '/complete', { id: opened.id })
    await reading.reached
    await world.transfers.staffActions.cancel(await world.referenceOf(opened), ACTION)
    reading.go()
    await stepping
    expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
    const { payout_reference } = await row(opened)
    expect((await world.books()).payouts.map(({ reference }) => reference)).not.toContain(payout_reference)
  })

  it.each([
    ['its charge', 0, 'paid'],
    ['a charge that differs from the quote', 1, 'awaiting_payment'],
  ])('on hold keeps the events that arrive while a step reads %s', async (_, shift, state) => {
    const opened = await (await world.sender()).open()
    await world.transfers.staffActions.hold(await world.referenceOf(opened), ACTION)
    await world.arrange(opened, { charge_amount: shifted('charge_amount', shift) })
    await world.pay(opened)
    const reading = pauses.at('readPayment')
    await world.arrange(opened, { next_step_at: NOW })
    const worker = world.createWorker()
    worker.start()
    await reading.reached
    await reportDispute(world, opened)
    const handling = pauses.at('listRefunds')
    reading.go()
    await vi.waitFor(async () => expect((await row(opened)).captured_at).not.toBeNull(), PATIENCE)
    const due = { hold_reason: 'staff', late_events_pending: true, is_due: true }
    expect(await row(opened)).toMatchObject({ state, ...due })
    handling.go()
    await vi.waitFor(async () => expect((await row(opened)).late_events_pending).toBe(false), PATIENCE)
    await worker.stop()
    await world.arrange(opened, { charge_amount: shifted('charge_amount', -shift) })
  })

  it('handles an event that arrived while its charge was read, before a case stops it', async () => {
    const stopped = await startEngineWorld({
      worker: false,
      webhooks: false,
      between: ({ cards, payouts }) => ({ cards: pauses.wrap(cards), payouts }),
      screening: () => ({ check: async () => ({ verdict: 'stopped', people: null }) }),
    })
    const sender = await stopped.sender()
    const opened = await sender.open()
    await stopped.pay(opened)
    const reading = pauses.at('readPayment')
    const stepping = sender.call('POST', '/complete', { id: opened.id })
    await reading.reached
    await reportDispute(stopped, opened)
    const handling = pauses.at('listFraudWarnings')
    reading.go()
    await handling.reached
    handling.go()
    await stepping
    expect(await row(opened, stopped)).toMatchObject({
      state: 'paid',
      late_events_pending: false,
      is_due: true,
    })
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await row(opened, stopped)).toMatchObject({ state: 'paid', hold_reason: 'screening' })
    await stopped.close()
  })

  it('runs its next step immediately when it is woken during a step', async () => {
    const sender = await world.sender()
    // The carrier completes this pay-out after a minute.
    const opened = await sender.open({ phone: recipient('0002') })
    await captureInState(world, opened, 'paying_out')
    await recordRequest(world, opened, 'accepted')
    await expireLease(world, opened)
    // After 50 attempts the next step is five minutes away.
    await world.arrange(opened, { attempts: 50 })
    const asking = pauses.at('status')
    const stepping = sender.call('POST', '/complete', { id: opened.id })
    await asking.reached
    await world.transfers.staffActions.cancel(await world.referenceOf(opened), ACTION)
    asking.go()
    await stepping
    expect(await row(opened)).toMatchObject({ state: 'paying_out', lease_token: null, is_due: true })
  })
})

describe('a process that lost its lease', () => {
  it('while it listed refunds requests none', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0005') })
    await world.pay(opened)
    const looking = pauses.at('listRefunds')
    const stepping = sender.call('POST', '/complete', { id: opened.id })
    await looking.reached
    await world.transfers.staffActions.hold(await world.referenceOf(opened), ACTION)
    looking.go()
    await stepping
    const { payments } = await world.books()
    expect(payments.find(({ id }) => id === opened.id)).toMatchObject({ captured: 5_000, refunded: 0 })
    const { id } = await row(opened)
    const asked = world.database.owner.selectFrom('refund_attempts').where('transfer_id', '=', id)
    expect(await asked.selectAll().execute()).toEqual([])
  })

  it('while it opened a payment does not reopen the transfer that was closed meanwhile', async () => {
    const sender = await world.sender()
    const body = await sender.draft()
    const opening = pauses.at('createPayment')
    const slow = sender.create(body, 'key-1')
    await opening.reached
    await sql`update transfers set quote_expires_at = now(), lease_until = now() - interval '1 second'
      where user_id = ${sender.userId}`.execute(world.database.owner)
    const again = await sender.create(body, 'key-1')
    opening.go()
    expect([again.status, (await slow).status]).toEqual([200, 500])
    const transfers = world.database.owner
      .selectFrom('transfers')
      .select(['state', 'payment_intent_id'])
      .where('user_id', '=', sender.userId)
    expect(await transfers.orderBy('id').execute()).toEqual([
      { state: 'cancelled', payment_intent_id: null },
      { state: 'awaiting_payment', payment_intent_id: again.body.id },
    ])
  })
})
