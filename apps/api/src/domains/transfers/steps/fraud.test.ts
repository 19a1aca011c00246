import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { sendCardEvent } from '../../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { LEASED_ELSEWHERE, NO_LEASE, NOW } from '../../../testing/transfer-changes.ts'
import { listAccountHolds } from '../../risk/index.ts'

const WARNED_CARD = '4000000000005423'
const REVIEWED_CARD = '4000000000009235'
const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

/**
 * Actions between reading a payment and recording its charge, by payment; each runs once. Other payments may be read
 * meanwhile.
 */
const betweenReadAndRecord = new Map<string, () => Promise<void>>()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    between: ({ cards, payouts }) => ({
      payouts,
      cards: {
        ...cards,
        async readPayment(id) {
          const read = await cards.readPayment(id)
          const act = betweenReadAndRecord.get(id)
          if (act !== undefined && read.ok && read.value.status === 'succeeded') {
            betweenReadAndRecord.delete(id)
            await act()
          }
          return read
        },
      },
    }),
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(10))

const report = async (opened: Opened, news: string, closed_reason?: string) => {
  const response = await fetch(`${world.sandboxUrl}/sandbox/fraud`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: opened.id, news, ...(closed_reason && { closed_reason }) }),
  })
  expect(response.status).toBe(201)
}
const holdsOf = async ({ userId }: Sender) =>
  (await listAccountHolds(world.database.owner, userId)).map(({ cause, liftedAt }) =>
    liftedAt === null ? cause : `${cause} lifted`,
  )
const untilHolds = (sender: Sender, holds: readonly string[]) =>
  vi.waitFor(async () => expect(await holdsOf(sender)).toEqual(holds), PATIENCE)
const payouts = async (opened: Opened) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_attempts a join transfers t on t.id = a.transfer_id
    where t.payment_intent_id = ${opened.id}`.execute(world.database.owner)
  return rows[0]?.count
}
const refusal = async (sender: Sender) => (await sender.create(await sender.draft())).code

/** Pays, and makes the card provider warn of fraud after the payment was read and before its charge is recorded. */
async function payWarned(opened: Opened): Promise<void> {
  betweenReadAndRecord.set(opened.id, async () => {
    await report(opened, 'early_fraud_warning')
    // Sent here as well, since the sandbox's own event may arrive later.
    const object = { object: 'radar.early_fraud_warning', payment_intent: opened.id }
    await sendCardEvent(world.base, { type: 'radar.early_fraud_warning.created', object })
  })
  await world.pay(opened)
}

describe('a fraud warning before the pay-out', () => {
  it('that arrives after the payment was read still stops the pay-out and the account', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    expect(await payouts(opened)).toBe(0)
    expect(await holdsOf(sender)).toEqual(['fraud_warning'])
    expect(await refusal(sender)).toBe('account_on_hold')
  })

  it('ends in a refund that staff request', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await world.transfers.staffActions.refund(await world.referenceOf(opened), ACTION)
    await world.expectState(opened, 'refunded', null)
    expect(await payouts(opened)).toBe(0)
    expect(await refusal(sender)).toBe('account_on_hold')
  })

  it('ends in a refund once compliance, which cannot request one by hand, cancels and releases it', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    const reference = await world.referenceOf(opened)
    await world.transfers.staffActions.cancel(reference, ACTION)
    await world.transfers.staffActions.release(reference, ACTION)
    await world.expectState(opened, 'refunded', null)
    expect(await payouts(opened)).toBe(0)
  })

  it('is overruled by a release, and the account stays on hold', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await world.transfers.staffActions.release(await world.referenceOf(opened), ACTION)
    await world.expectState(opened, 'sent', null)
    expect(await refusal(sender)).toBe('account_on_hold')
  })
})

describe('a release while the account stays on hold', () => {
  it('pays out, although provider events are still pending', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await world.arrange(opened, { late_events_pending: true, next_step_at: null })
    await world.transfers.staffActions.release(await world.referenceOf(opened), ACTION)
    await world.expectState(opened, 'sent', null)
    expect(await holdsOf(sender)).toEqual(['fraud_warning'])
  })

  it('does not overrule a later hold', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await payWarned(opened)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    const { staffActions } = world.transfers
    await world.arrange(opened, LEASED_ELSEWHERE)
    await staffActions.release(await world.referenceOf(opened), ACTION)
    await world.arrange(opened, { ...LEASED_ELSEWHERE, late_events_pending: true })
    await staffActions.holdAccount(sender.userId, ACTION)
    await world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })
    await world.expectState(opened, 'paid', 'fraud_suspected')
    expect(await payouts(opened)).toBe(0)
  })
})

describe('a review', () => {
  it('stops the pay-out even if its event is lost, and its approval resumes it', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened, REVIEWED_CARD)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    expect(await holdsOf(sender)).toEqual(['review'])
    await report(opened, 'review_closed')
    await world.expectState(opened, 'sent', null)
    expect(await holdsOf(sender)).toEqual(['review lifted'])
    expect(await refusal(sender)).toBeUndefined()
  })

  it('closed for another reason lifts nothing', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened, REVIEWED_CARD)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await report(opened, 'review_closed', 'refunded_as_fraud')
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select 1 from provider_events e join transfers t on t.payment_intent_id = e.subject
        where e.subject = ${opened.id} and e.type = 'review.closed' and t.next_step_at is null
          and not t.late_events_pending`.execute(world.database.owner)
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    expect(await world.state(opened)).toEqual({ state: 'paid', hold_reason: 'fraud_suspected' })
    expect(await holdsOf(sender)).toEqual(['review'])
  })
})

