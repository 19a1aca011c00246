import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { NEW_ID, NOW, ago, fromNow } from '../../../testing/transfer-changes.ts'

let world: EngineWorld
/** A provider call during which the calling process sleeps. */
type Pause = 'readPayment' | 'status' | 'listRefunds' | 'refund'
/** Actions of other processes while the next such call waits for its answer. */
let meanwhile: { readonly call: Pause; act(): Promise<void> } | undefined

async function pauseAt(call: Pause): Promise<void> {
  if (meanwhile?.call !== call) return
  const { act } = meanwhile
  meanwhile = undefined
  await act()
}

beforeAll(async () => {
  world = await startEngineWorld({
    webhooks: false,
    worker: false,
    between: ({ cards, payouts }) => ({
      cards: {
        ...cards,
        readPayment: (id) => pauseAt('readPayment').then(() => cards.readPayment(id)),
        listRefunds: (id) => pauseAt('listRefunds').then(() => cards.listRefunds(id)),
        refund: (request) => pauseAt('refund').then(() => cards.refund(request)),
      },
      payouts: {
        ...payouts,
        status: (reference) => pauseAt('status').then(() => payouts.status(reference)),
      },
    }),
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBe(8))

/** Expires the lease, as if its process had been paused for a long time. */
const expireNow = (opened: Opened) => world.arrange(opened, { lease_until: ago('1 second') })

async function refundsAsked(opened: Opened): Promise<number> {
  const { rows } = await sql`select from refund_attempts where transfer_id =
    (select id from transfers where payment_intent_id = ${opened.id})`.execute(world.database.owner)
  return rows.length
}

async function refundsMade(opened: Opened): Promise<number> {
  const list = await fetch(`${world.sandboxUrl}/v1/refunds?payment_intent=${opened.id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await list.json()) as { data: unknown[] }).data.length
}

/** Pays for a transfer whose pay-out will fail. `go` advances it up to its refund. */
async function aboutToRefund(): Promise<{ opened: Opened; go(): Promise<unknown> }> {
  const sender = await world.sender()
  const opened = await sender.open({ phone: recipient('0005') })
  await world.pay(opened)
  const go = () => sender.call('POST', '/complete', { id: opened.id })
  return { opened, go }
}

describe('a step', () => {
  it('keeps its transfer while it is slow, although the lease is short', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    const leaseUntil = async () => {
      const read = world.database.owner.selectFrom('transfers').select('lease_until')
      const { lease_until: until } = await read
        .where('payment_intent_id', '=', opened.id)
        .executeTakeFirstOrThrow()
      return until?.getTime() ?? 0
    }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    meanwhile = {
      call: 'readPayment',
      async act() {
        await world.arrange(opened, { lease_until: fromNow('4 seconds') })
        const before = await leaseUntil()
        await vi.advanceTimersByTimeAsync(3_000)
        vi.useRealTimers()
        await vi.waitFor(async () => expect(await leaseUntil()).toBeGreaterThan(before), PATIENCE)
      },
    }
    expect((await sender.call('POST', '/complete', { id: opened.id })).body).toMatchObject({ status: 'sent' })
    expect(meanwhile).toBeUndefined()
  })

  it('that pauses during a refund writes nothing once another process has taken over', async () => {
    const { opened, go } = await aboutToRefund()
    meanwhile = {
      call: 'refund',
      async act() {
        expect(await refundsAsked(opened)).toBe(1)
        await expireNow(opened)
        await go()
        await world.reaches(opened, 'refunded')
      },
    }
    await go()
    expect(meanwhile).toBeUndefined()
    expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
    expect(await refundsMade(opened)).toBe(1)
  })

  it.each([
    ['a charge', 'readPayment', '1234', ['capture', 'paid_out']],
    ['a pay-out', 'status', '1234', ['capture', 'paid_out']],
    ['a refund', 'listRefunds', '0005', ['capture', 'refund']],
  ] as const)(
    'that pauses during %s books nothing, and reports no error, once another process has booked it',
    async (_, call, ending, booked) => {
      const sender = await world.sender()
      const opened = await sender.open({ phone: recipient(ending) })
      await world.pay(opened)
      const go = () => sender.call('POST', '/complete', { id: opened.id })
      let afterTakeover: unknown
      meanwhile = {
        call,
        async act() {
          await expireNow(opened)
          await go()
          afterTakeover = await world.state(opened)
        },
      }
      await go()
      expect(afterTakeover).toEqual({
        state: booked[1] === 'refund' ? 'refunded' : 'sent',
        hold_reason: null,
      })
      expect(await world.kinds(opened)).toEqual(booked)
      expect(world.errors).toEqual([])
    },
  )

  it('writes nothing when staff put the transfer on hold during its pay-out, and the money is sent once', async () => {
    const sender = await world.sender()
    // The carrier answers this number after a second.
    const opened = await sender.open({ phone: recipient('0003') })
    await world.pay(opened)
    const stepping = sender.call('POST', '/complete', { id: opened.id })
    await world.reaches(opened, 'paying_out')
    const reference = await world.referenceOf(opened)
    const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
    await world.transfers.staffActions.hold(reference, action)
    expect((await stepping).body).toMatchObject({ status: 'held' })
    expect(await world.state(opened)).toEqual({ state: 'paying_out', hold_reason: 'staff' })
    await world.transfers.staffActions.release(reference, action)
    expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({
      status: 'sent',
    })
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    const { payout_reference } = await world.database.owner
      .selectFrom('transfers')
      .select('payout_reference')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    const { payouts } = await world.books()
    expect(payouts.filter((payout) => payout.reference === payout_reference)).toMatchObject([
      { status: 'completed', attempts: 1 },
    ])
  })

  it('without an answer to its refund finds it 25 hours later, when the provider has forgotten the key', async () => {
    const { opened, go } = await aboutToRefund()
    await world.fault('card', 'slow', 2, 1)
    await world.fault('card', 'time_out_after', 1)
    await go()
    expect(await world.state(opened)).toMatchObject({ state: 'refunding' })
    expect([await refundsAsked(opened), await refundsMade(opened)]).toEqual([1, 1])
    await world.withClockAhead(25 * 3_600_000, async () => {
      await go()
      await world.reaches(opened, 'refunded')
    })
    expect([await refundsAsked(opened), await refundsMade(opened)]).toEqual([1, 1])
  })

  // Last, since the worker runs from here on.
  it('is taken over at the end of its lease, and no sooner, when its process is killed', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    // The lease left by a process that dies right after claiming.
    await world.arrange(opened, {
      lease_token: NEW_ID,
      lease_until: fromNow('1 second'),
      next_step_at: NOW,
    })
    const read = world.database.owner.selectFrom('transfers').where('payment_intent_id', '=', opened.id)
    const { id, lease_until: until } = await read.select(['id', 'lease_until']).executeTakeFirstOrThrow()
    world.worker.start()
    await world.reaches(opened, 'sent')
    const { rows } = await sql<{ at: Date }>`
      select min(at) as at from transfer_events where to_state = 'paid' and transfer_id = ${id}`.execute(
      world.database.owner,
    )
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(until?.getTime() ?? Infinity)
  })
})
