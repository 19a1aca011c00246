import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { daysIn, readBooks, type Days } from './read-day.ts'
import { readReport, type AccountOfDay, type CorridorOfDay } from './report.ts'
import { findDailyClose, oneSnapshot } from './store.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** Maximum length of a period, in days. */
const MOST_DAYS = 92

/** The books of a day (UTC): as two people signed them, or current if unsigned. */
export interface DayBooks {
  readonly day: string
  readonly isSigned: boolean
  readonly accounts: readonly AccountOfDay[]
  readonly corridors: readonly CorridorOfDay[]
}

/** The days of a period in order, with the rates used to convert unsigned days. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly days: readonly DayBooks[]
  readonly rates: RateSnapshot | null
}

/** Returns the first and the last day. Throws Refused for a period that is empty, too long, or not over. */
async function boundsOf(tx: Tx, from: string | undefined, to: string | undefined): Promise<Days> {
  const { rows } = await sql<{ today: string; from: string; to: string; days: number }>`
    with given as (
      select (now() at time zone 'UTC')::date as today, ${from ?? null}::date as first, ${to ?? null}::date as last
    ), filled as (select today, first, coalesce(last, today) as last from given)
    select today::text, coalesce(first, last - 6)::text as from, last::text as to,
      last - coalesce(first, last - 6) + 1 as days
    from filled`.execute(tx)
  const [period] = rows
  if (period === undefined) throw new Error('No time from the database')
  if (period.days < 1) throw actionRefused('The period ends before it starts. Correct the dates.')
  if (period.days > MOST_DAYS) throw actionRefused(`Choose at most ${MOST_DAYS} days.`)
  if (period.to > period.today) throw actionRefused(`${period.to} is in the future. Choose today or earlier.`)
  return { from: period.from, to: period.to }
}

/** Refuses a day that is partly archived: its books would look smaller than they were. */
async function requireInBooks(tx: Tx, day: string): Promise<void> {
  const { rows } = await sql`select from archives where state <> 'sealed' and month <= ${day}::date
    and (month + interval '1 month')::date > ${day}::date`.execute(tx)
  if (rows.length > 0)
    throw actionRefused(`The month of ${day} is archived. Restore it: npm run sesa -- archive return.`)
}

/** Returns the signed books of a day; null without two signatures. */
async function signedBooksOf(tx: Tx, day: string): Promise<DayBooks | null> {
  const close = await findDailyClose(tx, day)
  if (close === undefined || close.signedAt === null) return null
  const { accounts, corridors } = readReport(close.report)
  return { day, isSigned: true, accounts, corridors }
}

/** Reads the current books of days. */
async function openBooksOf(
  tx: Tx,
  unsigned: readonly string[],
  rates: RateSnapshot | null,
): Promise<readonly DayBooks[]> {
  const [from, to] = [unsigned[0], unsigned.at(-1)]
  if (from === undefined || to === undefined) return []
  for (const day of unsigned) await requireInBooks(tx, day)
  const books = await readBooks(tx, { from, to }, rates)
  return unsigned.flatMap((day) => {
    const of = books.get(day)
    return of === undefined ? [] : [{ day, isSigned: false, ...of }]
  })
}

/**
 * Reads the books of each day of a period, by default of the last seven days. Signed days are returned as signed, in dollars
 * at the rates of their close; other days are read like the daily close does. @throws Refused.
 */
export function readPeriod(
  db: Db,
  {
    from,
    to,
    rates,
  }: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly rates: RateSnapshot | null
  },
): Promise<Period> {
  return inTransaction(db, 'daily_close.read_period', async (tx) => {
    await oneSnapshot(tx)
    const bounds = await boundsOf(tx, from, to)
    const signed = new Map<string, DayBooks>()
    for (const day of daysIn(bounds)) {
      const books = await signedBooksOf(tx, day)
      if (books !== null) signed.set(day, books)
    }
    const unsigned = daysIn(bounds).filter((day) => !signed.has(day))
    const open = await openBooksOf(tx, unsigned, rates)
    const books = new Map([...signed, ...open.map((one) => [one.day, one] as const)])
    return { ...bounds, days: daysIn(bounds).flatMap((day) => books.get(day) ?? []), rates }
  })
}
