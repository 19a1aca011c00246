import { sql } from 'kysely'
import { commit, type Db } from '../../db/index.ts'
import { keepBreaks, standingBreaks, type StandingBreak } from './breaks.ts'
import { compareCards, type Window } from './compare-cards.ts'
import { comparePayouts, type PayoutWindow } from './compare-payouts.ts'
import type { CardBooks, PayoutBooks } from './ports.ts'

export interface ReconciliationDeps {
  readonly db: Db
  readonly cards: CardBooks
  readonly payouts: PayoutBooks
}

export interface RunOptions {
  /** How far back it looks, in days (default 3); with cards further where a break has been standing longer. */
  readonly days?: number
  /** What moved within these last minutes may still be settling and is left for the next run (default 15). */
  readonly settleMinutes?: number
  /** How many pay-outs of the last 45 days before that it asks for again, going on where the last run ended (default 100). */
  readonly older?: number
}

export interface Report {
  readonly since: Date
  /** How many entries of each kind were compared: zero proves nothing. */
  readonly compared: Readonly<Record<string, number>>
  readonly breaks: readonly StandingBreak[]
}

/** Any fixed number: it keeps two runs apart, since the later one would resolve what the earlier is just finding. */
const RUN_LOCK = 7_361_005

async function windowOf(
  db: Db,
  { days = 3, settleMinutes = 15, older = 100 }: RunOptions,
): Promise<Window & PayoutWindow> {
  const { rows } = await sql<Window & PayoutWindow>`
    with recent as (select now() - ${days} * interval '1 day' as recent)
    select recent, least(recent, (
        select min(first_seen) from reconciliation_breaks where state <> 'resolved' and kind like 'card%')
          - ${days} * interval '1 day') as since,
      now() - ${settleMinutes} * interval '1 minute' as until, ${older}::int as most,
      (select payouts_upto from reconciliation_runs where finished_at is not null order by id desc limit 1) as after
    from recent`.execute(db)
  const [window] = rows
  if (window === undefined) throw new Error('No time from the database')
  return window
}

/**
 * Compares ledger and transfers with each provider's own books, entry by entry, and keeps every difference as a break;
 * one that agrees again is resolved. When a provider cannot be read it throws, and nothing is resolved or opened.
 */
export async function reconcile(deps: ReconciliationDeps, options: RunOptions = {}): Promise<Report> {
  const { db } = deps
  const { id } = await commit(db, 'reconciliation.begin', (tx) =>
    tx.insertInto('reconciliation_runs').defaultValues().returning('id').executeTakeFirstOrThrow(),
  )
  const window = await windowOf(db, options)
  const cards = await compareCards(db, deps.cards, window)
  const payouts = await comparePayouts(db, deps.payouts, window)
  const compared = { ...cards.compared, ...payouts.compared }
  const breaks = await commit(db, 'reconciliation.keep', async (tx) => {
    await sql`select pg_advisory_xact_lock(${RUN_LOCK})`.execute(tx)
    const found = [...cards.breaks, ...payouts.breaks]
    await keepBreaks(tx, { breaks: found, until: window.until, unanswered: payouts.unanswered })
    await tx
      .updateTable('reconciliation_runs')
      .set({
        finished_at: sql<Date>`now()`,
        compared: JSON.stringify(compared),
        payouts_upto: payouts.upto,
      })
      .where('id', '=', id)
      .execute()
    return standingBreaks(tx)
  })
  return { since: window.since, compared, breaks }
}

/** Marks a break as explained, by name and with the reason. False when there is no such open break. */
export function explainBreak(
  db: Db,
  id: bigint,
  { operator, reason }: { operator: string; reason: string },
): Promise<boolean> {
  return commit(db, 'reconciliation.explain', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reconciliation_breaks')
      .set({ state: 'explained' })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .insertInto('operator_actions')
      .values({ action: 'explain_break', operator, reason, subject: String(id) })
      .execute()
    return true
  })
}
