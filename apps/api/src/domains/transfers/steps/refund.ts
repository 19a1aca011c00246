import type { Money } from '@sesa/money'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { decideAndApply } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { refund } from '../state/ledger-entries.ts'
import { isEnd } from '../state/states.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import { LeaseLost, type Claim } from '../state/transfer-row.ts'
import { countRefundAttempts, FRESH_MS } from './attempts.ts'
import {
  decideRefund,
  decideRefundAnswer,
  decideRefundRetry,
  isNothingOwed,
  type RefundResult,
} from './decide-refund.ts'
import { retryLater, writeStep, type Next, type StepDeps } from './step.ts'

/** Refunds the amount that we owe for a transfer, or continues: a refund requested without an answer is found in the list. */
async function giveBack(
  deps: StepDeps,
  claim: Claim,
  isLater = false,
): Promise<{ result: RefundResult; owed: Money }> {
  const payIn = deps.payInOf(claim)
  const balance = await transferBalanceOf(deps.db, claim)
  const { owed } = balance
  if (isNothingOwed(balance)) return { result: 'given', owed }
  const listed = await payIn.listRefunds(claim)
  const decision = decideRefund(balance, listed, isLater)
  if ('result' in decision) return { result: decision.result, owed }
  const { request: amount } = decision
  const age = startStopwatch()
  const { request: attemptId } = await decideAndApply(deps.db, 'transfers.write_refund', claim, (current) =>
    Change.of(current).request('refund'),
  )
  if (attemptId === null) throw new LeaseLost(`Transfer ${claim.id}`)
  // After that time staff may have repaid it by other means.
  const answer = age() > FRESH_MS ? null : await payIn.refund(claim, { requestId: attemptId, amount })
  return { result: decideRefundAnswer(answer), owed }
}

/** Runs `refunding`: refunds what we owe the way it was paid. */
export async function stepRefunding(deps: StepDeps, claim: Claim): Promise<Next> {
  const { result, owed } = await giveBack(deps, claim, claim.attempts > 1)
  if (result === 'wait') return retryLater(deps, claim)
  if (result === 'no_float') {
    return writeStep(deps, 'transfers.hold_refund', claim, (current) =>
      Change.of(current).hold('refund_float_empty'),
    )
  }
  if (result === 'refused') {
    return writeStep(deps, 'transfers.record_refund_failed', claim, (current) =>
      Change.of(current).move('refund_failed'),
    )
  }
  return writeStep(deps, 'transfers.record_refunded', claim, (current) =>
    refunded(Change.of(current)).book(...refundEntries(claim.id, owed, claim)),
  )
}

/** Ends a transfer as refunded, under any hold. */
export function refunded(change: Change, options?: { readonly keepsLease: boolean }): Change {
  const refunding = change.effect.row.state === 'refund_failed' ? change.move('refunding') : change
  return refunding.move('refunded', {}, options)
}

/** Books a refund; `id` is the transfer or the staff action. Nothing is booked when nothing was owed. */
const refundEntries = (id: string, owed: Money, row: Claim) =>
  owed.amount > 0n ? [refund(id, owed, row)] : []

/** Runs `refund_failed`: requests the refund again after a while, then puts the transfer on hold for staff. */
export async function stepRefundFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  if (decideRefundRetry(claim, 0n) === 'retry_later') return retryLater(deps, claim)
  return writeStep(deps, 'transfers.retry_refund', claim, async (current) => {
    const decision = decideRefundRetry(claim, await countRefundAttempts(deps.db, current))
    return decision === 'refund_again'
      ? Change.of(current).move('refunding')
      : Change.of(current).hold('refund_failed')
  })
}

/**
 * Runs the refund that staff requested for a transfer on hold; `actionId` is their action. A transfer that has not ended
 * moves to `refunding`. After an end the state stays, and the refund is a correction entry that clears the hold.
 */
export async function stepStaffRefund(deps: StepDeps, claim: Claim, actionId: string): Promise<Next> {
  if (!isEnd(claim.state)) {
    return writeStep(deps, 'transfers.begin_staff_refund', claim, (current) =>
      Change.of(current).move('refunding', { failure_code: 'stopped' }),
    )
  }
  const { result, owed } = await giveBack(deps, claim)
  // Already on hold, so it waits for the float as it waits for an answer.
  if (result === 'wait' || result === 'no_float') return retryLater(deps, claim)
  return writeStep(deps, 'transfers.record_staff_refund', claim, async (current) => {
    const ended = Change.of(current).set({ refund_order: null })
    if (result === 'refused') return ended.hold('refund_failed')
    const booked = ended.book(...refundEntries(actionId, owed, current))
    // The bank has not decided the dispute yet.
    if (current.hold_reason === 'disputed') return booked.note('refunded').waitForWake()
    const balance = await transferBalanceOf(deps.db, current)
    const beneath = await holdsBeneath(deps.db, current, { ...balance, owed: { ...owed, amount: 0n } })
    return booked.endHold(beneath, 'refunded')
  })
}
