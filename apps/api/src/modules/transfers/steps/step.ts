import { commit, type Db } from '../../../db/index.ts'
import { waitAfter } from '../state/backoff.ts'
import type { DeclineLimits } from '../create/declines.ts'
import type { LimitKeys } from '../create/limit-keys.ts'
import { hold, type Told } from '../state/transitions.ts'
import type { CardProvider, PayoutRail, PayoutSender } from '../ports.ts'
import type { SharedLimits } from '../create/shared-limits.ts'
import { isEnd } from '../state/states.ts'
import { release, setDown, type Claim } from '../state/claims.ts'

/** What the steps need. */
export interface StepDeps extends Told {
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
export type CardWord = 'uncharged' | 'processing'

/** A step's end: go on with this claim at once, or stop (the lease has been given back), with the word that stopped it. */
export type Next = Claim | CardWord | null

/** Stops for now; the state's back-off says when to look again. Who has waited for a day is shown to a human. */
export async function wait(deps: StepDeps, claim: Claim): Promise<null> {
  const isForgotten = claim.stale && !isEnd(claim.state) && claim.hold_reason === null
  await commit(deps.db, 'transfers.wait', (tx) =>
    isForgotten
      ? hold(deps, tx, claim, 'provider_silent')
      : release(tx, claim, waitAfter(claim.state, claim.attempts)),
  )
  return null
}

/** Leaves a held transfer as it is: something woke it, and is looked at when an operator lets it go on. */
export async function rest(deps: StepDeps, claim: Claim): Promise<null> {
  await commit(deps.db, 'transfers.rest', (tx) => setDown(tx, claim))
  return null
}
