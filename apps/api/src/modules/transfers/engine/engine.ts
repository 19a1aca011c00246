import { inTransaction } from '../../../db/index.ts'
import { waitAfter } from '../state/backoff.ts'
import { placeHold } from '../state/transitions.ts'
import { isEnd, isUnderWay } from '../state/states.ts'
import { stepPayment } from '../steps/payment.ts'
import {
  stepHeldPayout,
  stepPaid,
  stepPayingOut,
  stepPayoutFailed,
  stepPayoutUnknown,
} from '../steps/payout.ts'
import { stepLateEvents } from '../steps/late-events.ts'
import { stepOrderedRefund, stepRefundFailed, stepRefunding } from '../steps/refund.ts'
import { parkHeld, type CardAnswer, type Next, type StepDeps } from '../steps/step.ts'
import { claimDue, claimOne, LeaseLost, releaseLeaseAfterError, type Claim } from '../state/claims.ts'

/** Errors of ours in a row before a transfer is stopped, so that one bad row does not keep everybody busy. */
const MOST_FAILURES = 8

/** The result of running a transfer's step once. */
export interface StepRun {
  /** False when another process is at it, it is held, or it has ended. */
  readonly ran: boolean
  /** The card provider's status of an uncharged payment; null if this run did not read one. */
  readonly said: CardAnswer | null
}

export interface Engine {
  /** Moves one transfer as far as it goes now, and says what it found out on the way. */
  run(id: string): Promise<StepRun>
  /** Claims up to `limit` due transfers. */
  claimDue(limit: number): Promise<readonly Claim[]>
  /** Moves a claimed transfer as far as it goes now. Returns the card provider's word that stopped it. Never throws. */
  advance(claim: Claim): Promise<CardAnswer | null>
}

export interface EngineDeps extends StepDeps {
  /** An error of ours in a step; the transfer is tried again later. */
  onError(transferId: string, error: unknown): void
}

/**
 * What came after is looked at once the charge is in the books. While a pay-out is under way its end comes first: a hold
 * would leave the operator's word unheard, and our books behind the operator's.
 */
function isDueForRecheck({ recheck, payment_intent_id, captured_at, state }: Claim): boolean {
  const wasCharged = captured_at !== null || state === 'cancelled'
  return recheck && payment_intent_id !== null && wasCharged && !isUnderWay(state)
}

function step(deps: StepDeps, claim: Claim): Promise<Next> {
  if (isDueForRecheck(claim)) return stepLateEvents(deps, claim)
  // Of what is held, only what an operator ordered goes on.
  const { refund_order: order, hold_reason } = claim
  if (order !== null && (isEnd(claim.state) || claim.state === 'awaiting_payment')) {
    return stepOrderedRefund(deps, claim, order)
  }
  if (hold_reason !== null)
    return isUnderWay(claim.state) ? stepHeldPayout(deps, claim) : parkHeld(deps, claim)
  switch (claim.state) {
    case 'awaiting_payment':
      return stepPayment(deps, claim)
    case 'paid':
      return stepPaid(deps, claim)
    case 'paying_out':
      return stepPayingOut(deps, claim)
    case 'payout_unknown':
      return stepPayoutUnknown(deps, claim)
    case 'payout_failed':
      return stepPayoutFailed(deps, claim)
    case 'refunding':
      return stepRefunding(deps, claim)
    case 'refund_failed':
      return stepRefundFailed(deps, claim)
    case 'sent':
    case 'refunded':
    case 'cancelled':
      return Promise.resolve(null)
  }
}

/** The one thing that moves transfers, whoever starts it: webhook and worker, `/send-money`, `/complete`, the sweep. */
export function createEngine(deps: EngineDeps): Engine {
  const setAside = async (claim: Claim, error: unknown): Promise<void> => {
    if (error instanceof LeaseLost) return
    deps.onError(claim.id, error)
    try {
      await inTransaction(deps.db, 'transfers.set_aside', (tx) =>
        claim.failures + 1 < MOST_FAILURES || isEnd(claim.state)
          ? releaseLeaseAfterError(tx, claim, waitAfter('paying_out', claim.failures + 1))
          : placeHold(deps, tx, claim, 'engine_error'),
      )
    } catch (failure) {
      // The lease runs out by itself.
      if (!(failure instanceof LeaseLost)) deps.onError(claim.id, failure)
    }
  }

  const advance = async (claim: Claim): Promise<CardAnswer | null> => {
    let current = claim
    try {
      let next: Next = claim
      while (next !== null && typeof next !== 'string') {
        current = next
        next = await step(deps, current)
      }
      return next
    } catch (error) {
      await setAside(current, error)
      return null
    }
  }

  return {
    advance,
    claimDue: (limit) => inTransaction(deps.db, 'transfers.claim_due', (tx) => claimDue(tx, limit)),
    async run(id) {
      const claim = await inTransaction(deps.db, 'transfers.claim_one', (tx) => claimOne(tx, id))
      return claim === undefined ? { ran: false, said: null } : { ran: true, said: await advance(claim) }
    },
  }
}