describe('news about money that has left', () => {
  it('puts the account on hold and does not change the transfer', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.withClockAhead(60_000, () => world.pay(opened, WARNED_CARD))
    await world.expectState(opened, 'sent', null)
    await world.withClockAhead(65_000, () => untilHolds(sender, ['fraud_warning']))
    expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: null })
    expect(await refusal(sender)).toBe('account_on_hold')
    expect(await world.metrics()).toMatch(/^sesa_account_holds [1-9]/m)
  })

  it('puts the account on hold while the carrier has not answered yet', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0002') })
    await world.pay(opened)
    await world.reaches(opened, 'paying_out')
    await report(opened, 'early_fraud_warning')
    await untilHolds(sender, ['fraud_warning'])
    expect(await world.state(opened)).toEqual({ state: 'paying_out', hold_reason: null })
  })

  it('a dispute puts the account on hold until it is won', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.payDisputedWhenSent(opened)
    expect(await holdsOf(sender)).toEqual(['dispute'])
    const list = await fetch(`${world.sandboxUrl}/v1/disputes?payment_intent=${opened.id}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    const [dispute] = ((await list.json()) as { data: { id: string }[] }).data
    await fetch(`${world.sandboxUrl}/v1/disputes/${dispute?.id ?? ''}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_sandbox',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'evidence[uncategorized_text]=winning_evidence',
    })
    await world.expectState(opened, 'sent', null)
    expect(await holdsOf(sender)).toEqual(['dispute lifted'])
  })
})

describe('a hold on the account', () => {
  it('by staff refuses new payments, closes open ones, and ends with their action', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.transfers.staffActions.holdAccount(sender.userId, ACTION)
    await world.expectState(opened, 'cancelled', null)
    const refused = await sender.create(await sender.draft())
    expect([refused.status, refused.code]).toEqual([403, 'account_on_hold'])
    expect(JSON.stringify(refused.body)).toContain('Contact support.')
    await expect(world.transfers.staffActions.holdAccount(sender.userId, ACTION)).rejects.toThrow('already')
    expect(await world.transfers.staffActions.liftAccountHolds(sender.userId, ACTION)).toBe(1)
    await expect(world.transfers.staffActions.liftAccountHolds(sender.userId, ACTION)).rejects.toThrow(
      'not on hold',
    )
    expect(await refusal(sender)).toBeUndefined()
    const { rows } = await sql`select action, staff, reason from staff_actions
      where subject = ${sender.userId} order by at`.execute(world.database.owner)
    expect(rows).toEqual([
      { action: 'hold_account', staff: ACTION.staff, reason: ACTION.reason },
      { action: 'lift_account_hold', staff: ACTION.staff, reason: ACTION.reason },
    ])
  })

  it('lifted by staff allows the transfers stopped only by it to continue', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.pay(opened, REVIEWED_CARD)
    await world.expectState(opened, 'paid', 'fraud_suspected')
    await world.transfers.staffActions.liftAccountHolds(sender.userId, ACTION)
    await world.expectState(opened, 'sent', null)
    expect(await holdsOf(sender)).toEqual(['review lifted'])
  })

  it('stops the sender’s other transfers that have not left', async () => {
    const sender = await world.sender()
    const first = await sender.open()
    await world.pay(first)
    await world.expectState(first, 'sent', null)
    const second = await sender.open()
    betweenReadAndRecord.set(second.id, async () => {
      await world.transfers.staffActions.holdAccount(sender.userId, ACTION)
      // The second transfer was still unpaid: its charge would be refunded, so undo that and leave the check.
      await world.arrange(second, { cancel_reason: null, late_events_pending: true })
    })
    await world.pay(second)
    await world.expectState(second, 'paid', 'fraud_suspected')
    expect(await payouts(second)).toBe(0)
  })
})
