import { inTransaction, type Db } from '../../../db/index.ts'
import type { DeclineLimits } from '../create/declines.ts'
import type { LimitKeys } from '../create/limit-keys.ts'
import type { LimitsOf } from '../create/shared-limits.ts'
import type { RuleSet } from '../../risk/index.ts'
import type { RecordAccountHold } from '../moves.ts'
import type { CardProvider, PayoutRail, PayoutSender, SavedCards } from '../ports.ts'
import { waitAfter } from '../state/backoff.ts'
import { releaseIdle, releaseLease } from '../state/claims.ts'
import { isEnd } from '../state/states.ts'
import type { Claim } from '../state/transfer-row.ts'
import { placeHold, type ChargeFact } from '../state/transitions.ts'
import type { PayoutScreening } from '../payout-screening.ts'

/**
 * Dependencies of the steps. Each step updates the transfer before it posts to the ledger, so a process that has lost its
 * lease fails before it posts.
 */
export interface StepDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly payouts: PayoutRail
  /**
   * Returns the customer as frozen with the transfer, or from the profile for a transfer of an earlier version; null when
   * neither exists. `identity` adds the identity document.
   */
  senderOf(userId: string, wanted: 'name' | 'identity', transferId: string): Promise<PayoutSender | null>
  readonly limitsOf: LimitsOf
  readonly keys: LimitKeys
  readonly declines: DeclineLimits
  readonly savedCards: Pick<SavedCards, 'cardKept' | 'wasSaved'>
  /** The fraud rules until staff store others. */
  readonly fraudRules: RuleSet
  readonly recordAccountHold: RecordAccountHold
  readonly screening: PayoutScreening
}

/** The card provider's status of a payment that it has not charged: still open, or waiting for the bank. */
export type CardAnswer = 'uncharged' | 'processing'

/** A step's result: a claim to continue with immediately, or, with the lease released, the reason for stopping. */
export type Next = Claim | CardAnswer | null

/**
 * Releases the lease until the back-off of the state is over. After 24 hours without change, puts the transfer on hold for
 * staff.
 */
export async function retryLater(deps: StepDeps, claim: Claim, facts: ChargeFact = {}): Promise<null> {
  const needsStaff = claim.stale && !isEnd(claim.state) && claim.hold_reason === null
  await inTransaction(deps.db, 'transfers.retry_later', (tx) =>
    needsStaff
      ? placeHold(tx, claim, 'provider_silent', facts)
      : releaseLease(tx, claim, waitAfter(claim.state, claim.attempts), facts),
  )
  return null
}

/** Handles a wake on hold: does nothing until staff release it. */
export async function stayOnHold(deps: StepDeps, claim: Claim): Promise<null> {
  await inTransaction(deps.db, 'transfers.stay_on_hold', (tx) => releaseIdle(tx, claim))
  return null
}
