// Slow: requests that time out.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkBooks, closeAndVerify } from '../../../testing/books.ts'
import { captureInState, listDisputes, expireLease, recordRequest } from '../../../testing/transfer-states.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'
import { LEASED_ELSEWHERE, NOW, NO_LEASE, ago } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(10))

describe('a failing provider', () => {
  it.each(['time_out_before', 'time_out_after', 'error_500'])(
    'does not prevent or double the pay-out (%s)',
    async (mode) => {
      const sender = await world.sender()
      const opened = await sender.open()
      await world.fault('payout', mode)
      await world.pay(opened)
      await world.reaches(opened, 'sent')
      expect(await world.kinds(opened)).toEqual(['capture', 'paid_out'])
    },
  )

  it.each(['time_out_before', 'time_out_after', 'error_500'])(
    'does not prevent or double the refund (%s)',
    async (mode) => {
      const sender = await world.sender()
      const opened = await sender.open()
      await captureInState(world, opened, 'refunding')
      // The first call lists refunds; the second, which requests one, gets the fault.
      await world.fault('card', 'slow', 1, 1)
      await world.fault('card', mode)
      await expireLease(world, opened)
      await vi.waitFor(async () => {
        await world.makeStepsDue()
        expect(await world.state(opened)).toEqual({ state: 'refunded', hold_reason: null })
      }, PATIENCE)
      expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
      expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
        refunded: 5_000,
      })
    },
  )

  it('that keeps refusing the refund leads to retries and then to a hold', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    // The bank disputes the charge and the webhook is lost, so the provider refuses a refund.
    await world.fault('webhook', 'drop', 1_000)
    await captureInState(world, opened, 'refunding', '4000000000000259')
    await vi.waitFor(async () => expect(await listDisputes(world, opened)).toHaveLength(1), PATIENCE)
    await expireLease(world, opened)
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(opened)).toEqual({ state: 'refund_failed', hold_reason: 'refund_failed' })
    }, PATIENCE)
    expect(await world.kinds(opened)).toEqual(['capture'])
    expect((await sender.transfer(opened.id)).status).toBe('held')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })
})

describe('the expiry of a price', () => {
  it('closes an unpaid payment at the provider', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, { quote_expires_at: ago('1 second'), next_step_at: NOW })
    await world.reaches(opened, 'cancelled')
    expect((await world.pay(opened)).status).toBe(400)
    expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe('quote_expired')
    expect((await sender.call('GET', '/user/transactions')).body).toMatchObject({ transfers: [] })
  })

  it.each([
    ['9 minutes', 'sent', 0],
    ['11 minutes', 'refunded', 5_000],
  ])('turns a capture %s later into %s', async (late, state, refunded) => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, LEASED_ELSEWHERE)
    await world.pay(opened)
    await world.arrange(opened, { quote_expires_at: ago(late) })
    await world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })
    await world.reaches(opened, state)
    expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
      captured: 5_000,
      refunded,
    })
  })
})

describe('a process that dies or pauses', () => {
  it('after recording the pay-out leaves the next process to query first, and the money is paid out once', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await captureInState(world, opened, 'paying_out')
    await recordRequest(world, opened)
    await expireLease(world, opened)
    await world.reaches(opened, 'sent')
    const { rows } = await sql<{ to_state: string }>`select e.to_state from transfer_events e
      join transfers t on t.id = e.transfer_id where t.payment_intent_id = ${opened.id} order by e.id`.execute(
      world.database.owner,
    )
    expect(rows.map(({ to_state }) => to_state)).toEqual([
      'awaiting_payment',
      'paid',
      'paying_out',
      'payout_unknown',
      'paying_out',
      'sent',
    ])
  })

  it('writes nothing when it resumes after another process has taken over', async () => {
    const quiet = await startEngineWorld({ worker: false, webhooks: false })
    try {
      const sender = await quiet.sender()
      // The carrier answers this number after a second.
      const opened = await sender.open({ phone: recipient('0003') })
      await quiet.pay(opened)
      const sleeper = sender.call('POST', '/complete', { id: opened.id })
      await quiet.reaches(opened, 'paying_out')
      await quiet.arrange(opened, LEASED_ELSEWHERE)
      expect((await sleeper).body).toMatchObject({ status: 'processing' })
      expect(await quiet.state(opened)).toEqual({ state: 'paying_out', hold_reason: null })
      expect(await quiet.kinds(opened)).toEqual(['capture'])
      await quiet.arrange(opened, NO_LEASE)
      expect((await sender.call('POST', '/complete', { id: opened.id })).body).toMatchObject({
        status: 'sent',
      })
      expect(await quiet.kinds(opened)).toEqual(['capture', 'paid_out'])
      expect(await checkBooks(quiet.database, await quiet.books())).toBe(1)
      expect(quiet.errors).toEqual([])
    } finally {
      await quiet.close()
    }
  })
})
