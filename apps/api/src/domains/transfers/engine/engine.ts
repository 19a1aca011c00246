import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../../db/errors.ts'
import { inOneStatement, type Db } from '../../../db/index.ts'
import type { Sweep } from '../../../jobs/index.ts'
import { continueTrace } from '../../../lib/tracing.ts'
import { decideAndApply } from '../state/apply.ts'
import { waitAfter } from '../state/backoff.ts'
import { Change } from '../state/change.ts'
import { isUnleased } from '../state/schedule.ts'
import { isEnd } from '../state/states.ts'
import { LeaseLost, type Claim, type TransferRow } from '../state/transfer-row.ts'
import { claimDue, claimOne, extendLease, type OneTransfer } from '../state/transitions.ts'
import { watchStep } from './watch-step.ts'
import { decideStep, type Step } from '../steps/decide-step.ts'
import { stepLateEvents } from '../steps/late-events.ts'
import { stepHeldPayment, stepPayment } from '../steps/payment.ts'
import {
  stepHeldPayout,
  stepPaid,
  stepPayingOut,
  stepPayoutFailed,
  stepPayoutUnknown,
  waitForPayout,
} from '../steps/payout.ts'
import { stepRefundFailed, stepRefunding, stepStaffRefund } from '../steps/refund.ts'
import { stepScreeningHold } from '../steps/screening.ts'
import { claimIn, stayOnHold, type PaymentAnswer, type Next, type StepDeps } from '../steps/step.ts'

/** Consecutive errors of our own before a transfer is put on hold, so that one bad row does not keep every worker busy. */
const MOST_FAILURES = 8

/** The result of running a transfer's step once. */
export interface StepRun {
  /** False when another process has the lease, or the transfer is on hold or has ended. */
  readonly ran: boolean
  /** The status of a payment that was not charged; null if this run did not read one. */
  readonly paymentAnswer: PaymentAnswer | null
  /** The transfer as the last change of this run left it; null if that is unknown. */
  readonly row: TransferRow | null
}

const RAN: StepRun = { ran: true, paymentAnswer: null, row: null }

export interface Engine {
  /** Advances one transfer as far as it can go now. */
  run(which: OneTransfer): Promise<StepRun>
  /** Claims up to `limit` due transfers. */
  claimDue(limit: number): Promise<readonly Claim[]>
  /** Advances a claimed transfer as far as it can go now. Never throws. */
  advance(claim: Claim): Promise<StepRun>
  /** Runs work on a claimed transfer outside its steps, and extends the lease meanwhile. */
  keepingLease<T>(claim: Claim, work: () => Promise<T>): Promise<T>
}

export interface EngineDeps extends StepDeps {
  /** Receives an error of our own in a step of the transfer with this reference; the step is retried later. */
  onError(reference: string, error: unknown): void
}

function runStep(deps: StepDeps, claim: Claim, step: Step): Promise<Next> {
  switch (step) {
    case 'handle_late_events':
      return stepLateEvents(deps, claim)
    case 'refund_for_staff':
      return claim.refund_order === null
        ? Promise.resolve(null)
        : stepStaffRefund(deps, claim, claim.refund_order)
    case 'watch_held_payment':
      return stepHeldPayment(deps, claim)
    case 'watch_held_payout':
      return stepHeldPayout(deps, claim)
    case 'stay_on_hold':
      return stayOnHold(deps, claim)
    case 'screen_again':
      return stepScreeningHold(deps, claim)
    case 'read_payment':
      return stepPayment(deps, claim)
    case 'wait_for_payout':
      return waitForPayout(deps, claim)
    case 'begin_payout':
      return stepPaid(deps, claim)
    case 'check_payout':
      return stepPayingOut(deps, claim)
    case 'query_unknown_payout':
      return stepPayoutUnknown(deps, claim)
    case 'confirm_failed_payout':
      return stepPayoutFailed(deps, claim)
    case 'refund':
      return stepRefunding(deps, claim)
    case 'retry_refund':
      return stepRefundFailed(deps, claim)
    case 'nothing':
      return Promise.resolve(null)
  }
}

