import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { countOpenBreaks } from '../reconciliation/index.ts'
import type { Position } from '../treasury/index.ts'
import { checksOf, type DayFacts, type DayFigures } from './checks.ts'
import type { DayBooks } from './period.ts'
import { readReport } from './report.ts'
import type { DailyClose } from './service.ts'

export interface ChecklistDeps {
  readonly db: Db
  readonly dailyClose: Pick<DailyClose, 'find' | 'period'>
  /** Returns the positions by the last balances and movements. */
  positions(): Promise<readonly Position[]>
}

interface Times {
  readonly weekBefore: string
  readonly isOver: boolean
  readonly isCompared: boolean
}

async function readTimes(db: Db, day: string): Promise<Times> {
  const { rows } = await sql<Times>`
    with ended as (select ((${day}::date + 1)::timestamp at time zone 'UTC') as at)
    select (${day}::date - 7)::text as "weekBefore", now() >= at + interval '5 minutes' as "isOver",
      coalesce((select started_at >= at from reconciliation_runs
        where finished_at is not null order by id desc limit 1), false) as "isCompared"
    from ended`.execute(db)
  const [times] = rows
  if (times === undefined) throw new Error('No time from the database')
  return times
}

function figuresOf(books: DayBooks | undefined): DayFigures | null {
  if (books === undefined) return null
  const { corridors } = books
  return {
    charged: corridors.reduce((sum, one) => sum + one.charged, 0),
    paidOut: corridors.reduce((sum, one) => sum + one.paidOut, 0),
    inDollars: corridors.reduce<bigint | null>(
      (sum, { inDollars }) => (sum === null || inDollars === null ? null : sum + BigInt(inDollars)),
      0n,
    ),
  }
}

/** Returns the figures of a day and of the week before; null where the books are archived, or nothing was booked then. */
async function readFigures(
  { period }: Pick<DailyClose, 'period'>,
  day: string,
  weekBefore: string,
): Promise<Pick<DayFacts, 'figures' | 'weekBefore'>> {
  const days = await period(weekBefore, day)
    .catch((error: unknown) => {
      if (error instanceof Refused) return period(day, day)
      throw error
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return null
      throw error
    })
  const of = (wanted: string) => days?.days.find((one) => one.day === wanted)
  const before = of(weekBefore)
  const isEmpty = before === undefined || (!before.isSigned && before.corridors.length === 0)
  return { figures: figuresOf(of(day)), weekBefore: isEmpty ? null : figuresOf(before) }
}

/** Reads what stands between a day and its signature. A signed day keeps what it was signed with. */
export async function readChecklist({ db, dailyClose, positions }: ChecklistDeps, day: string) {
  const close = await dailyClose.find(day)
  const { weekBefore, isOver, isCompared } = await readTimes(db, day)
  const signed = close?.signedAt ? readReport(close.report) : null
  const none = { figures: null, weekBefore: null }
  return {
    close,
    checks: checksOf({
      ...{ isOver, isCompared: signed !== null || isCompared, close },
      openBreaks: signed?.openBreaks ?? Object.fromEntries(await countOpenBreaks(db)),
      positions: signed?.positions ?? (await positions()),
      ...(isOver ? await readFigures(dailyClose, day, weekBefore) : none),
    }),
  }
}
