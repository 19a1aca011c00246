import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { isStoppedByHold } from '../../risk/index.ts'
import { post, type Entry } from '../../record/index.ts'
import type { PayoutStatus } from '../ports.ts'
import { clearPendingEvents, renewLease } from '../state/claims.ts'
import { recordEvent, recordHolds } from '../state/events.ts'
import { isHoldInForce } from '../state/hold-stack.ts'
import type { HoldReason } from '../state/holds.ts'
import { latePayoutUndone, paidOut } from '../state/ledger-entries.ts'
import { isGivingBack } from '../state/states.ts'
import { isDisputed, transferBalanceOf, type TransferBalance } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'
import { wokenSince } from '../state/schedule.ts'
import { clearHold, placeHold, transition } from '../state/transitions.ts'
import { hasRefundAttempt } from './attempts.ts'
import {
  decideWithoutCarrier,
  findLateEvents,
  isDeliveredBeforeRefund,
  isRefundSeen,
  type ProviderReports,
} from './decide-late-events.ts'
import { decideFraud, decideStop } from './decide-fraud.ts'
import { bookDispute } from './disputes.ts'
import { readCardReports, recordFraud } from './fraud-reports.ts'
import { paymentOf, recordRefunded, stepRefundFailed, stepRefunding, stepStaffRefund } from './refund.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'

/**
 * Handles late provider events: reads the providers' current reports, books each event as a correction and places its hold.
 * The state stays, except that a pay-out delivered before any refund ends the transfer as sent, and a refund that has
 * succeeded ends it as refunded, under any hold.
 */
export async function stepLateEvents(deps: StepDeps, claim: Claim): Promise<Next> {
  const reports = await readReports(deps, claim)
  if (reports === undefined) return retryLater(deps, claim)
  // Book the card events anyway; the rail is queried again in a minute.
  const isRailSilent = reports.payout.status === 'unknown'
  const left = await inTransaction(deps.db, 'transfers.record_late_events', async (tx) => {
    await recordFraud(deps, tx, claim, decideFraud(reports))
    // Locks the transfer, so that nothing is booked twice and no refund request is recorded meanwhile.
    await renewLease(tx, claim)
    const balance = await transferBalanceOf(tx, claim)
    if (isDeliveredBeforeRefund(claim, balance, reports) && !(await hasRefundAttempt(tx, claim))) {
      await endAsSent(tx, claim, balance)
      return null
    }
    const isRefunded = isRefundSeen(claim, balance, reports.refunds)
    const refunded = isRefunded && (await recordRefunded(tx, claim, balance.owed, { keepsLease: true }))
    // The wake version as read by the step: later events are handled in the next run.
    const current = refunded ? { ...refunded, wake_version: claim.wake_version } : claim
    const { reasons, booked } = await bookLateEvents(tx, current, balance, reports)
    const after = await transferBalanceOf(tx, current)
    const stop = decideStop(current, {
      isStopped: await isStoppedByHold(tx, current),
      givenUp: balance.givenUp,
      isDisputed: isDisputed(after),
      others: reasons,
    })
    if (stop === 'hold') reasons.push('fraud_suspected')
    const last = reasons.at(-1)
    if (last !== undefined) {
      await recordHolds(tx, current, reasons.slice(0, -1))
      await placeHold(tx, current, last, {
        late_events_pending: isRailSilent || wokenSince(current),
        refund_order: current.refund_order,
        ...(current.captured_at === null && { captured_at: reports.payment.capturedAt }),
      })
      return null
    }
    if (stop === 'clear') {
      await clearHold(tx, current, 'account hold lifted', { handled: !isRailSilent })
      return null
    }
    if (refunded && current.hold_reason !== null && !isHoldInForce(current, after)) {
      await clearHold(tx, current, 'refunded', { handled: !isRailSilent })
      return null
    }
    const detail = booked.at(-1)
    if (detail !== undefined) {
      if (current.hold_reason === 'disputed' && !isDisputed(after)) {
        await clearHold(tx, current, detail, { handled: !isRailSilent })
        return null
      }
      await recordEvent(tx, current.state, current, { kind: 'noted', detail })
    }
    if (!isRailSilent) await clearPendingEvents(tx, current)
    return isRailSilent ? current : null
  })
  return left === null ? null : continueWithoutCarrier(deps, left)
}

async function continueWithoutCarrier(deps: StepDeps, claim: Claim): Promise<Next> {
  switch (decideWithoutCarrier(claim)) {
    case 'refund_for_staff':
      return claim.refund_order === null ? null : stepStaffRefund(deps, claim, claim.refund_order)
    case 'refund':
      return stepRefunding(deps, claim)
    case 'retry_refund':
      return stepRefundFailed(deps, claim)
    case 'retry_later':
      return retryLater(deps, claim)
  }
}

/** Reads the providers' reports; returns undefined while the card provider does not answer. */
async function readReports(deps: StepDeps, claim: Claim): Promise<ProviderReports | undefined> {
  const paymentId = paymentOf(claim)
  const cards = await readCardReports(deps, claim)
  const refunds = await callProvider('cards.list_refunds', () => deps.cards.listRefunds(paymentId))
  const payout: PayoutStatus = isGivingBack(claim.state)
    ? await callProvider('payouts.status', () =>
        deps.payouts.status(claim.payout_reference, claim.captured_at),
      )
    : { status: 'pending' }
  return cards === undefined || !refunds.ok ? undefined : { ...cards, refunds: refunds.value, payout }
}

interface BookedEvents {
  /** The holds to place, in order. */
  readonly reasons: HoldReason[]
  readonly booked: readonly Entry['kind'][]
}

async function bookLateEvents(
  tx: Tx,
  claim: Claim,
  balance: TransferBalance,
  reports: ProviderReports,
): Promise<BookedEvents> {
  const events = findLateEvents(claim, balance, reports)
  for (const { entry } of events) if (entry !== null) await post(tx, entry)
  const reasons: HoldReason[] = events.map(({ reason }) => reason)
  const booked: Entry['kind'][] = []
  for (const dispute of reports.disputes) {
    const news = await bookDispute(tx, claim, dispute)
    booked.push(...news.booked)
    if (news.reason !== undefined) reasons.push(news.reason)
  }
  return { reasons, booked }
}

/** Ends a transfer as sent instead of refunding it. Other late events are handled in the next run. */
async function endAsSent(tx: Tx, claim: Claim, balance: TransferBalance): Promise<void> {
  await transition(tx, claim, 'sent', { failure_code: null })
  if (balance.has('late_payout')) await post(tx, latePayoutUndone(claim))
  await post(tx, paidOut(claim, balance.owed))
}
