import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { closeUnpaidTransfer, listDisputes } from '../../../testing/transfer-states.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { HOLDS, type HoldReason } from './holds.ts'
import type { StaffActions } from '../staff/actions.ts'
import { ago, shifted } from '../../../testing/transfer-changes.ts'
import { Refused } from '../../../lib/refused.ts'

let world: EngineWorld
let staffActions: StaffActions
const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

beforeAll(async () => {
  world = await startEngineWorld()
  staffActions = world.transfers.staffActions
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

async function history(opened: Opened): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', e.kind, e.staff, e.detail) as line from transfer_events e
    join transfers t on t.id = e.transfer_id where t.payment_intent_id = ${opened.id} and e.kind <> 'moved'
    order by e.id`.execute(world.database.owner)
  return rows.map(({ line }) => line)
}

const payment = async (opened: Opened) => (await world.books()).payments.find(({ id }) => id === opened.id)

/** Reads the customer's text for a step of the timeline. */
async function textAt(sender: Sender, opened: Opened, step: string): Promise<string | undefined> {
  const { timeline } = await sender.transfer(opened.id)
  return timeline.find((entry) => entry.step === step)?.text
}

/** Decides the newest dispute like the bank. */
async function decide(opened: Opened, evidence: string): Promise<void> {
  const [newest] = await listDisputes(world, opened)
  await fetch(`${world.sandboxUrl}/v1/disputes/${newest?.id ?? ''}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ 'evidence[uncategorized_text]': evidence }),
  })
}

describe('a hold', () => {
  it('has exactly one runbook page for each reason', async () => {
    const pages = await readdir(new URL('../../../../../../docs/runbooks/holds/', import.meta.url))
    expect(pages.toSorted()).toEqual(
      Object.keys(HOLDS)
        .map((reason) => `${reason.replaceAll('_', '-')}.md`)
        .toSorted(),
    )
  })

  it('set by staff stops the transfer without giving the customer the reason, until it is released', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0002') })
    const reference = await world.referenceOf(opened)
    await staffActions.hold(reference, action)
    await world.pay(opened)
    await world.expectState(opened, 'paid', 'staff')
    const listed = await sender.call('GET', '/user/transactions?status=held')
    expect(JSON.stringify(listed.body)).toContain(opened.id)
    expect(JSON.stringify(listed.body)).not.toContain('by hand')
    await expect(staffActions.hold(reference, action)).rejects.toThrow(Refused)
    await staffActions.release(reference, action)
    await world.expectState(opened, 'paying_out', null)
    const { timeline } = await sender.transfer(opened.id)
    // The timeline no longer mentions a review.
    expect(timeline.map(({ step }) => step)).toEqual(['created', 'paid', 'paying_out', 'sent'])
    expect(await history(opened)).toEqual([
      'held Ama Boateng Looked at by hand',
      'released Ama Boateng Looked at by hand',
    ])
    await expect(staffActions.release(reference, action)).rejects.toThrow('isn’t on hold')
    await expect(staffActions.hold('S-NOTTHERE', action)).rejects.toThrow('no transfer')
  })

  it('for an empty float ends in a pay-out under the same reference', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, {
      hold_reason: 'payout_float_empty',
      hold_owner: 'treasury',
      next_step_at: null,
    })
    await expect(staffActions.refund(await world.referenceOf(opened), action)).rejects.toThrow(
      'can’t be refunded',
    )
    await staffActions.release(await world.referenceOf(opened), action)
    await world.pay(opened)
    await world.expectState(opened, 'sent', null)
  })

  it('for a charge that differs from the quote ends when staff refund the charge', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, { charge_amount: shifted('charge_amount', 1) })
    await world.pay(opened)
    await world.expectState(opened, 'awaiting_payment', 'payment_mismatch')
    const reference = await world.referenceOf(opened)
    await expect(staffActions.release(reference, action)).rejects.toThrow('Refund it')
    await staffActions.refund(reference, action)
    await world.expectState(opened, 'refunded', null)
    await world.arrange(opened, { charge_amount: shifted('charge_amount', -1) })
    expect(await payment(opened)).toMatchObject({ captured: 5_000, refunded: 5_000 })
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  })
})

/** Holds that an unpaid transfer can have. */
const BEFORE_CHARGE: readonly HoldReason[] = ['staff', 'provider_silent', 'engine_error']

