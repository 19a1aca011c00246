import { money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../record/index.ts'
import { declarationOf } from '../create/declaration.ts'
import { STALE_REQUEST, type PayoutSent, type PayoutStatus } from '../ports.ts'
import { waitAfter } from '../state/backoff.ts'
import { releaseLease, releaseUntilPayout, renewLease } from '../state/claims.ts'
import { failureOfCancel } from '../state/failures.ts'
import { paidOut } from '../state/ledger-entries.ts'
import { waitsForScreening } from '../state/holds.ts'
import { isPayoutInFlight } from '../state/states.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'
import { captureAndRoute, clearHold, placeHold, transition } from '../state/transitions.ts'
import {
  addPayoutAttempt,
  answerText,
  closePayoutAttempt,
  FRESH_MS,
  payoutHistory,
  recordRefusal,
  type PayoutAttempt,
} from './attempts.ts'
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
import {
  doesPass,
  stepScreeningHold,
  stopForScreening,
  stopPayout,
  UNSCREENED,
  type Screened,
} from './screening.ts'
import { retryLater, stayOnHold, type Next, type StepDeps } from './step.ts'

interface PreparedPayout {
  readonly claim: Claim
  readonly attempt: PayoutAttempt
}

/** A charged transfer; `attempt` is its pay-out request, absent when the money is refunded instead. */
export interface RoutedCharge {
  readonly claim: Claim
  readonly attempt?: PayoutAttempt
}

/** Moves a charged transfer to its next state and records its pay-out request, committed before anything is sent. */
export async function beginPayout(
  tx: Tx,
  charged: Claim,
  passes: Screened['passes'],
  capture?: Parameters<typeof captureAndRoute>[3],
): Promise<RoutedCharge> {
  const claim = await captureAndRoute(tx, charged, passes, capture)
  return claim.state === 'paying_out' ? { claim, attempt: await addPayoutAttempt(tx, claim) } : { claim }
}

/** Sends the pay-out request just recorded, if any. */
export async function dispatchPayout(deps: StepDeps, { claim, attempt }: RoutedCharge): Promise<Next> {
  return attempt === undefined ? claim : sendPayout(deps, { claim, attempt })
}

const queryPayout = (deps: StepDeps, claim: Claim): Promise<PayoutStatus> =>
  callProvider('payouts.status', () => deps.payouts.status(claim.payout_reference, claim.captured_at))

async function send(deps: StepDeps, { claim, attempt }: PreparedPayout): Promise<PayoutSent> {
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
async function sendPayout(deps: StepDeps, { claim, attempt }: PreparedPayout): Promise<Next> {
  const sent = await send(deps, { claim, attempt })
  if (sent.outcome === 'accepted') {
    const found = await queryPayout(deps, claim)
    return inTransaction(deps.db, 'transfers.record_payout', async (tx) => {
      await closePayoutAttempt(tx, attempt, 'accepted')
      return perform(tx, claim, decideStatus(found, claim))
    })
  }
  return inTransaction(deps.db, 'transfers.record_payout_answer', async (tx) => {
    await closePayoutAttempt(tx, attempt, sent.outcome, sent.outcome === 'rejected' ? sent : undefined)
    return perform(tx, claim, decideSent(sent, await payoutHistory(tx, claim)))
  })
}

/** The decisions that a transaction can carry out; the others call a provider. */
type Recorded = Exclude<PayoutDecision, { next: 'query' | 'send' | 'handle_late_events' | 'stay_on_hold' }>

async function perform(tx: Tx, claim: Claim, decision: Recorded): Promise<Next> {
  switch (decision.next) {
    case 'mark_sent':
      return recordDelivered(tx, claim)
    case 'mark_failed':
      await recordRefusal(tx, claim, decision)
      return transition(
        tx,
        claim,
        'payout_failed',
        { failure_code: decision.code },
        { detail: answerText(decision) },
      )
    case 'give_up':
      return transition(tx, claim, 'payout_failed', {
        failure_code: failureOfCancel(claim.cancel_reason ?? 'staff'),
      })
    case 'mark_unknown': {
      const unknown = await transition(tx, claim, 'payout_unknown')
      if (decision.attempt === null) return unknown
      await releaseLease(tx, unknown, waitAfter('payout_unknown', decision.attempt))
      return null
    }
    case 'refund':
      return transition(tx, claim, 'refunding')
    case 'hold':
      await placeHold(tx, claim, decision.reason)
      return null
    case 'clear_hold':
      await clearHold(tx, claim, decision.detail)
      return null
    case 'wait':
      await releaseLease(tx, claim, waitAfter(claim.state, decision.attempt ?? claim.attempts))
      return null
  }
}

async function recordDelivered(tx: Tx, claim: Claim): Promise<null> {
  // On the direct path the whole charge is still there; otherwise some of it may have been returned.
  const isWhole = isPayoutInFlight(claim.state) && claim.hold_reason === null && claim.cancel_reason === null
  await transition(tx, claim, 'sent', { failure_code: null })
  await post(tx, isWhole ? paidOut(claim) : paidOut(claim, (await transferBalanceOf(tx, claim)).owed))
  return null
}

/** Runs `paid` while a rule delays the pay-out. */
export async function waitForPayout(deps: StepDeps, claim: Claim): Promise<null> {
  await inTransaction(deps.db, 'transfers.wait_for_payout', (tx) => releaseUntilPayout(tx, claim))
  return null
}

/** Runs `paid`: begins the pay-out, or the refund when the customer cancelled. */
export async function stepPaid(deps: StepDeps, claim: Claim): Promise<Next> {
  const { verdict, passes } = claim.cancel_reason === null ? await deps.screening.check(claim) : UNSCREENED
  if (verdict !== 'clear') return stopForScreening(deps, claim, verdict)
  return dispatchPayout(
    deps,
    await inTransaction(deps.db, 'transfers.begin_payout', (tx) => beginPayout(tx, claim, passes)),
  )
}

/** Runs `paying_out` in a process that did not send the request. */
export async function stepPayingOut(deps: StepDeps, claim: Claim): Promise<Next> {
  await watchFraud(deps, claim)
  const history = await inTransaction(deps.db, 'transfers.read_payout', (tx) => payoutHistory(tx, claim))
  const decision = decideFoundPayout(claim, history)
  switch (decision.next) {
    case 'query': {
      const found = await queryPayout(deps, claim)
      return inTransaction(deps.db, 'transfers.record_payout_status', (tx) =>
        perform(tx, claim, decideStatus(found, claim)),
      )
    }
    case 'send': {
      const { verdict, passes } = await deps.screening.check(claim)
      if (verdict !== 'clear') return stopForScreening(deps, claim, verdict)
      const attempt = await inTransaction(deps.db, 'transfers.repeat_payout', async (tx) => {
        await renewLease(tx, claim)
        return (await doesPass(tx, passes)) ? addPayoutAttempt(tx, claim) : null
      })
      return attempt === null ? claim : sendPayout(deps, { claim, attempt })
    }
    case 'handle_late_events':
      return stepLateEvents(deps, claim)
    default:
      return inTransaction(deps.db, 'transfers.record_found_payout', (tx) => perform(tx, claim, decision))
  }
}

/** Runs `payout_unknown`: queries by reference. */
export async function stepPayoutUnknown(deps: StepDeps, claim: Claim): Promise<Next> {
  await watchFraud(deps, claim)
  const found = await queryPayout(deps, claim)
  const { verdict, passes } = found.status === 'not_found' ? await deps.screening.check(claim) : UNSCREENED
  const prepared = await inTransaction(deps.db, 'transfers.record_unknown_payout', async (tx) => {
    const history = await payoutHistory(tx, claim)
    // Two people decided on a refund: nothing more is sent.
    const givenUp = history.givenUp || verdict === 'refused'
    const decision = decideUnknownPayout(claim, found, { ...history, givenUp })
    if (decision.next === 'handle_late_events') return decision.next
    if (decision.next !== 'send') return { result: await perform(tx, claim, decision) }
    if (verdict !== 'clear' || !(await doesPass(tx, passes))) {
      await stopPayout(tx, claim, verdict)
      return { result: null }
    }
    const paying = await transition(tx, claim, 'paying_out')
    return { claim: paying, attempt: await addPayoutAttempt(tx, paying) }
  })
  if (prepared === 'handle_late_events') return stepLateEvents(deps, claim)
  return 'result' in prepared ? prepared.result : sendPayout(deps, prepared)
}

/** Handles a pay-out in flight whose transfer is on hold: sends nothing, but books the carrier's result. */
export async function stepHeldPayout(deps: StepDeps, claim: Claim): Promise<Next> {
  const decision = decideHeldPayout(claim, await queryPayout(deps, claim))
  if (decision.next === 'handle_late_events') return stepLateEvents(deps, claim)
  if (decision.next === 'wait') return retryLater(deps, claim)
  if (decision.next === 'stay_on_hold') {
    return waitsForScreening(claim.hold_reason) ? stepScreeningHold(deps, claim) : stayOnHold(deps, claim)
  }
  return inTransaction(deps.db, 'transfers.record_held_payout', (tx) => perform(tx, claim, decision))
}

/** Runs `payout_failed`: refunds once the carrier, queried again, agrees. */
export async function stepPayoutFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  const history = await inTransaction(deps.db, 'transfers.read_failed_payout', (tx) =>
    payoutHistory(tx, claim),
  )
  const before = decideFailedPayout(claim, null, history)
  if (before.next !== 'query') return retryLater(deps, claim)
  const decision = decideFailedPayout(claim, await queryPayout(deps, claim), history)
  if (decision.next === 'query') return retryLater(deps, claim)
  return inTransaction(deps.db, 'transfers.decide_failed_payout', (tx) => perform(tx, claim, decision))
}