function takeStep(deps: StepDeps, claim: Claim): Promise<Next> {
  const step = decideStep(claim)
  return watchStep(step, claim, () => runStep(deps, claim, step))
}

/**
 * Creates the engine. It runs all steps of transfers: for the worker's sweep, `/send-money` and `/complete`.
 */
export function createEngine(deps: EngineDeps): Engine {
  const releaseAfterError = async (claim: Claim, error: unknown): Promise<void> => {
    if (error instanceof LeaseLost) return
    deps.onError(claim.reference, error)
    // A slow or unavailable database says nothing about this transfer: it must not put all transfers on hold.
    const isOurs = !(error instanceof Error && isDatabaseUnavailable(error))
    const failures = claim.failures + (isOurs ? 1 : 0)
    try {
      await decideAndApply(deps.db, 'transfers.release_after_error', claim, (current) => {
        const change = Change.of(current)
        return failures < MOST_FAILURES || isEnd(current.state)
          ? change.waitAfterError(waitAfter('paying_out', claim.failures + 1), failures)
          : change.hold('engine_error')
      })
    } catch (failure) {
      // The lease expires by itself.
      if (!(failure instanceof LeaseLost)) deps.onError(claim.reference, failure)
    }
  }

  const advanceLeased = async (claim: Claim): Promise<StepRun> => {
    let current = claim
    try {
      let next: Next = claim
      for (let leased = claimIn(next); leased !== null; leased = claimIn(next)) {
        current = leased
        next = await takeStep(deps, current)
      }
      return { ...RAN, ...(typeof next === 'string' ? { paymentAnswer: next } : { row: next }) }
    } catch (error) {
      await releaseAfterError(current, error)
      return RAN
    }
  }

  const advance: Engine['advance'] = (claim) =>
    keepingLease(deps, claim, () => continueTrace(claim.traceparent, () => advanceLeased(claim)))

  return {
    advance,
    keepingLease: (claim, work) => keepingLease(deps, claim, work),
    claimDue: (limit) => inOneStatement(deps.db, 'transfers.claim_due', (db) => claimDue(db, limit)),
    async run(which) {
      const claim = await inOneStatement(deps.db, 'transfers.claim_one', (db) => claimOne(db, which))
      return claim === undefined ? { ...RAN, ran: false } : advance(claim)
    },
  }
}

/** Interval of lease extensions while a process works, in milliseconds: three times before it would expire. */
const BEAT_MS = 3_000
/** A step that takes longer has hung, and another process takes over its transfer. */
const MOST_BEATS = 20

/**
 * Runs `work` and extends the lease meanwhile, so that a lease can be short: the transfer of a dead process is free 10
 * seconds later, and the transfer of a slow one stays leased for up to a minute. Work below 3 s costs no statement.
 */
async function keepingLease<T>(
  { db, onError }: { readonly db: Db; onError(reference: string, error: unknown): void },
  { id, reference, lease_token }: Pick<Claim, 'id' | 'reference' | 'lease_token'>,
  work: () => Promise<T>,
): Promise<T> {
  let beats = 0
  const timer = setInterval(() => {
    if (++beats > MOST_BEATS) return clearInterval(timer)
    extendLease(db, { id, lease_token }).catch((error: unknown) => onError(reference, error))
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Number of transfers whose steps a worker runs concurrently. */
const CONCURRENCY = 16

/** Creates the sweep that claims as many due transfers as it can run, and runs their steps. */
export function createTransferSweep(engine: Engine): Sweep {
  const running = new Set<Promise<unknown>>()
  return {
    due: sql`exists (select from transfers where next_step_at <= now() and ${isUnleased})`,
    async take() {
      if (running.size >= CONCURRENCY) await Promise.race(running)
      const room = CONCURRENCY - running.size
      const claims = await engine.claimDue(room)
      for (const claim of claims) {
        const moving = engine.advance(claim).finally(() => running.delete(moving))
        running.add(moving)
      }
      return claims.length === room
    },
    settle: () => Promise.all(running),
  }
}
