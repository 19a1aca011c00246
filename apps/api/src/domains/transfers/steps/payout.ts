import { money, type Money } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { declarationOf } from '../create/declaration.ts'
import { STALE_REQUEST, type PayoutSent, type PayoutStatus } from '../ports.ts'
import { decideAndApply, type Applied } from '../state/apply.ts'
import { waitAfter } from '../state/backoff.ts'
import { Change } from '../state/change.ts'
import { failureOfCancel } from '../state/failures.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { paidOut } from '../state/ledger-entries.ts'
import { waitsForScreening } from '../state/holds.ts'
import { isPayoutInFlight } from '../state/states.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import type { Charge, Claim } from '../state/transfer-row.ts'
import { answerText, FRESH_MS, payoutHistory, type Attempt } from './attempts.ts'
import {
  decideFailedPayout,
  decideFoundPayout,
  decideHeldPayout,
  decideSent,
  decideStatus,
  decideUnknownPayout,
  type PayoutDecision,
} from './decide-payout.ts'
import { watchFraud } from './fraud-reports.ts'
import { stepLateEvents } from './late-events.ts'
import { stepScreeningHold, stopped, type Screened } from './screening.ts'
import { retryLater, stayOnHold, writeStep, type Next, type StepDeps } from './step.ts'

/**
 * Moves a charged transfer to its pay-out, with its request, or to its refund when it was cancelled. Pending provider events
 * or people who are not `screened` yet keep it in `paid`, for the next step.
 */
export function beginPayout(change: Change, charge: Partial<Charge>, screened: Screened | null): Change {
  const { state, cancel_reason, late_events_pending } = change.effect.row
  if (cancel_reason !== null) {
    return change.move('refunding', { ...charge, failure_code: failureOfCancel(cancel_reason) })
  }
  const paid = state === 'paid' ? change : change.move('paid', charge)
  if (late_events_pending || screened === null) return paid
  if (screened.verdict !== 'clear') return stopped(paid, screened.verdict)
  return paid.move('paying_out').request('payout').onlyIfClear(screened.people)
}

/** Writes a change, and sends the pay-out request that it recorded, if any. */
export async function requestPayout(deps: StepDeps, apply: () => Promise<Applied>): Promise<Next> {
  const age = startStopwatch()
  const { next, request } = await apply()
  return next === null || request === null ? next : sendPayout(deps, next, { id: request, age })
}

const queryPayout = (deps: StepDeps, claim: Claim): Promise<PayoutStatus> =>
  callProvider('payouts.status', () => deps.payouts.status(claim.payout_reference, claim.captured_at))

async function send(deps: StepDeps, claim: Claim, attempt: Attempt): Promise<PayoutSent> {
  const declaration = declarationOf(claim)
  const sender = await deps.senderOf(claim.user_id, declaration === null ? 'name' : 'identity', claim.id)
  // After that time another worker may have refunded the charge.
  const isFresh = (): boolean => attempt.age() <= FRESH_MS
  return callProvider('payouts.send', async () => {
    if (!isFresh()) return STALE_REQUEST
    return deps.payouts.send({
      reference: claim.payout_reference,
      transferReference: claim.reference,
      amount: money(claim.receive_amount, claim.receive_currency),
      phone: claim.recipient_phone,
      country: claim.country,
      network: claim.network,
      recipientName: claim.recipient_name,
      sender,
      senderCountry: claim.sender_country,
      sent: money(claim.amount, claim.currency),
      rate: claim.rate,
      fee: money(claim.fee, claim.currency),
      declaration,
      chargedAt: claim.captured_at,
      isFresh,
    })
  })
}

/** Sends the request just recorded and acts on the answer. */
async function sendPayout(deps: StepDeps, claim: Claim, attempt: Attempt): Promise<Next> {
  const sent = await send(deps, claim, attempt)
  if (sent.outcome === 'accepted') {
    const found = await queryPayout(deps, claim)
    return writeStep(deps, 'transfers.record_payout', claim, (current) =>
      performed(deps.db, Change.of(current).close(attempt, 'accepted'), decideStatus(found, current)),
    )
  }
  return writeStep(deps, 'transfers.record_payout_answer', claim, async (current) => {
    const closed = Change.of(current).close(attempt, sent.outcome)
    const noted = sent.outcome === 'rejected' ? closed.refuse(answerText(sent)) : closed
    return performed(deps.db, noted, decideSent(sent, await payoutHistory(deps.db, current)))
  })
}

/** The decisions that a change carries out; the others call a provider. */
type Recorded = Exclude<PayoutDecision, { next: 'query' | 'send' | 'handle_late_events' | 'stay_on_hold' }>

/** Carries out a decision about a pay-out. */
async function performed(db: Db, change: Change, decision: Recorded): Promise<Change> {
  const { row } = change.effect
  switch (decision.next) {
    case 'mark_sent':
      return change.move('sent', { failure_code: null }).book(paidOut(row, await owedAtDelivery(db, row)))
    case 'mark_failed': {
      const answer = answerText(decision)
      return change.refuse(answer).move('payout_failed', { failure_code: decision.code }, { detail: answer })
    }
    case 'give_up':
      return change.move('payout_failed', { failure_code: failureOfCancel(row.cancel_reason ?? 'staff') })
    case 'mark_unknown': {
      const unknown = change.move('payout_unknown')
      return decision.attempt === null ? unknown : unknown.wait(waitAfter('payout_unknown', decision.attempt))
    }
    case 'refund':
      return change.move('refunding')
    case 'hold':
      return change.hold(decision.reason)
    case 'clear_hold':
      return change.endHold(await holdsBeneath(db, row), decision.detail)
    case 'wait':
      return change.wait(waitAfter(row.state, decision.attempt ?? row.attempts))
  }
}

