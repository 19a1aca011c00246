import type { Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'

/** The customer who pays, in their session. */
export type CardPayer = Pick<Caller, 'userId' | 'sessionId' | 'proven'>

/** `none`: no card is saved. `proof`: a proof of its owner opens it. `wait`: only time opens it, at `until` if that is known. */
export interface SavedCardsLock {
  readonly lock: 'none' | 'open' | 'proof' | 'wait'
  readonly until: Date | null
}

/**
 * Returns true if the payment offers saved cards. Throws Refused `step_up_required` when their owner has to prove their
 * identity first, or `saved_cards_locked` when they have to wait. Pure.
 */
export function requireUnlocked(cards: SavedCardsLock | null): boolean {
  switch (cards?.lock) {
    case undefined:
    case 'none':
      return false
    case 'open':
      return true
    case 'proof':
      throw new Refused('step_up_required')
    case 'wait':
      throw new Refused('saved_cards_locked', {
        ...(cards?.until && { details: { until: cards.until.toISOString() } }),
      })
  }
}
