import fc from 'fast-check'
import { sql } from 'kysely'
import { CARDS, history, play, WALLET } from './figures-histories.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, forge, type TestDatabase } from '../db/testing.ts'
import { storeUser } from './stored-transfer.ts'
import { createDailyClose } from '../domains/books/daily-close/service.ts'
import { resultRows, sumRows } from '../domains/books/daily-close/results.ts'
import { balance } from '../domains/record/index.ts'
import { sumByWallet } from '../domains/books/treasury/on-its-way.ts'
import { readPositions } from '../domains/books/treasury/positions.ts'

const BY = { staff: 'Ama Boateng', reason: 'End of the day' }
const DAY_MS = 86_400_000
const SLOW_MS = 600_000

/** Registers the test with this many random histories. */
export function testFigures(runs: number): void {
  let database: TestDatabase
  let user: string
  beforeAll(async () => {
    database = await createTestDatabase()
    user = await storeUser(database.owner)
  })
  afterAll(() => database.drop())

  it(
    `reads the same in profit and loss, daily close, treasury and ledger, after ${runs} random histories`,
    { timeout: SLOW_MS },
    async () => {
      const { db, owner } = database
      const dailyClose = createDailyClose({
        db,
        newestRates: async () => null,
        comparePositions: async () => [],
        countOpenBreaks: async () => new Map(),
      })
      const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
      await fc.assert(
        fc.asyncProperty(history, async (of) => {
          const model = await play(database, user, of)
          // Treasury and floats: the named movements, their sum, and the books.
          const positions = await readPositions(db, CARDS)
          const find = (account: string) =>
            positions.find((one) => `${one.account}:${one.currency}` === account)
          expect(find('card_clearing:USD')).toMatchObject({
            ...{
              ledger: model.cardBooks,
              difference: model.cards - model.cardBooks,
              settling: model.cardsMoving,
            },
          })
          expect(find('payout_float:LRD')).toMatchObject({
            ...{
              ledger: model.walletBooks,
              difference: model.wallet - model.walletBooks,
              settling: model.walletMoving,
            },
          })
          expect(-(await balance(db, 'card_clearing:USD'))).toBe(model.cardBooks)
          const moving = positions.flatMap(({ onItsWay }) => onItsWay)
          for (const { account, currency, settling, onItsWay } of positions) {
            const sum = onItsWay.reduce((total, { amount }) => total + amount.amount, 0n)
            expect([account, currency, sum]).toEqual([account, currency, settling])
          }
          const wallets = sumByWallet(moving)
          expect([wallets.get('stripe//USD') ?? 0n, wallets.get(WALLET) ?? 0n]).toEqual([
            model.cardsMoving,
            model.walletMoving,
          ])
          // Profit and loss, once the entries are spread over past days.
          await forge(
            owner,
            sql`update ledger_postings set created_at = date_trunc('day', now(), 'UTC') + interval '12 hours'
          - make_interval(days => 1 + (entry_id % 3)::int)`,
          )
          const total = sumRows(resultRows(await dailyClose.period(dayBefore(3), dayBefore(1))))
          const { usd, paidOutLrd, ...counts } = model
          const { charged, paidOut, refunded, repaid, disputed } = counts
          expect(total).toMatchObject({ charged, paidOut, refunded, repaid, disputed })
          const inUsd = total.figures.find(({ currency }) => currency === 'USD')
          for (const [figure, sum] of Object.entries(usd))
            expect([figure, inUsd?.[figure as keyof typeof usd] ?? '0']).toEqual([figure, String(sum)])
          const inLrd = total.figures.find(({ currency }) => currency === 'LRD')
          expect(inLrd?.paidOut ?? '0').toBe(String(paidOutLrd))
          // The daily close of each day, and its accounts.
          let [cards, bank, wallet] = [0n, 0n, 0n]
          for (const days of [3, 2, 1]) {
            const { report } = await dailyClose.prepare(dayBefore(days), BY, null)
            const sumOf = (
              figure: 'charged' | 'refunded' | 'disputed' | 'repaid',
              currency: string,
            ): bigint =>
              report.corridors.reduce(
                (sum, { amounts }) =>
                  sum + BigInt(amounts.find((one) => one.currency === currency)?.[figure] ?? '0'),
                0n,
              )
            cards += sumOf('charged', 'USD') - sumOf('refunded', 'USD') - sumOf('disputed', 'USD')
            bank += sumOf('repaid', 'USD')
            for (const { account, entries } of report.accounts)
              if (account === 'payout_float:LRD')
                wallet += Object.values(entries).reduce((sum, one) => sum + BigInt(one), 0n)
            // The corridors' figures add up to the day's: every transfer has a corridor.
            const homeless = report.corridors.filter(({ sender }) => sender === null)
            expect(homeless.flatMap(({ amounts }) => amounts)).toEqual([])
          }
          expect(cards).toBe(-(await balance(db, 'card_clearing:USD')) - usd.providerFees)
          expect(bank).toBe(await balance(db, 'bank:USD'))
          expect(wallet).toBe(paidOutLrd)
        }),
        { numRuns: runs },
      )
    },
  )
}
