import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { ActionRefused } from '../../lib/staff-action.ts'
import type { RateSnapshot } from '../rates/index.ts'
import { readAccounts, readCorridors } from './read-day.ts'
import type { AccountOfDay, CorridorOfDay, DayReport } from './report.ts'
import { findClose, oneSnapshot } from './store.ts'

/** The longest period, in days. */
const MOST_DAYS = 92

/** The books of a day (UTC): as two people signed them, or as they are now. */
export interface DayBooks {
  readonly day: string
  readonly isSigned: boolean
  readonly accounts: readonly AccountOfDay[]
  readonly corridors: readonly CorridorOfDay[]
}

/** The days of a period, in order, with the rates that unsigned days are converted with. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly days: readonly DayBooks[]
  readonly rates: RateSnapshot | null
}

/** Returns the days from the first to the last. Throws ActionRefused for a period that is empty, too long, or not over. */
async function daysOf(tx: Tx, from: string | undefined, to: string | undefined): Promise<readonly string[]> {
  const { rows } = await sql<{ today: string; from: string; to: string; days: number }>`
    with given as (
      select (now() at time zone 'UTC')::date as today, ${from ?? null}::date as first, ${to ?? null}::date as last
    ), filled as (select today, first, coalesce(last, today) as last from given)
    select today::text, coalesce(first, last - 6)::text as from, last::text as to,
      last - coalesce(first, last - 6) + 1 as days
    from filled`.execute(tx)
  const [period] = rows
  if (period === undefined) throw new Error('No time from the database')
  if (period.days < 1) throw new ActionRefused('The period ends before it begins.')
  if (period.days > MOST_DAYS) throw new ActionRefused(`Choose at most ${MOST_DAYS} days.`)
  if (period.to > period.today)
    throw new ActionRefused(`${period.to} has not begun. Choose today or earlier.`)
  const first = Date.parse(`${period.from}T00:00:00Z`)
  return Array.from({ length: period.days }, (_, nth) =>
    new Date(first + nth * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Refuses a day of which an archive holds a part: its books would look smaller than they were. */
async function requireInBooks(tx: Tx, day: string): Promise<void> {
  const { rows } = await sql`select from archives where state <> 'sealed' and month <= ${day}::date
    and (month + interval '1 month')::date > ${day}::date`.execute(tx)
  if (rows.length > 0)
    throw new ActionRefused(`The month of ${day} is archived. Bring it back: npm run sesa -- archive return.`)
}

async function booksOf(tx: Tx, day: string, rates: RateSnapshot | null): Promise<DayBooks> {
  const close = await findClose(tx, day)
  if (close !== undefined && close.signedAt !== null) {
    const { accounts, corridors } = JSON.parse(close.report) as DayReport
    return { day, isSigned: true, accounts, corridors }
  }
  await requireInBooks(tx, day)
  const accounts = await readAccounts(tx, day)
  return { day, isSigned: false, accounts, corridors: await readCorridors(tx, day, rates) }
}

/**
 * Reads the books of each day of a period, by default of the last seven days. A signed day is as it was signed, in dollars at
 * the rates of its close; any other is read as the daily close reads it. @throws ActionRefused.
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
    const days: DayBooks[] = []
    for (const day of await daysOf(tx, from, to)) days.push(await booksOf(tx, day, rates))
    return { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '', days, rates }
  })
}
