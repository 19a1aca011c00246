import { isCurrencyCode, money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post, type Entry } from '../../ledger/index.ts'
import { hasRefundAttempt } from './attempts.ts'
import { capture, latePayout, latePayoutUndone, paidOut, refundReturned } from '../state/ledger-entries.ts'
import { bookDispute } from './disputes.ts'
import type { HoldReason } from '../state/holds.ts'
import { placeHold, clearHold, transition, record, recordHolds } from '../state/transitions.ts'
import {
  unbookedRefunds,
  isDisputed,
  transferBalanceOf,
  type TransferBalance,
} from '../state/transfer-balance.ts'
import type { CardDispute, CardPayment, CardRefund, PayoutStatus } from '../ports.ts'
import { isEnd } from '../state/states.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'
import { paymentOf, stepOrderedRefund, stepRefundFailed, stepRefunding } from './refund.ts'
import { wokenSince, clearPendingEvents, renewLease, type Claim } from '../state/claims.ts'

/** True when the money goes back: a pay-out that arrives all the same is a loss. */
function hasGivenUp({ state }: Claim): boolean {
  return ['refunding', 'refund_failed', 'refunded'].includes(state)
}

/** What the providers say of a transfer now. */
interface World {
  readonly payment: CardPayment
  readonly refunds: readonly CardRefund[]
  readonly disputes: readonly CardDispute[]
  readonly payout: PayoutStatus
}

/** Something that came after: what it books, if anything, and the hold that it sets. */
interface Aftermath {
  readonly entry: Entry | null
  readonly reason: HoldReason
}

/**
 * What can come after: a charge of a payment that was believed closed, a dispute and its end, a refund that comes back or
 * was made by somebody else, a pay-out that succeeds after all. Each is booked as a correction and stops the transfer for a
 * human; the state stays what it was.
 */
export async function stepLateEvents(deps: StepDeps, claim: Claim): Promise<Next> {
  const world = await look(deps, claim)
  if (world === undefined) return retryLater(deps, claim)
  // What the card provider says is booked all the same, and the rail is asked again in a minute.
  const isUnheard = world.payout.status === 'unknown'
  const looked = await inTransaction(deps.db, 'transfers.record_afterwards', async (tx) => {
    const position = await transferBalanceOf(tx, claim)
    if (await hasArrivedFirst(tx, claim, position, world)) {
      await endAsSent(deps, tx, claim, position)
      return true
    }
    const found = aftermath(claim, position, world)
    for (const { entry } of found) if (entry !== null) await post(tx, entry)
    const reasons: HoldReason[] = found.map(({ reason }) => reason)
    const booked: Entry['kind'][] = []
    for (const said of world.disputes) {
      const news = await bookDispute(tx, claim, said)
      booked.push(...news.booked)
      if (news.reason !== undefined) reasons.push(news.reason)
    }
    const last = reasons.pop()
    if (last !== undefined) {
      await recordHolds(tx, claim, reasons)
      await placeHold(deps, tx, claim, last, {
        recheck: isUnheard || wokenSince(claim),
        refund_order: claim.refund_order,
        ...(claim.captured_at === null && { captured_at: world.payment.capturedAt }),
      })
      return true
    }
    const detail = booked.at(-1)
    if (detail !== undefined) {
      if (claim.hold_reason === 'disputed' && !isDisputed(await transferBalanceOf(tx, claim))) {
        await clearHold(deps, tx, claim, detail, { looked: !isUnheard })
        return true
      }
      await record(tx, claim.state, claim, { kind: 'noted', detail })
    }
    if (isUnheard) await renewLease(tx, claim)
    else await clearPendingEvents(tx, claim)
    return !isUnheard
  })
  return looked ? null : goOnUnheard(deps, claim)
}

/** Goes on with what does not depend on the rail's word. */
function goOnUnheard(deps: StepDeps, claim: Claim): Promise<Next> {
  const { state, hold_reason, refund_order: order } = claim
  if (order !== null && isEnd(state)) return stepOrderedRefund(deps, claim, order)
  if (hold_reason === null && state === 'refunding') return stepRefunding(deps, claim)
  if (hold_reason === null && state === 'refund_failed') return stepRefundFailed(deps, claim)
  return retryLater(deps, claim)
}

