import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import { monthBefore, weekBefore } from './deadlines.ts'
import { viewFiling, type DocumentDeps, type ViewedFiling } from './documents.ts'
import { NOTHING_YET } from './filings.ts'
import { PRODUCT } from '../../record/index.ts'
import { profileInForce, REPORT_COUNTRIES } from './profiles.ts'
import type { FilingRow } from './writers/render.ts'

/** Returns the open filings, or all of them, the first due one first; at most 500. */
export async function listFilings(db: Db, { isWhole = false } = {}): Promise<readonly FilingRow[]> {
  let query = db.selectFrom('filings').selectAll().orderBy('due_at').orderBy('id').limit(500)
  if (!isWhole) query = query.where('state', 'not in', ['acknowledged', 'withdrawn'])
  return query.execute()
}

/** A filing with its document, or the facts that its document lacks. */
export interface ShownFiling extends ViewedFiling {
  readonly row: FilingRow
}

/** Returns one filing; undefined when there is none. */
export async function showFiling(deps: DocumentDeps, number: string): Promise<ShownFiling | undefined> {
  const { db } = deps
  const row = await db.selectFrom('filings').selectAll().where('number', '=', number).executeTakeFirst()
  return row === undefined ? undefined : { row, ...(await viewFiling(deps, row)) }
}

/** Counts the filings that are not out yet: `due`, and `overdue` among them. An exported filing counts as out. */
export async function countFilings(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ due: number; overdue: number }>`
    select count(*)::int as due, (count(*) filter (where due_at < now()))::int as overdue
    from filings where state in ('draft', 'approved')`.execute(db)
  return new Map(Object.entries(rows[0] ?? { due: 0, overdue: 0 }))
}

/** Drafts the figures of each finished period for the countries with active returns, once each. */
export async function draftReturns(db: Db): Promise<void> {
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db)
  const today = rows[0]?.today ?? ''
  for (const country of REPORT_COUNTRIES) {
    const { returns, holidays } = await profileInForce(db, country)
    for (const { kind, isActive } of returns) {
      if (!isActive) continue
      const { from, to, dueAt } = kind === 'weekly' ? weekBefore(today) : monthBefore(today, holidays)
      await inTransaction(db, 'reports.draft_return', (tx) =>
        tx
          .insertInto('filings')
          .values({
            country,
            kind,
            content: '{}',
            period_from: from,
            period_to: to,
            known_at: sql<Date>`${to}::date + 1`,
            due_at: dueAt,
            drafted_by: PRODUCT,
            ...NOTHING_YET,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    }
  }
}
