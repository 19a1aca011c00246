import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { isStoppedByHold } from '../../fraud/index.ts'
import { post, type Entry } from '../../ledger/index.ts'
import type { PayoutStatus } from '../ports.ts'
import { clearPendingEvents, renewLease } from '../state/claims.ts'
import { recordEvent, recordHolds } from '../state/events.ts'
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
  isAwaitedRefundDone,
  isDeliveredBeforeRefund,
  type ProviderReports,
} from './decide-late-events.ts'
import { decideFraud, decideStop } from './decide-fraud.ts'
import { bookDispute } from './disputes.ts'
import { readCardReports, recordFraud } from './fraud-reports.ts'
import { paymentOf, stepRefundFailed, stepRefunding, stepStaffRefund } from './refund.ts'
import { retryLater, type Next, type StepDeps } from './step.ts'

/**
 * Handles late provider events: reads what the providers report now, books each event as a correction and places its
 * hold. The state stays, except that a pay-out delivered before any refund ends the transfer as sent.
 */
export async function stepLateEvents(deps: StepDeps, claim: Claim): Promise<Next> {
  const reports = await readReports(deps, claim)
  if (reports === undefined) return retryLater(deps, claim)
  // Book the card events anyway; the rail is asked again in a minute.
  const isRailSilent = reports.payout.status === 'unknown'
  const isHandled = await inTransaction(deps.db, 'transfers.record_late_events', async (tx) => {
    await recordFraud(deps, tx, claim, decideFraud(reports))
    // Locks the transfer, so that nothing is booked twice and no refund request is recorded meanwhile.
    await renewLease(tx, claim)
    const balance = await transferBalanceOf(tx, claim)
    if (isDeliveredBeforeRefund(claim, balance, reports) && !(await hasRefundAttempt(tx, claim))) {
      await endAsSent(deps, tx, claim, balance)
      return true
    }
    const { reasons, booked } = await bookLateEvents(tx, claim, balance, reports)
    const stop = decideStop(claim, {
      isStopped: await isStoppedByHold(tx, claim),
      givenUp: balance.givenUp,
      isDisputed: isDisputed(await transferBalanceOf(tx, claim)),
      others: reasons,
    })
    if (stop === 'hold') reasons.push('fraud_suspected')
    const last = reasons.at(-1)
    if (last !== undefined) {
      await recordHolds(tx, claim, reasons.slice(0, -1))
      await placeHold(deps, tx, claim, last, {
        recheck: isRailSilent || wokenSince(claim),
        refund_order: claim.refund_order,
        ...(claim.captured_at === null && { captured_at: reports.payment.capturedAt }),
      })
      return true
    }
    if (stop === 'clear') {
      await clearHold(deps, tx, claim, 'account hold lifted', { handled: !isRailSilent })
      return true
    }
    if (isAwaitedRefundDone(claim, balance, reports.refunds)) {
      await clearHold(deps, tx, claim, 'refunded', { handled: !isRailSilent })
      return true
    }
    const detail = booked.at(-1)
    if (detail !== undefined) {
      if (claim.hold_reason === 'disputed' && !isDisputed(await transferBalanceOf(tx, claim))) {
        await clearHold(deps, tx, claim, detail, { handled: !isRailSilent })
        return true
      }
      await recordEvent(tx, claim.state, claim, { kind: 'noted', detail })
    }
    if (!isRailSilent) await clearPendingEvents(tx, claim)
    return !isRailSilent
  })
  return isHandled ? null : continueWithoutCarrier(deps, claim)
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

/** Reads what the providers report; undefined while the card provider does not answer. */
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
async function endAsSent(deps: StepDeps, tx: Tx, claim: Claim, balance: TransferBalance): Promise<void> {
  await transition(deps, tx, claim, 'sent', { failure_code: null })
  if (balance.has('late_payout')) await post(tx, latePayoutUndone(claim))
  await post(tx, paidOut(claim, balance.owed))
}