async function look(deps: StepDeps, claim: Claim): Promise<World | undefined> {
  const paymentId = paymentOf(claim)
  const payment = await callProvider('stripe.read_payment_intent', () => deps.cards.readPayment(paymentId))
  const refunds = await callProvider('stripe.list_refunds', () => deps.cards.listRefunds(paymentId))
  // Elsewhere it is of no account.
  const payout: PayoutStatus = hasGivenUp(claim)
    ? await callProvider('pawapay.payout_status', () => deps.payouts.status(claim.payout_reference))
    : { status: 'pending' }
  if (!payment.ok || !refunds.ok) return undefined
  if (!payment.value.disputed) return { payment: payment.value, refunds: refunds.value, disputes: [], payout }
  const disputes = await callProvider('stripe.list_disputes', () => deps.cards.listDisputes(paymentId))
  if (!disputes.ok) return undefined
  return { payment: payment.value, refunds: refunds.value, disputes: disputes.value, payout }
}

/**
 * Returns true if the money arrived before any of the charge was refunded. Renewing the lease locks the transfer, and
 * recording a refund request needs the same lock, so no refund can begin in between.
 */
async function hasArrivedFirst(
  tx: Tx,
  claim: Claim,
  position: TransferBalance,
  { payout, refunds }: World,
): Promise<boolean> {
  if (claim.state !== 'refunding' || payout.status !== 'completed') return false
  await renewLease(tx, claim)
  const { succeeded, pending } = unbookedRefunds(refunds, position)
  return succeeded + pending <= 0n && !(await hasRefundAttempt(tx, claim))
}

/** Ends a transfer as sent instead of refunding it. Other late events are handled in the next run. */
async function endAsSent(deps: StepDeps, tx: Tx, claim: Claim, position: TransferBalance): Promise<void> {
  if (position.has('late_payout')) await post(tx, latePayoutUndone(claim))
  await post(tx, paidOut(claim, position.owed))
  await transition(deps, tx, claim, 'sent', { failure_code: null })
}

function aftermath(claim: Claim, position: TransferBalance, world: World): readonly Aftermath[] {
  return [
    ...lateCapture(claim, position, world.payment),
    ...refundedElsewhere(claim, position, world.refunds),
    ...returnedRefund(position, world.refunds),
    ...latePayouts(claim, position, world.payout),
  ]
}

function lateCapture(
  claim: Claim,
  position: TransferBalance,
  { status, received, currency }: CardPayment,
): Aftermath[] {
  const late = claim.state === 'cancelled' && status === 'succeeded' && !position.has('capture')
  if (!late || !isCurrencyCode(currency)) return []
  return [{ entry: capture(claim, money(received, currency)), reason: 'late_capture' }]
}

/** Somebody gave the charge back at the card provider, and it has not been paid out. */
function refundedElsewhere(
  claim: Claim,
  position: TransferBalance,
  refunds: readonly CardRefund[],
): Aftermath[] {
  const mayPayOut = ['paid', 'paying_out', 'payout_unknown'].includes(claim.state)
  const { succeeded, pending } = unbookedRefunds(refunds, position)
  const isKnown = claim.hold_reason === 'refunded_elsewhere' || position.givenUp
  if (!mayPayOut || isKnown || succeeded + pending <= 0n) return []
  return [{ entry: null, reason: 'refunded_elsewhere' }]
}

/** The newest refund in the books that the provider no longer has. */
function returnedRefund(position: TransferBalance, refunds: readonly CardRefund[]): Aftermath[] {
  const { succeeded, pending } = unbookedRefunds(refunds, position)
  const newest = position.refunds.at(-1)
  if (newest === undefined || succeeded + pending >= 0n) return []
  return [{ entry: refundReturned(newest.id, newest.amount), reason: 'refund_returned' }]
}

function latePayouts(claim: Claim, position: TransferBalance, { status }: PayoutStatus): Aftermath[] {
  if (!hasGivenUp(claim) || status !== 'completed' || position.has('late_payout')) return []
  return [{ entry: latePayout(claim), reason: 'late_payout' }]
}
