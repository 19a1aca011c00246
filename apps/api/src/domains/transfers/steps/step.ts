import type { Configuration } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import type { DeclineLimits } from '../create/declines.ts'
import type { LimitKeys } from '../create/limit-keys.ts'
import type { LimitsOf } from '../create/shared-limits.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { RuleSet } from '../../risk/index.ts'
import type { RecordAccountHold } from '../moves.ts'
import type { KnownRoute, PayoutRouter } from '../payout-router.ts'
import type { PayInOf } from '../ways-to-pay/pay-in.ts'
import type { PayoutSender, PayoutStatus, SavedCards } from '../ports.ts'
import { decideAndApply, type Decide } from '../state/apply.ts'
import { waitAfter } from '../state/backoff.ts'
import { Change } from '../state/change.ts'
import { isPaymentOpen } from '../state/holds.ts'
import { isEnd } from '../state/states.ts'
import type { Claim, FrozenSender } from '../state/transfer-row.ts'
import type { PayoutScreening } from '../payout-screening.ts'

/**
 * Dependencies of the steps. Each step updates the transfer before it posts to the ledger, so a process that has lost its
 * lease fails before it posts.
 */
export interface StepDeps {
  readonly db: Db
  readonly configuration: Configuration
  /** Returns the way to pay of a transfer. */
  readonly payInOf: PayInOf
  readonly payouts: Pick<PayoutRouter, 'choose' | 'send' | 'status'>
  /**
   * Returns the customer as frozen with a transfer, or from the profile for a transfer of an earlier version; null when
   * neither exists. `identity` adds the identity document.
   */
  senderOf(
    userId: string,
    wanted: 'name' | 'identity',
    frozen: FrozenSender | null,
  ): Promise<PayoutSender | null>
  readonly limitsOf: LimitsOf
  readonly keys: LimitKeys
  readonly declines: DeclineLimits
  readonly savedCards: Pick<SavedCards, 'cardKept' | 'wasSaved'>
  /** The fraud rules until staff store others. */
  readonly fraudRules: RuleSet
  readonly recordAccountHold: RecordAccountHold
  readonly screening: PayoutScreening
}

/** The provider's status of a payment that was not charged: nothing is under way, or it waits for the payer or the bank. */
export type PaymentAnswer = 'uncharged' | 'processing'

/**
 * A step's result: the transfer as it left it, to continue with immediately unless the lease was released; or, with the lease
 * released, the answer about its payment that stopped it. Null when nothing was due.
 */
export type Next = Claim | PaymentAnswer | null

/** Returns the claim to continue with; null when the step has released the lease. */
export const claimIn = (next: Next): Claim | null =>
  next === null || typeof next === 'string' || next.lease_token === null ? null : next

/** Writes a change; returns the transfer afterwards. */
export async function writeStep(
  { db }: Pick<StepDeps, 'db'>,
  name: string,
  claim: Claim,
  decide: Decide,
): Promise<Claim> {
  return (await decideAndApply(db, name, claim, decide)).next
}

/**
 * Releases the lease until the back-off of the state is over. After 24 hours without change, puts the transfer on hold for
 * staff. `payment`: the answer about a payment that was asked for; `silent` for none.
 */
export function retryLater(deps: StepDeps, claim: Claim, payment?: PaymentAnswer | 'silent'): Promise<Claim> {
  return writeStep(deps, 'transfers.retry_later', claim, (current) => {
    const change = Change.of(current)
    const known = payment === undefined ? change : change.chargeIs(payment !== 'uncharged')
    const needsStaff = current.stale && !isEnd(current.state) && current.hold_reason === null
    if (needsStaff) {
      return known.hold(isPaymentOpen(current) ? deps.payInOf(current).silentHold : 'provider_silent')
    }
    const { state, attempts } = current
    return known.wait(
      payment === 'processing' ? deps.payInOf(current).waitForAnswer(attempts) : waitAfter(state, attempts),
    )
  })
}

/** Returns the route of a pay-out as its claim read it. A choice from before a restore of the database may be lost. */
export const knownRoute = ({ rail, captured_at, databaseStarted }: Claim): KnownRoute => ({
  rail,
  mayBeLost: rail === null && captured_at !== null && captured_at < databaseStarted,
})

/** Reads the status of a pay-out from its rail. */
export const queryPayout = (deps: StepDeps, claim: Claim): Promise<PayoutStatus> =>
  callProvider('payouts.status', () => deps.payouts.status(claim.payout_reference, knownRoute(claim)))

/** Handles a wake on hold: does nothing until staff release it. */
export function stayOnHold(deps: StepDeps, claim: Claim): Promise<Claim> {
  return writeStep(deps, 'transfers.stay_on_hold', claim, (current) => Change.of(current).waitForWake())
}
