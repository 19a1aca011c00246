import { money } from '@sesa/money'
import { commit } from '../../db/index.ts'
import { foreign } from '../../lib/points.ts'
import { isBooked, post } from '../ledger/index.ts'
import { addRefundAttempt, countRefundAttempts } from './attempts.ts'
import { dispute, latePayout, refund, refundReturned } from './booking.ts'
import type { CardRefund } from './ports.ts'
import { wait, type Next, type StepDeps } from './step.ts'
import { hold, move } from './moves.ts'
import { rechecked, type Claim } from './store.ts'

/** Refused refunds before a human looks. */
const MOST_REFUNDS = 4n

function paymentOf(claim: Claim): string {
  if (claim.payment_intent_id === null) throw new Error(`Transfer ${claim.id} has no payment to refund`)
  return claim.payment_intent_id
}

function sum(refunds: readonly CardRefund[], status: CardRefund['status']): bigint {
  return refunds.reduce((total, one) => (one.status === status ? total + one.amount : total), 0n)
}

async function refunded(deps: StepDeps, claim: Claim): Promise<null> {
  await commit(deps.db, 'transfers.record_refunded', async (tx) => {
    await post(tx, refund(claim))
    await move(deps, tx, claim, 'refunded')
  })
  return null
}

const failed = (deps: StepDeps, claim: Claim): Promise<Next> =>
  commit(deps.db, 'transfers.record_refund_failed', (tx) => move(deps, tx, claim, 'refund_failed'))

/**
 * `refunding`: looks for a refund before it asks for one. A second full refund of one charge is refused by the
 * provider, so a request that was lost on the way costs nothing.
 */
export async function stepRefunding(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = paymentOf(claim)
  const amount = money(claim.charge_amount, claim.charge_currency)
  const listed = await foreign('stripe.list_refunds', () => deps.cards.listRefunds(paymentId))
  if (!listed.ok) return wait(deps, claim)
  if (sum(listed.value, 'succeeded') >= amount.amount) return refunded(deps, claim)
  if (sum(listed.value, 'pending') > 0n) return wait(deps, claim)
  const attemptId = await commit(deps.db, 'transfers.write_refund', (tx) => addRefundAttempt(tx, claim))
  const sent = await foreign('stripe.refund', () =>
    deps.cards.refund({ paymentId, transferId: claim.id, attemptId, amount }),
  )
  if (!sent.ok) return sent.reason === 'refused' ? failed(deps, claim) : wait(deps, claim)
  if (sent.value.status === 'succeeded') return refunded(deps, claim)
  return sent.value.status === 'failed' ? failed(deps, claim) : wait(deps, claim)
}

/** `refund_failed`: tries again after a while, then hands over to a human. */
export async function stepRefundFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  if (claim.attempts < 2) return wait(deps, claim)
  return commit(deps.db, 'transfers.retry_refund', async (tx) => {
    if ((await countRefundAttempts(tx, claim)) < MOST_REFUNDS) return move(deps, tx, claim, 'refunding')
    await hold(deps, tx, claim, 'refund_failed', 'operations')
    return null
  })
}

/**
 * What can come after an end: a dispute, a refund that comes back, a pay-out that succeeds after all. Each is booked
 * as a correction and stops the transfer for a human; the state stays what it was.
 */
export async function stepRecheck(deps: StepDeps, claim: Claim): Promise<Next> {
  const paymentId = paymentOf(claim)
  const payment = await foreign('stripe.read_payment_intent', () => deps.cards.readPayment(paymentId))
  const refunds = await foreign('stripe.list_refunds', () => deps.cards.listRefunds(paymentId))
  const paidOut = await foreign('pawapay.payout_status', () => deps.payouts.status(claim.payout_reference))
  if (!payment.ok || !refunds.ok || paidOut.status === 'unknown') return wait(deps, claim)

  const kept = sum(refunds.value, 'succeeded') + sum(refunds.value, 'pending')
  const gaveUp = ['payout_failed', 'refunding', 'refund_failed', 'refunded'].includes(claim.state)
  const findings = [
    { found: payment.value.disputed, reason: 'disputed', entry: dispute(claim) },
    {
      found: claim.state === 'refunded' && kept < claim.charge_amount,
      reason: 'refund_returned',
      entry: refundReturned(claim),
    },
    { found: gaveUp && paidOut.status === 'completed', reason: 'late_payout', entry: latePayout(claim) },
  ]
  await commit(deps.db, 'transfers.record_afterwards', async (tx) => {
    let reason: string | undefined
    for (const finding of findings) {
      if (!finding.found || (await isBooked(tx, claim.id, finding.entry.kind))) continue
      await post(tx, finding.entry)
      reason = finding.reason
    }
    if (reason === undefined) await rechecked(tx, claim)
    else await hold(deps, tx, claim, reason, 'operations')
  })
  return null
}
