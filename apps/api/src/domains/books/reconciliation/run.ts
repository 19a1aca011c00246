import type { StaffAction } from '../../../lib/staff-action.ts'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import { onPrimary, type Reads } from '../../../db/reads.ts'
import { keepBreaks, listUnresolvedBreaks, type UnresolvedBreak } from './breaks.ts'
import { compareCards, type Window } from './compare-cards.ts'
import { compareCollections } from './compare-collections.ts'
import { comparePayouts, type PayoutWindow } from './compare-payouts.ts'
import type { CardBooks, CollectionBooks, PayoutBooks } from './ports.ts'

export interface ReconciliationDeps {
  readonly db: Db
  /** Source of the rows to compare; defaults to the primary. */
  readonly reads?: Pick<Reads, 'run'>
  readonly cards: CardBooks
  readonly payouts: PayoutBooks
  /** Absent where nobody collects from wallets. */
  readonly collections?: CollectionBooks | undefined
}

export interface RunOptions {
  /**
   * Days to look back (default 3); always at least to the end of the last finished run, and for cards to the oldest
   * open break.
   */
  readonly days?: number
  /** Movements within these last minutes may still be settling and are left for the next run (default 15). */
  readonly settleMinutes?: number
  /** Number of older payouts (up to 45 days) to check again, continuing where the last run ended (default 100). */
  readonly older?: number
}

export interface Report {
  readonly since: Date
  /** How many entries of each kind were compared: zero proves nothing. */
  readonly compared: Readonly<Record<string, number>>
  readonly breaks: readonly UnresolvedBreak[]
}

/** How long a comparison waits for the standby, in milliseconds. It can wait: it is not interactive, and it reads much. */
const CATCH_UP_MS = 5_000

/** Reports on nothing. */
const NO_COLLECTORS: CollectionBooks = {
  of: () => ({ status: () => Promise.resolve({ status: 'unknown' }) }),
}

/** Arbitrary lock number: two runs store their findings one after the other. */
const RUN_LOCK = 7_361_005

interface RunWindow extends Window, PayoutWindow {
  readonly began: Date
}

/**
 * Computes the window to compare. It continues from where finished runs ended, or from the first attempt, so that
 * failed runs leave no gap. Lists begin a day earlier, since the two sides may date the same movement differently; or at the
 * oldest break resolved since then, or the start of a bank debit charged since then: one side may have booked long after the other.
 */
async function windowOf(
  db: Db,
  { days = 3, settleMinutes = 15, older = 100 }: RunOptions,
): Promise<RunWindow> {
  const { rows } = await sql<RunWindow>`
    with reach as (
      select least(now() - ${days} * interval '1 day',
        coalesce(max(compared_upto), min(started_at) - ${days} * interval '1 day')) as recent
      from reconciliation_runs
    ), judged as (
      select recent, least(recent, (
        select min(moved_at) from reconciliation_breaks where state = 'open' and kind like 'card%')) as since
      from reach
    )
    select recent, since, least(since, (
        select min(moved_at) from reconciliation_breaks where resolved_at >= since and kind like 'card%'), (
        select min(debit_started_at) from transfers where pay_method = 'bank_debit' and captured_at >= since))
          - interval '1 day' as listed,
      now() - ${settleMinutes} * interval '1 minute' as until, now() as began, ${older}::int as most,
      (select payouts_upto from reconciliation_runs where finished_at is not null order by id desc limit 1) as after
    from judged`.execute(db)
  const [window] = rows
  if (window === undefined) throw new Error('No time from the database')
  return window
}

/**
 * Compares ledger and transfers with each provider's own books, entry by entry, and stores every difference as a break;
 * a compared break that agrees again is resolved. Throws when a provider cannot be read, and then opens and resolves
 * nothing.
 */
export async function reconcile(deps: ReconciliationDeps, options: RunOptions = {}): Promise<Report> {
  const { db } = deps
  const { id } = await inTransaction(db, 'reconciliation.begin', (tx) =>
    tx.insertInto('reconciliation_runs').defaultValues().returning('id').executeTakeFirstOrThrow(),
  )
  const window = await windowOf(db, options)
  const { run } = deps.reads ?? onPrimary(db)
  const reads = { run: <T>(read: (from: Db) => Promise<T>) => run(read, { patience: CATCH_UP_MS }) }
  const cards = await compareCards(reads, deps.cards, window)
  const payouts = await comparePayouts(reads, deps.payouts, window)
  const collections = await compareCollections(reads, deps.collections ?? NO_COLLECTORS, window)
  const compared = { ...cards.compared, ...payouts.compared, ...collections.compared }
  const breaks = await inTransaction(db, 'reconciliation.keep', async (tx) => {
    await sql`select pg_advisory_xact_lock(${RUN_LOCK})`.execute(tx)
    const found = [...cards.breaks, ...payouts.breaks, ...collections.breaks]
    const answered = [...payouts.answered, ...collections.answered]
    await keepBreaks(tx, { ...window, breaks: found, answered })
    await sql`update payout_attempts set agreed_at = ${window.began}
      where transfer_id = any(${payouts.agreed}::uuid[])`.execute(tx)
    await sql`update collection_attempts set agreed_at = ${window.began}
      where id = any(${collections.agreed}::uuid[])`.execute(tx)
    await tx
      .updateTable('reconciliation_runs')
      .set({
        finished_at: sql<Date>`now()`,
        compared: JSON.stringify(compared),
        payouts_upto: payouts.upto,
        compared_upto: window.until,
      })
      .where('id', '=', id)
      .execute()
    return listUnresolvedBreaks(tx)
  })
  return { since: window.since, compared, breaks }
}

/** Marks a break as explained, with the staff member and the reason. Returns false when there is no such open break. */
export function explainBreak(db: Db, id: bigint, { staff, reason }: StaffAction): Promise<boolean> {
  return inTransaction(db, 'reconciliation.explain', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reconciliation_breaks')
      .set({ state: 'explained' })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .insertInto('staff_actions')
      .values({ action: 'explain_break', staff, reason, subject: String(id) })
      .execute()
    return true
  })
}
