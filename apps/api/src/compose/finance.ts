import type { Db } from '../db/index.ts'
import {
  createDailyClose,
  type DailyClose,
  countOpenBreaks,
  type CardBooks,
  createTreasuryModule,
  type TreasuryModule,
} from '../domains/books/index.ts'
import {
  createFloatModule,
  type FloatModule,
  type FloatSource,
  type RailsModule,
} from '../domains/payouts/index.ts'
import type { RatesModule, RateSnapshot } from '../domains/pricing/index.ts'
import type { StaffActions } from '../domains/transfers/index.ts'

/** The name of our account with the card provider. */
export const CARD_ACCOUNT = 'stripe'

interface FinanceParts {
  readonly db: Db
  readonly rails: Pick<RailsModule, 'floatSources'>
  readonly rates: Pick<RatesModule, 'newest'>
  readonly cards: CardBooks
  readonly cardBalance: FloatSource
  readonly transferActions: Pick<StaffActions, 'release'>
  alert(line: string): void
}

export interface Finance {
  readonly float: FloatModule
  readonly treasury: TreasuryModule
  readonly dailyClose: DailyClose
  /** The newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
}

/** Composes the float, the balances of all rails and of the card provider, the treasury over them, and the daily close. */
export function composeFinance({
  db,
  rails,
  rates,
  cards,
  cardBalance,
  transferActions,
  alert,
}: FinanceParts): Finance {
  const sources = new Map([...rails.floatSources, [CARD_ACCOUNT, cardBalance] as const])
  const float = createFloatModule({ db, sources, releaseHold: transferActions.release, alert })
  const { readBalances } = float
  const newestRates = () => rates.newest().catch(() => null)
  const treasury = createTreasuryModule({ db, cards, cardAccount: CARD_ACCOUNT, readBalances, newestRates })
  const dailyClose = createDailyClose({
    db,
    newestRates,
    // With a provider away, its balance is unknown, which the report says.
    comparePositions: () => treasury.compare().catch(() => treasury.positions()),
    countOpenBreaks,
  })
  return { float, treasury, dailyClose, newestRates }
}
