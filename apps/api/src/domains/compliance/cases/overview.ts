import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { CaseKind } from '../../../db/schema/compliance.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { addEvent, lockOpenCase, openCase, recordAction, type CaseRow } from './store.ts'

export interface CaseFilters {
  readonly kind?: CaseKind | undefined
  /** Defaults to all cases that are not closed. */
  readonly state?: CaseRow['state'] | undefined
  readonly owner?: string | undefined
  readonly isOverdue?: boolean | undefined
}

/** A position in the list: the next page starts after it. */
export interface CaseCursor {
  readonly dueAt: Date
  readonly id: bigint
}

export interface CasePage {
  readonly cases: readonly CaseRow[]
  /** Start of the next page; null on the last one. */
  readonly next: CaseCursor | null
}

const PAGE = 50

/** Lists cases, the first due one first, in pages of 50. */
export async function listCases(
  db: Db,
  { kind, state, owner, isOverdue }: CaseFilters = {},
  after: CaseCursor | null = null,
): Promise<CasePage> {
  let query = db
    .selectFrom('cases')
    .selectAll()
    .orderBy('due_at')
    .orderBy('id')
    .limit(PAGE + 1)
  query = state === undefined ? query.where('state', '<>', 'closed') : query.where('state', '=', state)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (owner !== undefined) query = query.where('owner', '=', owner)
  if (isOverdue === true) query = query.where('due_at', '<', sql<Date>`now()`)
  if (after !== null) query = query.where(sql<boolean>`(due_at, id) > (${after.dueAt}, ${after.id})`)
  const found = await query.execute()
  const cases = found.slice(0, PAGE)
  const last = cases.at(-1)
  const hasMore = found.length > PAGE && last !== undefined
  return { cases, next: hasMore ? { dueAt: last.due_at, id: last.id } : null }
}

/** Assigns a case to a staff member. @throws Refused when it is closed or unknown. */
export function assignCase(
  db: Db,
  number: string,
  { to, staff, reason }: StaffAction & { readonly to: string },
): Promise<void> {
  return inTransaction(db, 'cases.assign', async (tx) => {
    const row = await lockOpenCase(tx, number)
    await tx.updateTable('cases').set({ owner: to }).where('id', '=', row.id).execute()
    await addEvent(tx, row.id, 'assigned', { staff, detail: to })
    await recordAction(tx, 'assign_case', number, { staff, reason })
  })
}

/**
 * Hides a case from the next one until a time. Neither its deadline nor what a decision rests on changes. @throws Refused for
 * a time that has passed or is after the deadline, or when the case is closed or unknown.
 */
export function waitCase(
  db: Db,
  number: string,
  { until, staff, reason }: StaffAction & { readonly until: string },
): Promise<void> {
  return inTransaction(db, 'cases.wait', async (tx) => {
    const row = await lockOpenCase(tx, number)
    const at = new Date(until)
    const { rows } = await sql<{ isPast: boolean }>`select ${at} <= clock_timestamp() as "isPast"`.execute(tx)
    if (rows[0]?.isPast === true || at > row.due_at)
      throw actionRefused('Choose a time from now until the deadline. Waiting doesn’t move it.')
    await tx.updateTable('cases').set({ wait_until: at }).where('id', '=', row.id).execute()
    await recordAction(
      tx,
      'wait_case',
      number,
      { staff, reason },
      {
        before: { waitUntil: row.wait_until?.toISOString() ?? null },
        after: { waitUntil: at.toISOString() },
      },
    )
  })
}

/**
 * Assigns a case to a member, or to nobody, if it still has the owner that the member saw.
 * @throws Refused when it has another owner, is closed or is unknown.
 */
export function handOverCase(
  db: Db,
  number: string,
  { from, to, staff }: { readonly from: string | null; readonly to: string | null; readonly staff: string },
): Promise<void> {
  return inTransaction(db, 'cases.hand_over', async (tx) => {
    const row = await lockOpenCase(tx, number)
    const owner = await tx
      .selectFrom('staff_members')
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${row.owner})`)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if ((owner?.id ?? null) !== from) throw actionRefused(`${number} has another owner now.`)
    await tx.updateTable('cases').set({ owner: to }).where('id', '=', row.id).execute()
    await addEvent(tx, row.id, 'assigned', { staff, detail: to ?? 'nobody' })
    await recordAction(tx, 'assign_case', number, {
      staff,
      reason: to === null ? 'Given back' : 'Taken from the inbox',
    })
  })
}

/**
 * Opens a case about a customer that staff watch, as monitoring does, and returns its number. While such a case is open, the
 * reason is added to it. @throws Refused `not_found`.
 */
export function openStaffCase(db: Db, userId: string, { staff, reason }: StaffAction): Promise<string> {
  return inTransaction(db, 'cases.open', async (tx) => {
    const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (user === undefined) throw new Refused('not_found')
    const { number } = await openCase(tx, {
      ...{ kind: 'monitoring', stage: 'review' },
      subject: { kind: 'account', id: `${userId} staff` },
      evidence: `${staff}: ${reason}`,
    })
    await recordAction(tx, 'open_case', number, { staff, reason })
    return number
  })
}

/** Adds a note to a case; the action's reason is the note. @throws Refused when it is closed or unknown. */
export function noteCase(db: Db, number: string, { staff, reason }: StaffAction): Promise<void> {
  return inTransaction(db, 'cases.note', async (tx) => {
    const row = await lockOpenCase(tx, number)
    await addEvent(tx, row.id, 'noted', { staff, detail: reason })
    await recordAction(tx, 'note_case', number, { staff, reason })
  })
}

/** Counts the open cases by kind and state: `screening/open`, with overdue ones counted also as `screening/overdue`. */
export async function countCases(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; state: string; count: number; overdue: number }>`
    select kind, state, count(*)::int as count, (count(*) filter (where due_at < now()))::int as overdue
    from cases where state <> 'closed' group by kind, state`.execute(db)
  const counts = new Map<string, number>()
  for (const { kind, state, count, overdue } of rows) {
    counts.set(`${kind}/${state}`, count)
    counts.set(`${kind}/overdue`, (counts.get(`${kind}/overdue`) ?? 0) + overdue)
  }
  return counts
}