describe('a charge that arrives while its unpaid transfer is on hold', () => {
  it.each(BEFORE_CHARGE)('is booked at once, and %s stays', async (hold_reason) => {
    const sender = await world.sender()
    const opened = await sender.open()
    const { owner: hold_owner } = HOLDS[hold_reason]
    await world.arrange(opened, { hold_reason, hold_owner, next_step_at: null })
    await world.pay(opened)
    await world.expectState(opened, 'paid', hold_reason)
    expect(await world.kinds(opened)).toEqual(['capture'])
    expect((await sender.transfer(opened.id)).status).toBe('held')
    await staffActions.release(await world.referenceOf(opened), action)
    await world.expectState(opened, 'sent', null)
  })

  it('is booked without the card provider’s event', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.fault('webhook', 'drop', 5)
    await world.pay(opened)
    await staffActions.hold(await world.referenceOf(opened), action)
    await world.expectState(opened, 'paid', 'staff')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
    await staffActions.refund(await world.referenceOf(opened), action)
    await world.expectState(opened, 'refunded', null)
  })

  it('is queried for a day, and booked when the card provider reports it later', async () => {
    const opened = await (await world.sender()).open()
    await staffActions.hold(await world.referenceOf(opened), action)
    await world.arrange(opened, { state_changed_at: ago('25 hours') })
    const isAsked = sql<{ asked: boolean }>`select next_step_at is not null as asked from transfers
      where payment_intent_id = ${opened.id}`
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await isAsked.execute(world.database.owner)).rows).toEqual([{ asked: false }])
    }, PATIENCE)
    await world.pay(opened)
    await world.expectState(opened, 'paid', 'staff')
  })

  it('is refunded when the hold ends, if it was too late for its price', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await staffActions.hold(await world.referenceOf(opened), action)
    await world.arrange(opened, { quote_expires_at: ago('1 hour') })
    await world.pay(opened)
    await world.expectState(opened, 'paid', 'staff')
    await staffActions.release(await world.referenceOf(opened), action)
    await world.expectState(opened, 'refunded', null)
    expect((await sender.transfer(opened.id)).notice).toContain('after the price expired')
  })

  it('that differs from the quote gets a hold for that as well', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await staffActions.hold(await world.referenceOf(opened), action)
    await world.arrange(opened, { charge_amount: shifted('charge_amount', 1) })
    await world.pay(opened)
    await vi.waitFor(async () => expect(await world.kinds(opened)).toEqual(['capture']), PATIENCE)
    await world.expectState(opened, 'awaiting_payment', 'staff')
    await staffActions.release(await world.referenceOf(opened), action)
    await world.expectState(opened, 'awaiting_payment', 'payment_mismatch')
    await staffActions.refund(await world.referenceOf(opened), action)
    await world.expectState(opened, 'refunded', null)
    await world.arrange(opened, { charge_amount: shifted('charge_amount', -1) })
  })
})

describe('a late event', () => {
  it('books a charge on a closed payment as owed, and puts it on hold until staff refund it', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await closeUnpaidTransfer(world, opened)
    await world.pay(opened)
    await world.expectState(opened, 'cancelled', 'late_capture')
    expect(await world.kinds(opened)).toEqual(['capture'])
    const { body } = await sender.call<{ transfers: unknown[] }>('GET', '/user/transactions')
    expect(body.transfers).toMatchObject([{ status: 'held' }])
    expect(await textAt(sender, opened, 'cancelled')).toBe('Your card was charged anyway.')
    // Earlier the page said that the card was not charged.
    expect((await sender.transfer(opened.id)).notice).toMatch(
      /^Your card was charged anyway\. We’re reviewing/,
    )
    await expect(staffActions.release(await world.referenceOf(opened), action)).rejects.toThrow('Refund it')
    await staffActions.refund(await world.referenceOf(opened), action)
    await world.expectState(opened, 'cancelled', null)
    expect(await payment(opened)).toMatchObject({ captured: 5_000, refunded: 5_000 })
    expect(await textAt(sender, opened, 'cancelled')).toContain('charged anyway, so we refunded USD 50.00')
    expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
    // The check of the books expects no refund of a cancelled payment.
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('promises a refund for a charge after the cancellation, before and after the refund', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    const cancel = () => sender.call('POST', `/user/transactions/${opened.id}/cancel`)
    await closeUnpaidTransfer(world, opened)
    await world.pay(opened)
    await world.expectState(opened, 'cancelled', 'late_capture')
    expect(await cancel()).toMatchObject({ status: 200, body: { outcome: 'refund' } })
    await staffActions.refund(await world.referenceOf(opened), action)
    await world.expectState(opened, 'cancelled', null)
    expect(await cancel()).toMatchObject({ status: 200, body: { outcome: 'refund' } })
    // The check of the books expects no refund of a cancelled payment.
    await world.arrange(opened, { payment_intent_id: null })
  })

  it('books a won dispute and lifts the hold', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.payDisputedWhenSent(opened)
    await decide(opened, 'winning_evidence')
    await world.expectState(opened, 'sent', null)
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute', 'dispute_won'])
  })

  it('books a lost dispute as a loss, on hold until staff release it', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.payDisputedWhenSent(opened)
    await decide(opened, 'losing_evidence')
    await world.expectState(opened, 'sent', 'dispute_lost')
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute', 'dispute_lost'])
    await staffActions.release(await world.referenceOf(opened), action)
    await world.expectState(opened, 'sent', null)
  })

  it('books a refund that is returned twice as owed each time', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0005') })
    await world.pay(opened, '4000000000005126')
    await world.expectState(opened, 'refunded', 'refund_returned')
    await staffActions.refund(await world.referenceOf(opened), action)
    const twice = ['capture', 'refund', 'refund_returned', 'refund', 'refund_returned']
    await vi.waitFor(async () => expect(await world.kinds(opened)).toEqual(twice), PATIENCE)
    await world.expectState(opened, 'refunded', 'refund_returned')
  })
})