/** Returns the amount owed at a delivery; undefined for the whole charge, which is still there on the direct path. */
async function owedAtDelivery(db: Db, row: Claim): Promise<Money | undefined> {
  const isWhole = isPayoutInFlight(row.state) && row.hold_reason === null && row.cancel_reason === null
  return isWhole ? undefined : (await transferBalanceOf(db, row)).owed
}

/** Runs `paid` while a rule delays the pay-out. */
export function waitForPayout(deps: StepDeps, claim: Claim): Promise<Next> {
  return writeStep(deps, 'transfers.wait_for_payout', claim, (current) => Change.of(current).waitForPayout())
}

/** Runs `paid`: begins the pay-out, or the refund when the customer cancelled. */
export async function stepPaid(deps: StepDeps, claim: Claim): Promise<Next> {
  const screened = claim.cancel_reason === null ? await deps.screening.check(claim) : null
  return requestPayout(deps, () =>
    decideAndApply(deps.db, 'transfers.begin_payout', claim, (current) =>
      beginPayout(Change.of(current), {}, screened),
    ),
  )
}

/** Runs `paying_out` in a process that did not send the request. */
export async function stepPayingOut(deps: StepDeps, claim: Claim): Promise<Next> {
  await watchFraud(deps, claim)
  const history = await payoutHistory(deps.db, claim)
  const decision = decideFoundPayout(claim, history)
  switch (decision.next) {
    case 'query': {
      const found = await queryPayout(deps, claim)
      return writeStep(deps, 'transfers.record_payout_status', claim, (current) =>
        performed(deps.db, Change.of(current), decideStatus(found, current)),
      )
    }
    case 'send': {
      const { verdict, people } = await deps.screening.check(claim)
      const decide = (current: Claim): Change => {
        const change = Change.of(current)
        // A cancellation or an event about the charge has arrived: the next step decides.
        if (decideFoundPayout(current, history).next !== 'send') return change
        return verdict === 'clear' ? change.request('payout').onlyIfClear(people) : stopped(change, verdict)
      }
      return requestPayout(deps, () => decideAndApply(deps.db, 'transfers.repeat_payout', claim, decide))
    }
    case 'handle_late_events':
      return stepLateEvents(deps, claim)
    default:
      return writeStep(deps, 'transfers.record_found_payout', claim, (current) =>
        performed(deps.db, Change.of(current), decision),
      )
  }
}

/** Runs `payout_unknown`: queries by reference. */
export async function stepPayoutUnknown(deps: StepDeps, claim: Claim): Promise<Next> {
  await watchFraud(deps, claim)
  const found = await queryPayout(deps, claim)
  const screened = found.status === 'not_found' ? await deps.screening.check(claim) : null
  const history = await payoutHistory(deps.db, claim)
  // Two people decided on a refund: nothing more is sent.
  const givenUp = history.givenUp || screened?.verdict === 'refused'
  const decide = (current: Claim) => decideUnknownPayout(current, found, { ...history, givenUp })
  if (decide(claim).next === 'handle_late_events') return stepLateEvents(deps, claim)
  const change = async (current: Claim): Promise<Change> => {
    const [unchanged, decision] = [Change.of(current), decide(current)]
    // An event about the charge has arrived: the next step handles it.
    if (decision.next === 'handle_late_events') return unchanged
    if (decision.next !== 'send') return performed(deps.db, unchanged, decision)
    if (screened === null) return unchanged
    return screened.verdict === 'clear'
      ? unchanged.move('paying_out').request('payout').onlyIfClear(screened.people)
      : stopped(unchanged, screened.verdict)
  }
  return requestPayout(deps, () => decideAndApply(deps.db, 'transfers.record_unknown_payout', claim, change))
}

/** Handles a pay-out in flight whose transfer is on hold: sends nothing, but books the carrier's result. */
export async function stepHeldPayout(deps: StepDeps, claim: Claim): Promise<Next> {
  const decision = decideHeldPayout(claim, await queryPayout(deps, claim))
  if (decision.next === 'handle_late_events') return stepLateEvents(deps, claim)
  if (decision.next === 'wait') return retryLater(deps, claim)
  if (decision.next === 'stay_on_hold') {
    return waitsForScreening(claim.hold_reason) ? stepScreeningHold(deps, claim) : stayOnHold(deps, claim)
  }
  return writeStep(deps, 'transfers.record_held_payout', claim, (current) =>
    performed(deps.db, Change.of(current), decision),
  )
}

/** Runs `payout_failed`: refunds once the carrier, queried again, agrees. */
export async function stepPayoutFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  const history = await payoutHistory(deps.db, claim)
  const before = decideFailedPayout(claim, null, history)
  if (before.next !== 'query') return retryLater(deps, claim)
  const decision = decideFailedPayout(claim, await queryPayout(deps, claim), history)
  if (decision.next === 'query') return retryLater(deps, claim)
  return writeStep(deps, 'transfers.decide_failed_payout', claim, (current) =>
    performed(deps.db, Change.of(current), decision),
  )
}
