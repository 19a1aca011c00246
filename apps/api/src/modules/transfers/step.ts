import { commit, type Db } from '../../db/index.ts'
import { waitAfter } from './backoff.ts'
import { hold, type Told } from './moves.ts'
import type { CardProvider, PayoutRail, PayoutSender } from './ports.ts'
import { isEnd } from './states.ts'
import { release, setDown, type Claim } from './store.ts'

/** What the steps need. */
export interface StepDeps extends Told {
  readonly db: Db
  readonly cards: CardProvider
  readonly payouts: PayoutRail
  /** Who sends, for rails that pass it on; null when nothing is known. With `identity` only where it is wanted. */
  senderOf(userId: string, wanted: 'name' | 'identity'): Promise<PayoutSender | null>
}

/** A step's end: go on with this claim at once, or stop (the lease has been given back). */
export type Next = Claim | null

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
