import { money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../ledger/index.ts'
import {
  addPayoutAttempt,
  closePayoutAttempt,
  FRESH_MS,
  payoutHistory,
  type PayoutAttempt,
} from './attempts.ts'
import { waitAfter } from '../state/backoff.ts'
import { paidOut } from '../state/ledger-entries.ts'
import { declarationOf } from '../create/declaration.ts'
import { waitsForPayout } from '../state/hold-stack.ts'
import { STALE_REQUEST, type PayoutSent, type PayoutStatus } from '../ports.ts'
import { stepLateEvents } from './late-events.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import { parkHeld, retryLater, type Next, type StepDeps } from './step.ts'
import { placeHold, clearHold, transition, captureAndRoute } from '../state/transitions.ts'
import { isUnderWay } from '../state/states.ts'
import { releaseLease, renewLease, type Claim } from '../state/claims.ts'

/** Requests under one reference before a human looks. */
const MOST_REQUESTS = 8

interface PreparedPayout {
  readonly paying: Claim
  readonly attempt: PayoutAttempt
}

/** A charged transfer that was taken on; `attempt` is its pay-out request, absent when the money goes back instead. */
interface RoutedCharge {
  readonly claim: Claim
  readonly attempt?: PayoutAttempt
}

/** Takes a charged transfer on, and writes the pay-out request down: committed before anything is sent. */
export async function beginPayout(
  deps: StepDeps,
  tx: Tx,
  charged: Claim,
  capture?: Parameters<typeof captureAndRoute>[3],
): Promise<RoutedCharge> {
  const claim = await captureAndRoute(deps, tx, charged, capture)
  return claim.state === 'paying_out' ? { claim, attempt: await addPayoutAttempt(tx, claim) } : { claim }
}

/** Sends the pay-out that was just written down, if one was. */
export async function dispatchPayout(deps: StepDeps, { claim, attempt }: RoutedCharge): Promise<Next> {
  return attempt === undefined ? claim : sendPayout(deps, { paying: claim, attempt })
}

const queryPayout = (deps: StepDeps, claim: Claim): Promise<PayoutStatus> =>
  callProvider('pawapay.payout_status', () => deps.payouts.status(claim.payout_reference))

async function send(deps: StepDeps, { paying, attempt }: PreparedPayout): Promise<PayoutSent> {
  const declaration = declarationOf(paying)
  const sender = await deps.senderOf(paying.user_id, declaration === null ? 'name' : 'identity', paying.id)
  // Once it is not, somebody else may have given the money back.
  const isFresh = (): boolean => attempt.age() <= FRESH_MS
  return callProvider('pawapay.send_payout', async () => {
    if (!isFresh()) return STALE_REQUEST
    return deps.payouts.send({
      reference: paying.payout_reference,
      transferReference: paying.reference,
      amount: money(paying.receive_amount, paying.receive_currency),
      phone: paying.recipient_phone,
      country: paying.country,
      network: paying.network,
      recipientName: paying.recipient_name,
      sender,
      senderCountry: paying.sender_country,
      sent: money(paying.amount, paying.currency),
      rate: paying.rate,
      fee: money(paying.fee, paying.currency),
      declaration,
      expiresAt: attempt.expires_at,
      isFresh,
    })
  })
}

/** Sends the request that has just been written down, and looks what became of it. */
async function sendPayout(deps: StepDeps, begun: PreparedPayout): Promise<Next> {
  const { paying, attempt } = begun
  const sent = await send(deps, begun)
  if (sent.outcome === 'accepted') return accepted(deps, paying, attempt, await queryPayout(deps, paying))
  if (sent.outcome === 'rejected') return rejected(deps, paying, attempt, sent)
  return inTransaction(deps.db, 'transfers.record_payout_unknown', async (tx) => {
    await closePayoutAttempt(tx, attempt, 'unknown')
    const unknown = await transition(deps, tx, paying, 'payout_unknown')
    const { count } = await payoutHistory(tx, paying)
    if (count === 1) return unknown
    await releaseLease(tx, unknown, waitAfter('payout_unknown', count))
    return null
  })
}

async function accepted(
  deps: StepDeps,
  claim: Claim,
  attempt: PayoutAttempt,
  found: PayoutStatus,
): Promise<Next> {
  return inTransaction(deps.db, 'transfers.record_payout', async (tx) => {
    await closePayoutAttempt(tx, attempt, 'accepted')
    return conclude(deps, tx, claim, found)
  })
}

/** Writes what the operator said about the reference; without an end, waits. */
async function conclude(deps: StepDeps, tx: Tx, claim: Claim, found: PayoutStatus): Promise<Next> {
  if (found.status === 'completed') {
    // Of what goes straight on nothing of the charge can be gone.
    const isWhole = isUnderWay(claim.state) && claim.hold_reason === null && claim.cancel_reason === null
    await post(tx, isWhole ? paidOut(claim) : paidOut(claim, (await transferBalanceOf(tx, claim)).owed))
    await transition(deps, tx, claim, 'sent', { failure_code: null })
    return null
  }
  if (found.status === 'failed')
    return transition(deps, tx, claim, 'payout_failed', { failure_code: found.code })
  if (claim.stale) await placeHold(deps, tx, claim, 'payout_unresolved')
  else await releaseLease(tx, claim, waitAfter(claim.state, claim.attempts))
  return null
}

async function rejected(
  deps: StepDeps,
  claim: Claim,
  attempt: PayoutAttempt,
  sent: Extract<PayoutSent, { outcome: 'rejected' }>,
): Promise<Next> {
  return inTransaction(deps.db, 'transfers.record_payout_rejected', async (tx) => {
    await closePayoutAttempt(tx, attempt, 'rejected')
    const { recent } = await payoutHistory(tx, claim)
    if (sent.next === 'final')
      return transition(deps, tx, claim, 'payout_failed', { failure_code: sent.code })
    if (sent.next === 'no_funds') await placeHold(deps, tx, claim, 'payout_float_empty')
    else if (recent >= MOST_REQUESTS) await placeHold(deps, tx, claim, 'payout_not_taken')
    else await releaseLease(tx, claim, waitAfter('paying_out', recent))
    return null
  })
}

/** `paid`: the pay-out has not been begun, and is not when its sender has asked to cancel. */
export async function stepPaid(deps: StepDeps, claim: Claim): Promise<Next> {
  return dispatchPayout(
    deps,
    await inTransaction(deps.db, 'transfers.begin_payout', (tx) => beginPayout(deps, tx, claim)),
  )
}

/** `paying_out`, found by somebody who did not send the request. */
export async function stepPayingOut(deps: StepDeps, claim: Claim): Promise<Next> {
  const { last, settled } = await inTransaction(deps.db, 'transfers.read_payout', (tx) =>
    payoutHistory(tx, claim),
  )
  if (last === 'accepted') return queryAndConclude(deps, claim)
  if (last === 'rejected') {
    // What came after the charge is looked at before another request is written.
    if (claim.recheck) return stepLateEvents(deps, claim)
    // Its sender no longer wants it sent. An earlier request may still be on its way, and is waited for.
    if (claim.cancel_reason !== null) return settled ? stopPayout(deps, claim) : queryAndConclude(deps, claim)
    const attempt = await inTransaction(deps.db, 'transfers.repeat_payout', async (tx) => {
      await renewLease(tx, claim)
      return addPayoutAttempt(tx, claim)
    })
    return sendPayout(deps, { paying: claim, attempt })
  }
  // Its sender died before it could say whether it had sent.
  return inTransaction(deps.db, 'transfers.record_sender_lost', (tx) =>
    transition(deps, tx, claim, 'payout_unknown'),
  )
}

async function queryAndConclude(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await queryPayout(deps, claim)
  return inTransaction(deps.db, 'transfers.record_payout_end', (tx) => conclude(deps, tx, claim, found))
}

const stopPayout = (deps: StepDeps, claim: Claim): Promise<Next> =>
  inTransaction(deps.db, 'transfers.stop_payout', (tx) =>
    transition(deps, tx, claim, 'payout_failed', {
      failure_code: claim.cancel_reason === 'user' ? 'cancelled' : 'stopped',
    }),
  )

/** `payout_unknown`: ask by reference. Not found proves nothing: send again under the same reference. */
export async function stepPayoutUnknown(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await queryPayout(deps, claim)
  if (found.status !== 'not_found') {
    return inTransaction(deps.db, 'transfers.record_payout_found', (tx) => conclude(deps, tx, claim, found))
  }
  const { givenUp, settled } = await inTransaction(deps.db, 'transfers.read_unknown_payout', (tx) =>
    payoutHistory(tx, claim),
  )
  // Nothing more is sent of a charge that is in doubt or gone; what was sent has its time to be found.
  if ((claim.recheck || givenUp) && !settled) return retryLater(deps, claim)
  if (claim.recheck) return stepLateEvents(deps, claim)
  if (givenUp) return stopPayout(deps, claim)
  const begun = await inTransaction(deps.db, 'transfers.resend_payout', async (tx) => {
    const { recent } = await payoutHistory(tx, claim)
    if (recent < MOST_REQUESTS) {
      const paying = await transition(deps, tx, claim, 'paying_out')
      return { paying, attempt: await addPayoutAttempt(tx, paying) }
    }
    await placeHold(deps, tx, claim, 'payout_unresolved')
    return null
  })
  return begun === null ? null : sendPayout(deps, begun)
}

/**
 * A pay-out under way whose transfer is held: nothing is sent, but the operator's word is booked when it has come. Where
 * the hold waited for that word, it ends.
 */
export async function stepHeldPayout(deps: StepDeps, claim: Claim): Promise<Next> {
  const found = await queryPayout(deps, claim)
  if (found.status !== 'completed' && found.status !== 'failed') {
    return claim.recheck ? stepLateEvents(deps, claim) : parkHeld(deps, claim)
  }
  if (waitsForPayout(claim.hold_reason)) {
    await inTransaction(deps.db, 'transfers.lift_resolved', (tx) => clearHold(deps, tx, claim, found.status))
    return null
  }
  return inTransaction(deps.db, 'transfers.record_held_payout', (tx) => conclude(deps, tx, claim, found))
}

/**
 * `payout_failed`: the money goes back only when nothing will be sent any more and the operator, asked again after that,
 * agrees. That it knows nothing counts once no request can be on its way to it, and only beside a refusal or the order of
 * a human to give the money back. If it has paid after all, it has arrived.
 */
export async function stepPayoutFailed(deps: StepDeps, claim: Claim): Promise<Next> {
  const history = await inTransaction(deps.db, 'transfers.read_failed_payout', (tx) =>
    payoutHistory(tx, claim),
  )
  if (!history.closed) return retryLater(deps, claim)
  const found = await queryPayout(deps, claim)
  if (found.status === 'unknown' || found.status === 'pending') return retryLater(deps, claim)
  if (found.status === 'not_found' && !history.settled) return retryLater(deps, claim)
  return inTransaction(deps.db, 'transfers.decide_failed_payout', async (tx) => {
    if (found.status === 'completed') return conclude(deps, tx, claim, found)
    const agrees = found.status === 'failed' || history.rejected || history.givenUp
    if (agrees) return transition(deps, tx, claim, 'refunding')
    await placeHold(deps, tx, claim, 'payout_contradiction')
    return null
  })
}
