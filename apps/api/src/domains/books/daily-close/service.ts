import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { requireMayAskAs, requireTwoPeopleAs } from '../../record/index.ts'
import type { Position } from '../treasury/index.ts'
import { readPeriod, type Period } from './period.ts'
import { readProfit } from './profit.ts'
import { readDay } from './read-day.ts'
import { digestOf, problemsOf, readReport, saysTheSame, type DayReport, type Problem } from './report.ts'
import {
  findDailyClose,
  insertDailyClose,
  listSigned,
  lockDailyCloses,
  nextDay,
  oneSnapshot,
  readTimes,
  signDailyClose,
  type Close,
} from './store.ts'

export interface DailyCloseDeps {
  readonly db: Db
  /** Returns the newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
  /** Reads the providers' balances and movements, and compares them with our books. */
  comparePositions(): Promise<readonly Position[]>
  /** Counts the open breaks by kind. */
  countOpenBreaks(db: Db): Promise<ReadonlyMap<string, number>>
}

/** A prepared day: its report, its findings, and the digest that the approver must give to sign it. */
export interface Prepared {
  readonly report: DayReport
  readonly problems: readonly Problem[]
  readonly digest: string
}

/** Returns true if the text is a day, for example 2026-11-25. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/**
 * Returns the signed report of the day before. @throws Refused when `day` ended too recently, is signed, or is not the next
 * one.
 */
async function requireNext(tx: Tx, day: string): Promise<DayReport | null> {
  const { isOver } = await readTimes(tx, day)
  if (!isOver) throw actionRefused(`${day} ends at midnight UTC. Close it five minutes later.`)
  const [last] = await listSigned(tx, 1)
  if (last === undefined) return null
  const { next } = await readTimes(tx, last.day)
  if (day <= last.day)
    throw actionRefused(`${last.day} is signed, so earlier days can’t be closed. Next: ${next}.`)
  if (day !== next) throw actionRefused(`Days are closed in order. Close ${next} first.`)
  return readReport(last.report)
}

/** Creates the daily close: a report of a day's books, which one person prepares and another signs. */
export function createDailyClose({ db, newestRates, comparePositions, countOpenBreaks }: DailyCloseDeps) {
  return {
    /**
     * Prepares the report of a day (UTC), and stores it unsigned. `explanation` is required if the report differs from the
     * providers. @throws Refused when the day cannot be closed, naming each problem.
     */
    async prepare(day: string, by: StaffAction, explanation: string | null): Promise<Prepared> {
      await requireMayAskAs(db, by.staff)
      const positions = await comparePositions()
      const rates = await newestRates()
      const openBreaks = Object.fromEntries(await countOpenBreaks(db))
      return inTransaction(db, 'daily_close.prepare', async (tx) => {
        await oneSnapshot(tx)
        const before = await requireNext(tx, day)
        const report: DayReport = {
          day,
          ...(await readDay(tx, day, rates)),
          ratesAsOf: rates?.asOf.toISOString() ?? null,
          positions: positions.map(({ account, currency, state, difference }) => ({
            ...{ account: `${account}:${currency}`, state },
            difference: difference === null ? null : String(difference),
          })),
          openBreaks,
          explanation,
          preparedBy: by.staff,
        }
        const problems = problemsOf(report, before)
        const wrong = problems.filter(({ isExplainable }) => !isExplainable)
        if (wrong.length > 0)
          throw actionRefused(
            `The books of ${day} don’t balance: ${wrong.map(({ text }) => text).join('; ')}. See docs/runbooks/daily-close.md.`,
          )
        if (problems.length > 0 && explanation === null)
          throw actionRefused(
            `${day} needs an explanation: ${problems.map(({ text }) => text).join('; ')}. Enter it when you prepare the day.`,
          )
        const text = JSON.stringify(report)
        const digest = digestOf(text)
        await insertDailyClose(tx, { day, report: text, digest, explanation }, by)
        return { report, problems, digest }
      })
    },

    /**
     * Signs the report of a day that another person prepared. `digest` is that of the report that the signer has read.
     * @throws Refused when the report has changed, `approval_outdated` when the books have changed, or as `requireTwoPeople`.
     */
    async sign(day: string, digest: string, by: StaffAction): Promise<void> {
      await inTransaction(db, 'daily_close.sign', async (tx) => {
        await lockDailyCloses(tx)
        const close = await findDailyClose(tx, day)
        if (close === undefined) throw actionRefused(`${day} isn’t prepared yet. Prepare it first.`)
        if (close.signedAt !== null) throw actionRefused(`${day} was signed by ${close.signedBy ?? ''}.`)
        await requireNext(tx, day)
        if (digest !== close.digest)
          throw actionRefused(`${day} has a newer report with another digest. Review it before you sign.`)
        const people = { maker: close.preparedBy, checker: by.staff, permission: 'books.close' } as const
        await requireTwoPeopleAs(tx, people)
        // A past day changes only by bookings by hand or after a restore.
        if (!saysTheSame(close.report, await readDay(tx, day, null)))
          throw new Refused('approval_outdated', {
            message: `The books of ${day} have changed since they were prepared. Prepare them again.`,
          })
        await signDailyClose(tx, close, by)
      })
    },

    /** Returns the report of a day, the signed one if there is one; undefined if none was prepared. */
    find: (day: string): Promise<Close | undefined> => findDailyClose(db, day),

    /** Returns the day to close next. */
    next: (): Promise<string> => nextDay(db),

    /** Returns the books of each day of a period, by default of the last seven days. @throws Refused. */
    period: async (from?: string, to?: string): Promise<Period> =>
      readPeriod(db, { from, to, rates: await newestRates() }),

    /** Returns the profit of consecutive days by corridor, the last one today. */
    profit: async (days: readonly string[]) => readProfit(db, days, await newestRates()),

    /**
     * Verifies a signed day. Returns whether its digest matches its text, and whether the books still agree with it.
     * @throws Refused when the day was never signed.
     */
    async verify(day: string): Promise<{ isUntouched: boolean; isSame: boolean }> {
      const close = await findDailyClose(db, day)
      if (close === undefined || close.signedAt === null) throw actionRefused(`${day} isn’t signed.`)
      const again = await inTransaction(db, 'daily_close.verify', async (tx) => {
        await oneSnapshot(tx)
        return readDay(tx, day, null)
      })
      return {
        isUntouched: digestOf(close.report) === close.digest,
        isSame: saysTheSame(close.report, again),
      }
    },
  }
}

export type DailyClose = ReturnType<typeof createDailyClose>
