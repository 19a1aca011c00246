import type { Db } from '../../db/index.ts'
import { createFloatModule, type FloatModule, type FloatSource, type RailsModule } from '../payouts/index.ts'
import type { RatesModule, RateSnapshot } from '../pricing/index.ts'
import type { StaffActions } from '../transfers/index.ts'
import { createDailyClose, type DailyClose } from './daily-close/service.ts'
import { countOpenBreaks } from './reconciliation/breaks.ts'
import type { CardBooks } from './reconciliation/ports.ts'
import { createTreasuryModule, type TreasuryModule } from './treasury/index.ts'

interface FinanceParts {
  readonly db: Db
  readonly rails: Pick<RailsModule, 'floatSources'>
  readonly rates: Pick<RatesModule, 'newest'>
  readonly cards: CardBooks
  /** Name of our account with the card provider. */
  readonly cardAccount: string
  readonly cardBalance: FloatSource
  readonly transferActions: Pick<StaffActions, 'release'>
  alert(line: string): void
}

export interface Finance {
  readonly float: FloatModule
  readonly treasury: TreasuryModule
  readonly dailyClose: DailyClose
  /** Returns the newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
}

/** Composes the float, the balances of all rails and of the card provider, the treasury over them, and the daily close. */
export function composeFinance({
  db,
  rails,
  rates,
  cards,
  cardAccount,
  cardBalance,
  transferActions,
  alert,
}: FinanceParts): Finance {
  const sources = new Map([...rails.floatSources, [cardAccount, cardBalance] as const])
  const float = createFloatModule({ db, sources, releaseHold: transferActions.release, alert })
  const { readBalances } = float
  const newestRates = () => rates.newest().catch(() => null)
  const treasury = createTreasuryModule({ db, cards, cardAccount, readBalances, newestRates })
  const dailyClose = createDailyClose({
    db,
    newestRates,
    // If a provider is unreachable, its balance is unknown and the report says so.
    comparePositions: () => treasury.compare().catch(() => treasury.positions()),
    countOpenBreaks,
  })
  return { float, treasury, dailyClose, newestRates }
}
