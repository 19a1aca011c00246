import type { Tx } from '../../../db/index.ts'
import { isStoppedByHold } from '../../risk/index.ts'
import { post, type Entry } from '../../record/index.ts'
import type { PayoutStatus } from '../ports.ts'
import { decideInTransaction, readClaimAgain } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { holdsBeneath, isHoldInForce } from '../state/hold-stack.ts'
import type { HoldReason } from '../state/holds.ts'
import { latePayoutUndone, paidOut, refund } from '../state/ledger-entries.ts'
import { isGivingBack } from '../state/states.ts'
import { isDisputed, transferBalanceOf, type TransferBalance } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'
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
import { refunded, stepRefundFailed, stepRefunding, stepStaffRefund } from './refund.ts'
import { queryPayout, retryLater, writeStep, type Next, type StepDeps } from './step.ts'

/**
 * Handles late provider events: reads the providers' current reports, books each event as a correction and places its hold.
 * The state stays, except that a pay-out delivered before any refund ends the transfer as sent, and a refund that has
 * succeeded ends it as refunded, under any hold.
 */
export async function stepLateEvents(deps: StepDeps, claim: Claim): Promise<Next> {
  const reports = await readReports(deps, claim)
  if (reports === undefined) return retryLater(deps, claim)
  const { next: left } = await decideInTransaction(
    deps.db,
    'transfers.record_late_events',
    claim,
    async (_, tx) => {
      await recordFraud(deps, tx, claim, decideFraud(reports))
      // Locks the transfer, so that nothing is booked twice and no refund request is recorded meanwhile.
      return lateEventsChange(tx, await readClaimAgain(tx, claim), reports)
    },
  )
  return left.lease_token === null ? left : continueWithoutCarrier(deps, left)
}

/** A pay-out that begins later than this after the charge asks first whether the charge stands; milliseconds. */
const JUST_CHARGED_MS = 5_000

/**
 * Stops a pay-out whose charge does not stand any more, or while that is unknown; returns undefined if it may begin. A charge of
 * the last seconds is not asked about again.
 */
export async function stopUnlessCharged(
  deps: StepDeps,
  claim: Claim,
): Promise<{ readonly next: Next } | undefined> {
  const payIn = deps.payInOf(claim)
  const { captured_at, cancel_reason, now } = claim
  const isJustCharged = captured_at === null || now.getTime() - captured_at.getTime() < JUST_CHARGED_MS
  if (payIn.confirmCharge === undefined || isJustCharged || cancel_reason !== null) return undefined
  switch (await payIn.confirmCharge(claim)) {
    case 'stands':
      return undefined
    case 'taken_back':
      return { next: await stepLateEvents(deps, claim) }
    case 'differs':
      return {
        next: await writeStep(deps, 'transfers.hold_contradicted', claim, (current) =>
          Change.of(current).hold('payment_mismatch'),
        ),
      }
    case 'unknown':
      return { next: await retryLater(deps, claim) }
  }
}

/** Books late provider events, in a transaction that has locked the transfer, and returns what becomes of it. */
async function lateEventsChange(tx: Tx, claim: Claim, reports: ProviderReports): Promise<Change> {
  // Book the card events anyway; the rail is queried again in a minute.
  const isRailSilent = reports.payout.status === 'unknown'
  const balance = await transferBalanceOf(tx, claim)
  if (isDeliveredBeforeRefund(claim, balance, reports) && !(await hasRefundAttempt(tx, claim))) {
    return endAsSent(claim, balance)
  }
  const isRefunded = isRefundSeen(claim, balance, reports.refunds)
  const change = isRefunded ? refunded(Change.of(claim), { keepsLease: true }) : Change.of(claim)
  if (isRefunded && balance.owed.amount > 0n) await post(tx, refund(claim.id, balance.owed, claim))
  const current = change.effect.row
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
    return change
      .set(current.captured_at === null ? { captured_at: reports.payment.capturedAt } : {})
      .beneath(...reasons.slice(0, -1))
      .hold(last, { lateEvents: isRailSilent, wakesAreEvents: true, keepsRefund: true })
  }
  const endHold = async (detail: string): Promise<Change> =>
    change.endHold(await holdsBeneath(tx, current), detail, isRailSilent ? 'pending' : 'handled')
  if (stop === 'clear') return endHold('account hold lifted')
  if (isRefunded && current.hold_reason !== null && !isHoldInForce(current, after)) return endHold('refunded')
  const detail = booked.at(-1)
  if (detail !== undefined && current.hold_reason === 'disputed' && !isDisputed(after)) return endHold(detail)
  const noted = detail === undefined ? change : change.note(detail)
  return isRailSilent ? noted : noted.eventsHandled()
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
  const cards = await readCardReports(deps, claim)
  const refunds = await deps.payInOf(claim).listRefunds(claim)
  const payout: PayoutStatus = isGivingBack(claim.state)
    ? await queryPayout(deps, claim)
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
function endAsSent(claim: Claim, balance: TransferBalance): Change {
  const sent = Change.of(claim).move('sent', { failure_code: null })
  const undone = balance.has('late_payout') ? sent.book(latePayoutUndone(claim)) : sent
  return undone.book(paidOut(claim, balance.owed))
}
