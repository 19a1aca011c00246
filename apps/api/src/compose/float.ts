import type { Db } from '../db/index.ts'
import { createFloatModule, type FloatModule, type FloatSource } from '../modules/float/index.ts'
import type { CardBooks } from '../modules/reconciliation/index.ts'
import type { RailsModule } from '../modules/rails/index.ts'
import type { StaffActions } from '../modules/transfers/index.ts'
import { createTreasuryModule, type TreasuryModule } from '../modules/treasury/index.ts'

/** The name of our account with the card provider. */
export const CARD_ACCOUNT = 'stripe'

interface FloatParts {
  readonly db: Db
  readonly rails: Pick<RailsModule, 'floatSources'>
  readonly cardBalance: FloatSource
  readonly transferActions: Pick<StaffActions, 'release'>
  alert(line: string): void
}

/** Composes the float: the balances of all rails and of the card provider. */
export function composeFloat({ db, rails, cardBalance, transferActions, alert }: FloatParts): FloatModule {
  const sources = new Map([...rails.floatSources, [CARD_ACCOUNT, cardBalance] as const])
  return createFloatModule({ db, sources, releaseHold: transferActions.release, alert })
}

interface TreasuryParts {
  readonly db: Db
  readonly cards: CardBooks
  readonly float: Pick<FloatModule, 'readBalances'>
}

/** Composes the treasury over the card provider's books and all balances. */
export function composeTreasury({ db, cards, float }: TreasuryParts): TreasuryModule {
  return createTreasuryModule({ db, cards, cardAccount: CARD_ACCOUNT, readBalances: float.readBalances })
}
