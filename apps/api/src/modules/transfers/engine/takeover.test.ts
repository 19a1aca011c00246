import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { PATIENCE, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { NEW_ID, NOW, ago, fromNow } from '../../../testing/transfer-changes.ts'

let world: EngineWorld
/** A provider call during which the process that makes it sleeps. */
type Pause = 'readPayment' | 'status' | 'listRefunds'
/** What other processes do while the next such call waits for its answer. */
let meanwhile: { readonly call: Pause; act(): Promise<void> } | undefined

async function pauseAt(call: Pause): Promise<void> {
  if (meanwhile?.call !== call) return
  const { act } = meanwhile
  meanwhile = undefined
  await act()
}

beforeEach(async () => {
  meanwhile = undefined
  world = await startEngineWorld({
    webhooks: false,
    worker: false,
    between: ({ cards, payouts }) => ({
      cards: {
        ...cards,
        readPayment: (id) => pauseAt('readPayment').then(() => cards.readPayment(id)),
        listRefunds: (id) => pauseAt('listRefunds').then(() => cards.listRefunds(id)),
      },
      payouts: {
        ...payouts,
        status: (reference) => pauseAt('status').then(() => payouts.status(reference)),
      },
    }),
  })
})
afterEach(async () => expect(await closeAndVerify(world)).toBe(1))

/** Expires the lease, as if the process that has it had been paused for long. */
const expireNow = (opened: Opened) => world.arrange(opened, { lease_until: ago('1 second') })

const refundsAsked = async (): Promise<number> =>
  Number(
    (
      await sql<{ count: bigint }>`select count(*) as count from refund_attempts`.execute(
        world.database.owner,
      )
    ).rows[0]?.count,
  )

async function refundsMade(opened: Opened): Promise<number> {
  const list = await fetch(`${world.sandboxUrl}/v1/refunds?payment_intent=${opened.id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await list.json()) as { data: unknown[] }).data.length
}

/** Pays for a transfer whose pay-out will fail. `go` runs it up to its refund. */
async function aboutToRefund(): Promise<{ opened: Opened; go(): Promise<unknown> }> {
  const sender = await world.sender()
  const opened = await sender.open({ phone: recipient('0005') })
  await world.pay(opened)
  const go = () => sender.call('POST', '/complete', { id: opened.id })
  return { opened, go }
}

describe('a step', { timeout: 180_000 }, () => {
  it('keeps its transfer while it is slow, although the lease is short', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    let left = 0
    meanwhile = {
      call: 'readPayment',
      async act() {
        await world.arrange(opened, { lease_until: fromNow('4 seconds') })
        await sleep(3_300)
        const { rows } = await sql<{
          left: number
        }>`select extract(epoch from lease_until - now())::float8 as left
          from transfers where payment_intent_id = ${opened.id}`.execute(world.database.owner)
        left = rows[0]?.left ?? 0
      },
    }
    expect((await sender.call('POST', '/complete', { id: opened.id })).body).toMatchObject({ status: 'sent' })
    expect(left).toBeGreaterThan(5)
  })

  it('is taken over within 15 seconds of database time when its process is killed', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    // The lease that a process leaves behind when it dies right after claiming.
    await world.arrange(opened, {
      lease_token: NEW_ID,
      lease_until: fromNow('10 seconds'),
      next_step_at: NOW,
    })
    const since = await sql<{ at: Date }>`select now() as at`.execute(world.database.owner)
    world.worker.start()
    await vi.waitFor(async () => expect(await world.state(opened)).toMatchObject({ state: 'sent' }), {
      timeout: 120_000,
      interval: 200,
    })
    const { rows } = await sql<{ took: number }>`
      select extract(epoch from min(at) - ${since.rows[0]?.at})::float8 as took
      from transfer_events where to_state = 'paid'`.execute(world.database.owner)
    expect(rows[0]?.took).toBeLessThanOrEqual(15)
  })

  it('that pauses during a refund writes nothing once another process has taken over', async () => {
    const { opened, go } = await aboutToRefund()
    // Two quick calls read the payment and its refunds; the refund request itself is slow.
    await world.fault('card', 'slow', 2, 1)
    await world.fault('card', 'slow', 1, 2_000)
    const sleeper = go()
    await vi.waitFor(async () => expect(await refundsAsked()).toBe(1), PATIENCE)
    await expireNow(opened)
    await go()
    await world.reaches(opened, 'refunded')
    await sleeper
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

  it('writes nothing when staff hold the transfer during its pay-out, and the money is sent once', async () => {
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
    expect(await world.state(opened)).toEqual({ state: 'paying_out', hold_reason: 'operator' })
    await world.transfers.staffActions.release(reference, action)
    expect((await sender.call('POST', '/send-money', { id: opened.id })).body).toMatchObject({
      status: 'sent',
    })
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    expect((await world.books()).payouts).toMatchObject([{ status: 'completed', attempts: 1 }])
  })

  it('without an answer to its refund looks for it 25 hours later, when the provider has forgotten the key', async () => {
    const { opened, go } = await aboutToRefund()
    await world.fault('card', 'slow', 2, 1)
    await world.fault('card', 'time_out_after', 1)
    await go()
    expect(await world.state(opened)).toMatchObject({ state: 'refunding' })
    expect([await refundsAsked(), await refundsMade(opened)]).toEqual([1, 1])
    await world.withClockAhead(25 * 3_600_000, async () => {
      await go()
      await world.reaches(opened, 'refunded')
    })
    expect([await refundsAsked(), await refundsMade(opened)]).toEqual([1, 1])
  })
})
