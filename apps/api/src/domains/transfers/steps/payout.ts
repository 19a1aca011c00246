import { money, type Money } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { declarationOf } from '../create/input.ts'
import type { PayoutRoute } from '../payout-router.ts'
import type { PayoutRequest, PayoutSent, UnsentPayout } from '../ports.ts'
import { decideAndApply, type Applied } from '../state/apply.ts'
import { waitAfter } from '../state/backoff.ts'
import { Change } from '../state/change.ts'
import { failureOfCancel } from '../state/failures.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { paidOut } from '../state/ledger-entries.ts'
import { waitsForScreening } from '../state/holds.ts'
import { isPayoutInFlight } from '../state/states.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import { factsOf, type Charge, type Claim } from '../state/transfer-row.ts'
import { answerText, FRESH_MS, payoutHistory } from './attempts.ts'
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
import { stepLateEvents, stopUnlessCharged } from './late-events.ts'
import { stepScreeningHold, stopped, type Screened } from './screening.ts'
import {
  knownRoute,
  queryPayout,
  retryLater,
  stayOnHold,
  writeStep,
  type Next,
  type StepDeps,
} from './step.ts'

/** A transfer whose people were screened before its pay-out. */
export interface Prepared extends Screened {
  /** The request to record and send; only if its people are clear. */
  readonly payout?: {
    readonly request: PayoutRequest
    /** The route, or why nothing can be sent. */
    readonly route: PayoutRoute | UnsentPayout
    /** Milliseconds since the people were screened. */
    age(): number
  }
}

/** Screens the people of a transfer. If they are clear, prepares its pay-out request and chooses the route. */
export async function preparePayout(deps: StepDeps, claim: Claim): Promise<Prepared> {
  const screened = await deps.screening.check(claim)
  if (screened.verdict !== 'clear') return screened
  const age = startStopwatch()
  const request = await requestOf(deps, claim)
  const { scarce } = factsOf(claim)
  const route = await deps.payouts.choose(request, knownRoute(claim), { ...claim, scarce })
  return { ...screened, payout: { request, route, age } }
}

/** Records the request of a prepared pay-out, with its route, unless its people are not clear any more. */
const request = (change: Change, { people, payout }: Prepared): Change =>
  change
    .request('payout', payout !== undefined && 'rail' in payout.route ? payout.route : null)
    .onlyIfClear(people)

/**
 * Moves a charged transfer to its pay-out, with its request, or to its refund when it was cancelled. Pending provider events
 * or people who are not screened yet keep it in `paid`, for the next step.
 */
export function beginPayout(change: Change, charge: Partial<Charge>, prepared: Prepared | null): Change {
  const { state, cancel_reason, late_events_pending } = change.effect.row
  if (cancel_reason !== null) {
    return change.move('refunding', { ...charge, failure_code: failureOfCancel(cancel_reason) })
  }
  const paid = state === 'paid' ? change : change.move('paid', charge)
  if (late_events_pending || prepared === null) return paid
  if (prepared.verdict !== 'clear') return stopped(paid, prepared.verdict)
  return request(paid.move('paying_out'), prepared)
}

/** Writes a change, and sends the prepared pay-out request if it was recorded. */
export async function requestPayout(
  deps: StepDeps,
  prepared: Prepared | null,
  apply: () => Promise<Applied>,
): Promise<Next> {
  const { next, request: id } = await apply()
  if (id === null) return next
  if (prepared?.payout === undefined) throw new Error(`Pay-out of ${next.reference} was not prepared`)
  return sendPayout(deps, next, { id }, prepared.payout)
}

async function requestOf(deps: StepDeps, claim: Claim): Promise<PayoutRequest> {
  const declaration = declarationOf(claim)
  const wanted = declaration === null ? 'name' : 'identity'
  return {
    reference: claim.payout_reference,
    transferReference: claim.reference,
    amount: money(claim.receive_amount, claim.receive_currency),
    phone: claim.recipient_phone,
    country: claim.country,
    network: claim.network,
    recipientName: claim.recipient_name,
    sender: await deps.senderOf(claim.user_id, wanted, factsOf(claim).sender),
    senderCountry: claim.sender_country,
    sent: money(claim.amount, claim.currency),
    rate: claim.rate,
    fee: money(claim.fee, claim.currency),
    declaration,
  }
}

/** Sends a recorded request on the rail that is pinned: an earlier pin counts, not the route chosen now. */
async function send(
  deps: StepDeps,
  { rail, reference }: Claim,
  { request: prepared, route, age }: NonNullable<Prepared['payout']>,
): Promise<PayoutSent> {
  if ('outcome' in route) return route
  if (rail === null) throw new Error(`Pay-out of ${reference} has no rail`)
  // After that time another worker may have refunded the charge.
  const isFresh = (): boolean => age() <= FRESH_MS
  return callProvider('payouts.send', () => deps.payouts.send({ ...prepared, rail, isFresh }))
}

/** Sends the request just recorded and acts on the answer. */
async function sendPayout(
  deps: StepDeps,
  claim: Claim,
  attempt: { readonly id: bigint },
  payout: NonNullable<Prepared['payout']>,
): Promise<Next> {
  const sent = await send(deps, claim, payout)
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
  const stop = await stopUnlessCharged(deps, claim)
  if (stop !== undefined) return stop.next
  const prepared = claim.cancel_reason === null ? await preparePayout(deps, claim) : null
  return requestPayout(deps, prepared, () =>
    decideAndApply(deps.db, 'transfers.begin_payout', claim, (current) =>
      beginPayout(Change.of(current), {}, prepared),
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
      const stop = await stopUnlessCharged(deps, claim)
      if (stop !== undefined) return stop.next
      const prepared = await preparePayout(deps, claim)
      const decide = (current: Claim): Change => {
        const change = Change.of(current)
        // A cancellation or an event about the charge has arrived: the next step decides.
        if (decideFoundPayout(current, history).next !== 'send') return change
        return prepared.verdict === 'clear' ? request(change, prepared) : stopped(change, prepared.verdict)
      }
      return requestPayout(deps, prepared, () =>
        decideAndApply(deps.db, 'transfers.repeat_payout', claim, decide),
      )
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
  const prepared = found.status === 'not_found' ? await preparePayout(deps, claim) : null
  const history = await payoutHistory(deps.db, claim)
  // Two people decided on a refund: nothing more is sent.
  const givenUp = history.givenUp || prepared?.verdict === 'refused'
  const decide = (current: Claim) => decideUnknownPayout(current, found, { ...history, givenUp })
  if (decide(claim).next === 'handle_late_events') return stepLateEvents(deps, claim)
  const change = async (current: Claim): Promise<Change> => {
    const [unchanged, decision] = [Change.of(current), decide(current)]
    // An event about the charge has arrived: the next step handles it.
    if (decision.next === 'handle_late_events') return unchanged
    if (decision.next !== 'send') return performed(deps.db, unchanged, decision)
    if (prepared === null) return unchanged
    return prepared.verdict === 'clear'
      ? request(unchanged.move('paying_out'), prepared)
      : stopped(unchanged, prepared.verdict)
  }
  return requestPayout(deps, prepared, () =>
    decideAndApply(deps.db, 'transfers.record_unknown_payout', claim, change),
  )
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
