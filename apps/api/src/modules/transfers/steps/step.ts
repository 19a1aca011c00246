import { inTransaction, type Db } from '../../../db/index.ts'
import { waitAfter } from '../state/backoff.ts'
import type { DeclineLimits } from '../create/declines.ts'
import type { LimitKeys } from '../create/limit-keys.ts'
import { placeHold, type TransitionDeps } from '../state/transitions.ts'
import type { CardProvider, PayoutRail, PayoutSender } from '../ports.ts'
import type { SharedLimits } from '../create/shared-limits.ts'
import { isEnd } from '../state/states.ts'
import { releaseLease, releaseIdle, type Claim } from '../state/claims.ts'

/** What the steps need. */
export interface StepDeps extends TransitionDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly payouts: PayoutRail
  /**
   * The sender as frozen with the transfer, or as the profile has it for a transfer of an earlier release; null when
   * nothing is known. With `identity` only where it is wanted.
   */
  senderOf(userId: string, wanted: 'name' | 'identity', transferId: string): Promise<PayoutSender | null>
  readonly shared: SharedLimits
  readonly keys: LimitKeys
  readonly declines: DeclineLimits
}

/** The card provider's own word on a payment that it has not charged: still open, or not answered by the bank yet. */
export type CardAnswer = 'uncharged' | 'processing'

/** A step's end: go on with this claim at once, or stop (the lease has been given back), with the word that stopped it. */
export type Next = Claim | CardAnswer | null

/** Stops for now; the state's back-off says when to look again. Who has waited for a day is shown to a human. */
export async function retryLater(deps: StepDeps, claim: Claim): Promise<null> {
  const isForgotten = claim.stale && !isEnd(claim.state) && claim.hold_reason === null
  await inTransaction(deps.db, 'transfers.wait', (tx) =>
    isForgotten
      ? placeHold(deps, tx, claim, 'provider_silent')
      : releaseLease(tx, claim, waitAfter(claim.state, claim.attempts)),
  )
  return null
}

/** Leaves a held transfer as it is: something woke it, and is looked at when an operator lets it go on. */
export async function parkHeld(deps: StepDeps, claim: Claim): Promise<null> {
  await inTransaction(deps.db, 'transfers.rest', (tx) => releaseIdle(tx, claim))
  return null
}
