import { isCurrencyCode, money } from '@sesa/money'
import { commit, type Tx } from '../../db/index.ts'
import { foreign } from '../../lib/points.ts'
import { post, type Entry } from '../ledger/index.ts'
import { capture, dispute, disputeLost, disputeWon, latePayout, refundReturned } from './booking.ts'
import type { HoldReason } from './holds.ts'
import { hold, lift, record } from './moves.ts'
import { beyondBooks, positionOf, type Position } from './position.ts'
import type { CardDispute, CardPayment, CardRefund, PayoutStatus } from './ports.ts'
import { wait, type Next, type StepDeps } from './step.ts'
import { paymentOf } from './step-refund.ts'
import { hinted, rechecked, type Claim } from './store.ts'

/** What the providers say of a transfer now. */
interface World {
  readonly payment: CardPayment
  readonly refunds: readonly CardRefund[]
  readonly disputes: readonly CardDispute[]
  readonly payout: PayoutStatus
}

/** Something that came after: what it books, and the hold it sets; `lifts` instead ends the hold of that reason. */
interface Aftermath {
  readonly entry: Entry
  readonly reason: HoldReason
  readonly lifts?: true
}

/**
 * What can come after an end: a charge of a payment that was believed closed, a dispute and its end, a refund that comes
 * back, a pay-out that succeeds after all. Each is booked as a correction and stops the transfer for a human; the state
 * stays what it was.
 */
export async function stepRecheck(deps: StepDeps, claim: Claim): Promise<Next> {
  const world = await look(deps, claim)
  if (world === undefined) return wait(deps, claim)
  await commit(deps.db, 'transfers.record_afterwards', async (tx) => {
    const found = await aftermath(tx, claim, world)
    for (const { entry } of found) await post(tx, entry)
    const last = found.at(-1)
    if (last === undefined) return rechecked(tx, claim)
    if (last.lifts && claim.hold_reason === last.reason) return lift(deps, tx, claim, last.entry.kind)
    if (last.lifts) {
      await record(tx, claim.state, claim, { kind: 'noted', detail: last.entry.kind })
      return rechecked(tx, claim)
    }
    return hold(deps, tx, claim, last.reason, {
      recheck: hinted(claim),
      ...(claim.captured_at === null && { captured_at: world.payment.capturedAt }),
    })
  })
  return null
}

async function look(deps: StepDeps, claim: Claim): Promise<World | undefined> {
  const paymentId = paymentOf(claim)
  const payment = await foreign('stripe.read_payment_intent', () => deps.cards.readPayment(paymentId))
  const refunds = await foreign('stripe.list_refunds', () => deps.cards.listRefunds(paymentId))
  const payout = await foreign('pawapay.payout_status', () => deps.payouts.status(claim.payout_reference))
  if (!payment.ok || !refunds.ok || payout.status === 'unknown') return undefined
  if (!payment.value.disputed) return { payment: payment.value, refunds: refunds.value, disputes: [], payout }
  const disputes = await foreign('stripe.list_disputes', () => deps.cards.listDisputes(paymentId))
  if (!disputes.ok) return undefined
  return { payment: payment.value, refunds: refunds.value, disputes: disputes.value, payout }
}

async function aftermath(tx: Tx, claim: Claim, world: World): Promise<readonly Aftermath[]> {
  const position = await positionOf(tx, claim)
  return [
    ...lateCapture(claim, position, world.payment),
    ...returnedRefund(position, world.refunds),
    ...latePayouts(claim, position, world.payout),
    ...disputed(claim, position, world.disputes),
  ]
}

function lateCapture(
  claim: Claim,
  position: Position,
  { status, received, currency }: CardPayment,
): Aftermath[] {
  const late = claim.state === 'cancelled' && status === 'succeeded' && !position.has('capture')
  if (!late || !isCurrencyCode(currency)) return []
  return [{ entry: capture(claim, money(received, currency)), reason: 'late_capture' }]
}

/** The newest refund in the books that the provider no longer has. */
function returnedRefund(position: Position, refunds: readonly CardRefund[]): Aftermath[] {
  const { succeeded, pending } = beyondBooks(refunds, position)
  const newest = position.refunds.at(-1)
  if (newest === undefined || succeeded + pending >= 0n) return []
  return [{ entry: refundReturned(newest.id, newest.amount), reason: 'refund_returned' }]
}

function latePayouts(claim: Claim, position: Position, { status }: PayoutStatus): Aftermath[] {
  const gaveUp = ['payout_failed', 'refunding', 'refund_failed', 'refunded'].includes(claim.state)
  if (!gaveUp || status !== 'completed' || position.has('late_payout')) return []
  return [{ entry: latePayout(claim), reason: 'late_payout' }]
}

function disputed(claim: Claim, position: Position, disputes: readonly CardDispute[]): Aftermath[] {
  if (disputes.length === 0) return []
  const found: Aftermath[] = []
  if (!position.has('dispute')) found.push({ entry: dispute(claim), reason: 'disputed' })
  if (disputes.some(({ status }) => status === 'open')) return found
  const decided = position.has('dispute_won') || position.has('dispute_lost')
  if (decided) return found
  if (disputes.every(({ status }) => status === 'won')) {
    return [...found, { entry: disputeWon(claim), reason: 'disputed', lifts: true }]
  }
  const isOwed = position.owed.amount >= claim.charge_amount
  return [...found, { entry: disputeLost(claim, isOwed), reason: 'dispute_lost' }]
}
