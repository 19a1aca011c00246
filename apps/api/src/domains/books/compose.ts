import type { Configuration } from '../../db/configuration.ts'
import type { Db } from '../../db/index.ts'
import { createFloatModule, type FloatModule, type FloatSource, type RailsModule } from '../payouts/index.ts'
import type { RatesModule, RateSnapshot } from '../pricing/index.ts'
import type { StaffActions } from '../transfers/index.ts'
import type { Cron } from '../../jobs/index.ts'
import { archiveCrons } from './archive/index.ts'
import { profitCrons } from './daily-close/profit.ts'
import { createDailyClose, type DailyClose } from './daily-close/service.ts'
import { countOpenBreaks } from './reconciliation/breaks.ts'
import { reconciliationCrons } from './reconciliation/index.ts'
import type { ReconciliationDeps } from './reconciliation/run.ts'
import { createTreasuryModule, type TreasuryModule } from './treasury/index.ts'

interface FinanceParts {
  readonly db: Db
  readonly configuration: Configuration
  /** Reads what reconciliation compares. */
  readonly reads: NonNullable<ReconciliationDeps['reads']>
  readonly rails: Pick<RailsModule, 'floatSources'>
  readonly rates: Pick<RatesModule, 'newest'>
  readonly books: Pick<ReconciliationDeps, 'cards' | 'payouts' | 'collections'>
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
  readonly modules: readonly []
  readonly jobs: readonly []
  readonly crons: readonly Cron[]
}

/**
 * Composes the float, the balances of all rails and of the card provider, the treasury over them, the daily close,
 * reconciliation with the providers' books, and the archive.
 */
export function composeFinance({
  db,
  configuration,
  reads,
  rails,
  rates,
  books,
  cardAccount,
  cardBalance,
  transferActions,
  alert,
}: FinanceParts): Finance {
  const sources = new Map([...rails.floatSources, [cardAccount, cardBalance] as const])
  const float = createFloatModule({ db, sources, releaseHold: transferActions.release, alert })
  const { readBalances } = float
  const newestRates = () =>
    configuration.current().then(
      (current) => rates.newest(current),
      () => null,
    )
  const treasury = createTreasuryModule({ db, cards: books.cards, cardAccount, readBalances, newestRates })
  const dailyClose = createDailyClose({
    db,
    newestRates,
    // If a provider is unreachable, its balance is unknown and the report says so.
    comparePositions: () => treasury.compare().catch(() => treasury.positions()),
    countOpenBreaks,
  })
  return {
    float,
    treasury,
    dailyClose,
    newestRates,
    modules: [],
    jobs: [],
    crons: [
      ...float.crons,
      ...treasury.crons,
      ...archiveCrons(db),
      ...profitCrons(db),
      ...reconciliationCrons({ db, reads, ...books }, alert),
    ],
  }
}
