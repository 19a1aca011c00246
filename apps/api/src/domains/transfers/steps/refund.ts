import type { Money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../record/index.ts'
import { releaseIdle, saveOnClaim } from '../state/claims.ts'
import { recordEvent } from '../state/events.ts'
import { refund } from '../state/ledger-entries.ts'
import { isEnd } from '../state/states.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'
import { clearHold, placeHold, transition } from '../state/transitions.ts'
import { addRefundAttempt, countRefundAttempts, FRESH_MS } from './attempts.ts'
import {
  decideRefund,
  decideRefundAnswer,
  decideRefundRetry,
  isNothingOwed,
  type RefundResult,
} from './decide-refund.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'

/** Returns the id of the card payment of a charged transfer. */
export function paymentOf(claim: Claim): string {
  if (claim.payment_intent_id === null) throw new Error(`Transfer ${claim.id} has no payment to refund`)
  return claim.payment_intent_id
}

/** Refunds the amount that we owe for a transfer, or continues: a refund requested without an answer is found in the list. */
async function giveBack(deps: StepDeps, claim: Claim): Promise<{ result: RefundResult; owed: Money }> {
  const paymentId = paymentOf(claim)
  const balance = await inTransaction(deps.db, 'transfers.read_balance', (tx) => transferBalanceOf(tx, claim))
  const { owed } = balance
  if (isNothingOwed(balance)) return { result: 'given', owed }
  const listed = await callProvider('cards.list_refunds', () => deps.cards.listRefunds(paymentId))
  const decision = decideRefund(balance, listed)
  if ('result' in decision) return { result: decision.result, owed }
  const { request: amount } = decision
  const attempt = await inTransaction(deps.db, 'transfers.write_refund', (tx) => addRefundAttempt(tx, claim))
  const answer = await callProvider('cards.refund', async () => {
    // After that time staff may have repaid it by other means.
    if (attempt.age() > FRESH_MS) return null
    return deps.cards.refund({ paymentId, transferId: claim.id, attemptId: attempt.id, amount })
  })
  return { result: decideRefundAnswer(answer), owed }
}

/** Runs `refunding`: refunds what we owe to the card. */
export async function stepRefunding(deps: StepDeps, claim: Claim): Promise<Next> {
  const { result, owed } = await giveBack(deps, claim)
  if (result === 'wait') return retryLater(deps, claim)
  if (result === 'refused') {
    return inTransaction(deps.db, 'transfers.record_refund_failed', (tx) =>
      transition(tx, claim, 'refund_failed'),
    )
  }
  await inTransaction(deps.db, 'transfers.record_refunded', (tx) => recordRefunded(tx, claim, owed))
  return null
}

/** Ends a transfer as refunded and books the card provider's refunds, under any hold. */
export async function recordRefunded(
  tx: Tx,
  claim: Claim,
  owed: Money,
  options?: { readonly keepsLease: boolean },
): Promise<Claim> {
  const refunding = claim.state === 'refund_failed' ? await transition(tx, claim, 'refunding') : claim
  const refunded = await transition(tx, refunding, 'refunded', {}, options)
  if (owed.amount > 0n) await post(tx, refund(claim.id, owed))
  return refunded
}

/** Runs `refund_failed`: requests the refund again after a while, then puts the transfer on hold for staff. */
export async function stepRefundFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  if (decideRefundRetry(claim, 0n) === 'retry_later') return retryLater(deps, claim)
  return inTransaction(deps.db, 'transfers.retry_refund', async (tx) => {
    const decision = decideRefundRetry(claim, await countRefundAttempts(tx, claim))
    if (decision === 'refund_again') return transition(tx, claim, 'refunding')
    await placeHold(tx, claim, 'refund_failed')
    return null
  })
}

/**
 * Runs the refund that staff requested for a transfer on hold; `actionId` is their action. A transfer that has not ended
 * moves to `refunding`. After an end the state stays, and the refund is a correction entry that clears the hold.
 */
export async function stepStaffRefund(deps: StepDeps, claim: Claim, actionId: string): Promise<Next> {
  if (!isEnd(claim.state)) {
    return inTransaction(deps.db, 'transfers.begin_staff_refund', (tx) =>
      transition(tx, claim, 'refunding', { failure_code: 'stopped' }),
    )
  }
  const { result, owed } = await giveBack(deps, claim)
  if (result === 'wait') return retryLater(deps, claim)
  await inTransaction(deps.db, 'transfers.record_staff_refund', async (tx) => {
    const ended = await saveOnClaim(tx, claim, { refund_order: null })
    if (result === 'refused') return placeHold(tx, ended, 'refund_failed')
    if (owed.amount > 0n) await post(tx, refund(actionId, owed))
    if (ended.hold_reason !== 'disputed') return clearHold(tx, ended, 'refunded')
    // The bank has not decided the dispute yet.
    await recordEvent(tx, ended.state, ended, { kind: 'noted', detail: 'refunded' })
    return releaseIdle(tx, ended)
  })
  return null
}
