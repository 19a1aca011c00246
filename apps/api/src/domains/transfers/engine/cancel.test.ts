// Slow: a pay-out that pends, with worker, sandbox and PostgreSQL.
import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { LEASED_ELSEWHERE } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({ webhooks: false })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

interface Cancelled {
  transfer: { status: string; cancellable: boolean; notice: string | null; timeline: { step: string }[] }
  outcome: string
}

const cancel = (sender: Sender, opened: Opened) =>
  sender.call<Cancelled>('POST', `/user/transactions/${opened.id}/cancel`)
const payment = async (opened: Opened) => (await world.books()).payments.find(({ id }) => id === opened.id)

describe('cancelling a transfer', () => {
  it('closes an unpaid payment at the provider, and a second request gets the same answer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    for (let time = 0; time < 2; time++) {
      const { status, body } = await cancel(sender, opened)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        outcome: 'cancelled',
        transfer: { status: 'cancelled', cancellable: false },
      })
      expect(body.transfer.notice).toContain('not charged')
    }
    expect((await world.pay(opened)).status).toBe(400)
    expect(await payment(opened)).toMatchObject({ captured: 0 })
  })

  it('refunds the whole charge when the capture came first', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened)
    const { body } = await cancel(sender, opened)
    expect(body).toMatchObject({ outcome: 'refund', transfer: { cancellable: false } })
    await world.reaches(opened, 'refunded')
    expect((await sender.transfer(opened.id)).notice).toContain('You cancelled this transfer')
    expect(await payment(opened)).toMatchObject({ captured: 5_000, refunded: 5_000 })
    expect((await cancel(sender, opened)).body.outcome).toBe('refund')
  })

  it('between payment and pay-out stops the step that would have paid out', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    // A step has read the payment and now writes: its claim does not include the cancellation.
    await world.arrange(opened, LEASED_ELSEWHERE)
    await world.pay(opened)
    await sql`with t as (update transfers set state = 'paid', captured_at = now(), cancel_reason = 'user',
        lease_token = null, lease_until = null, next_step_at = now()
        where payment_intent_id = ${opened.id} returning id),
      h as (insert into transfer_events (transfer_id, from_state, to_state)
        select id, 'awaiting_payment', 'paid' from t),
      e as (insert into ledger_entries (transfer_id, kind) select id, 'capture' from t returning id, transfer_id)
      insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
      select id, transfer_id, 'card_clearing:USD', 'customer:USD', 5000, 'USD' from e`.execute(
      world.database.owner,
    )
    await world.reaches(opened, 'refunded')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })

  it('is refused once the money has arrived or is refunded for another reason', async () => {
    const sender = await world.sender()
    for (const [ending, state] of [
      ['1234', 'sent'],
      ['0001', 'refunded'],
    ] as const) {
      const opened = await sender.open({ phone: recipient(ending) })
      await world.pay(opened)
      await sender.call('POST', '/send-money', { id: opened.id })
      await world.reaches(opened, state)
      expect(await sender.transfer(opened.id)).toMatchObject({ cancellable: false })
      expect((await cancel(sender, opened)).code).toBe('not_cancellable')
    }
  })

  it('has one outcome when twenty requests race the capture', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    const [, ...answers] = await Promise.all([
      world.pay(opened),
      ...Array.from({ length: 20 }, () => cancel(sender, opened)),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(['cancelled', 'refund']).toContain(body.outcome)
    }
    expect(new Set(answers.map(({ body }) => body.outcome)).size).toBe(1)
  })

  it('is carried out later when the card provider does not answer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    // One fault for the worker, which may be first, and one for the call itself.
    await world.fault('card', 'error_500', 2)
    const { status, code } = await cancel(sender, opened)
    expect([status, code]).toEqual([503, 'card_provider_unavailable'])
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(opened)).toMatchObject({ state: 'cancelled' })
    }, PATIENCE)
  })

  it('finds and changes nothing when the transfer belongs to another customer', async () => {
    const [owner, stranger] = [await world.sender(), await world.sender()]
    const opened = await owner.open()
    expect((await cancel(stranger, opened)).code).toBe('not_found')
    expect(await world.state(opened)).toMatchObject({ state: 'awaiting_payment' })
  })

  it('during a pay-out promises a refund only if the money does not arrive', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0002') })
    await world.pay(opened)
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await sender.transfer(opened.id)).toMatchObject({ status: 'processing', cancellable: true })
    const { body } = await cancel(sender, opened)
    expect(body).toMatchObject({
      outcome: 'refund_if_not_delivered',
      transfer: { status: 'processing', cancellable: false },
    })
    expect(body.transfer.notice).toContain('already on its way')
    expect((await cancel(sender, opened)).body.outcome).toBe('refund_if_not_delivered')
    await world.withClockAhead(61_000, async () => {
      await world.makeStepsDue()
      await world.reaches(opened, 'sent')
    })
    const after = await cancel(sender, opened)
    expect([after.status, after.code]).toEqual([409, 'not_cancellable'])
    expect((await sender.transfer(opened.id)).notice).toContain('was already on its way and has arrived')
  })
})
