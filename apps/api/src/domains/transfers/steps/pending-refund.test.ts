import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { HOLDS, type HoldReason } from '../state/holds.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

/** Sets whether the card provider may debit our bank account for amounts that our balance with it does not cover. */
const debitBank = (debits: boolean) =>
  fetch(`${world.sandboxUrl}/sandbox/stripe/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ debit_negative_balances: debits }),
  })

/** Returns the card provider's refunds of a payment. */
async function refundsOf({ id }: Opened): Promise<{ status: string; pending_reason?: string }[]> {
  const answer = await fetch(`${world.sandboxUrl}/v1/refunds?payment_intent=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await answer.json()) as { data: { status: string; pending_reason?: string }[] }).data
}

/** Pays for a transfer that the carrier cannot deliver, while the balance covers no refund. */
async function refundPending(): Promise<{ sender: Sender; opened: Opened }> {
  await debitBank(false)
  const sender = await world.sender()
  const opened = await sender.open({ phone: recipient('0005') })
  await world.pay(opened)
  await vi.waitFor(async () => expect(await refundsOf(opened)).toHaveLength(1), PATIENCE)
  return { sender, opened }
}

beforeEach(() => debitBank(true))

it('shows the customer that we are refunding until a pending refund succeeds', async () => {
  const { sender, opened } = await refundPending()
  expect(await refundsOf(opened)).toMatchObject([{ status: 'pending', pending_reason: 'insufficient_funds' }])
  await world.makeStepsDue()
  await world.expectState(opened, 'refunding', null)
  const waiting = await sender.transfer(opened.id)
  expect(waiting.status).toBe('failed')
  expect(waiting.timeline.find(({ step }) => step === 'refunding')?.text).toBe(
    'Refunding USD 50.00 to Visa ••••\u00a04242',
  )
  expect(waiting.timeline.find(({ step }) => step === 'refunded')?.at ?? null).toBeNull()
  expect(await world.kinds(opened)).toEqual(['capture'])

  await debitBank(true)
  // The card provider's notification wakes the transfer.
  await world.reaches(opened, 'refunded')
  expect((await sender.transfer(opened.id)).status).toBe('refunded')
  expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
  expect(await refundsOf(opened)).toHaveLength(1)
})

it('puts the transfer on hold for staff after a day, and ends by itself once the refund succeeds', async () => {
  const { sender, opened } = await refundPending()
  await sql`update transfers set state_changed_at = now() - interval '25 hours', next_step_at = now()
    where payment_intent_id = ${opened.id}`.execute(world.database.owner)
  await world.expectState(opened, 'refunding', 'provider_silent')
  expect((await sender.transfer(opened.id)).status).toBe('held')
  await debitBank(true)
  await world.expectState(opened, 'refunded', null)
  expect(await world.kinds(opened)).toEqual(['capture', 'refund'])
})

/** These need staff after the refund too; the others end with it. */
const STAY: readonly HoldReason[] = ['late_payout', 'dispute_lost', 'engine_error', 'staff']

it('books a refund that succeeds while the transfer is on hold for any reason', async () => {
  const reasons = Object.keys(HOLDS) as HoldReason[]
  const held = await Promise.all(
    reasons.map(async (hold_reason) => {
      const { opened } = await refundPending()
      // Between two steps, since a running step would not see the hold.
      await vi.waitFor(async () => {
        const done = await sql`update transfers set hold_reason = ${hold_reason},
          hold_owner = ${HOLDS[hold_reason].owner}, next_step_at = null
          where payment_intent_id = ${opened.id} and lease_token is null`.execute(world.database.owner)
        expect(done.numAffectedRows).toBe(1n)
      }, PATIENCE)
      return { hold_reason, opened }
    }),
  )
  await debitBank(true)
  for (const { hold_reason, opened } of held) {
    await world.expectState(opened, 'refunded', STAY.includes(hold_reason) ? hold_reason : null)
    expect([hold_reason, await world.kinds(opened)]).toEqual([hold_reason, ['capture', 'refund']])
  }
})
