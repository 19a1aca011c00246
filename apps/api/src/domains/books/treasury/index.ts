import type { NewTreasuryEntry } from '@sesa/contract/office'
import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { Caution } from '../../../lib/caution.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import type { CardBooks } from '../reconciliation/index.ts'
import { comparePositions } from './compare.ts'
import { readPositions, type Position } from './positions.ts'
import { readCardMovements } from './read-card.ts'
import { entryOf, type Adjustment, type Conversion, type TopUp, type TreasuryEntry } from './entry.ts'
import { judgeAmounts } from './bounds.ts'
import { checkEntry, enterAdjustment, enterConversion, enterTopUp, findAlike } from './staff.ts'

export { type Position, type PositionState } from './positions.ts'
export { inDollars, resultsOf, totalInDollars, type Result, type Sum } from './results.ts'

export interface TreasuryDeps {
  readonly db: Db
  readonly cards: Pick<CardBooks, 'entries'>
  /** Name of our account with the card provider. */
  readonly cardAccount: string
  /** Reads our balances from every provider. */
  readBalances(): Promise<void>
  /** Returns the newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
}

export interface TreasuryModule {
  /** Reads and books the card provider's new movements; returns how many there were. */
  readMovements(): Promise<number>
  /** Reads balances and movements, and compares them with our books. Throws when the movements cannot be read. */
  compare(): Promise<readonly Position[]>
  /** Returns the positions by the last balances and movements. */
  positions(): Promise<readonly Position[]>
  topUp(given: TopUp, by: StaffAction): Promise<void>
  convert(given: Conversion, by: StaffAction): Promise<void>
  adjust(given: Adjustment, by: StaffAction): Promise<void>
  /** Refuses an entry that could not be booked now. @throws Refused. */
  check(entry: TreasuryEntry): Promise<void>
  /** Returns warnings about an entry for both people. @throws Refused for amounts that cannot be right. */
  caution(given: NewTreasuryEntry): Promise<Caution>
  /** Books an entry of any kind. @throws Refused. */
  book(entry: TreasuryEntry, by: StaffAction): Promise<void>
  readonly crons: readonly Cron[]
}

/**
 * Creates the treasury: movements of our money outside transfers, and the comparison of our books with the providers'
 * balances.
 */
export function createTreasuryModule({
  db,
  cards,
  cardAccount,
  readBalances,
  newestRates,
}: TreasuryDeps): TreasuryModule {
  const readMovements = () => readCardMovements({ db, books: cards, account: cardAccount })
  const compare = async (): Promise<readonly Position[]> => {
    await readBalances()
    await readMovements()
    return comparePositions(db, cardAccount)
  }
  const topUp = (given: TopUp, by: StaffAction) => enterTopUp(db, cardAccount, given, by)
  const convert = (given: Conversion, by: StaffAction) => enterConversion(db, cardAccount, given, by)
  const adjust = (given: Adjustment, by: StaffAction) => enterAdjustment(db, cardAccount, given, by)
  return {
    readMovements,
    compare,
    positions: () => readPositions(db, cardAccount),
    topUp,
    convert,
    adjust,
    check: (entry) => checkEntry(db, cardAccount, entry),
    async caution(given) {
      const { warnings, confirm } = judgeAmounts(entryOf(given), await newestRates())
      const alike = (await findAlike(db, given, cardAccount)).map(
        (reference) => `Same account, amount and day as ${reference}. Make sure it’s a different movement.`,
      )
      return { warnings: [...warnings, ...alike], confirm }
    },
    book(entry, by) {
      if (entry.kind === 'top_up') return topUp(entry, by)
      return entry.kind === 'conversion' ? convert(entry, by) : adjust(entry, by)
    },
    crons: [
      {
        task: 'treasury_read',
        pattern: '4,14,24,34,44 * * * *',
        run: async () => void (await readMovements()),
      },
      // Runs before the hourly reconciliation, which alerts.
      { task: 'treasury_compare', pattern: '54 * * * *', run: async () => void (await compare()) },
    ],
  }
}
