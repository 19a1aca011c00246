import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import type { CaseKind } from '../../db/schema/compliance.ts'
import { ActionRefused, type ApprovedAction, type StaffAction } from '../../lib/staff-action.ts'
import { requireMayAskAs, requireTwoPeopleAs } from '../staff/index.ts'
import { dueOf } from './deadlines.ts'
import { addEvent, lockOpenCase, recordAction, type CaseRow } from './store.ts'

/** The decisions of one kind of case, and their effects. */
export interface Decider {
  /** The decisions that the case allows now, with their meaning for staff. */
  decisionsOf(row: CaseRow): Readonly<Record<string, string>>
  /** Carries a confirmed decision out, in its transaction. `reporting`: the case stays until a report is filed. */
  carryOut(tx: Tx, row: CaseRow, decision: string, action: ApprovedAction): Promise<'closed' | 'reporting'>
}

export type Deciders = Readonly<Partial<Record<CaseKind, Decider>>>

/** How long a proposal waits for a second person. */
const PROPOSAL_HOURS = 24
/** Ends a case whose report was filed; the reason names the filing. */
const REPORTED = { reported: 'the report was filed; the reason names it' }

/** Returns the decisions that a case allows now. */
export function allowedDecisions(deciders: Deciders, row: CaseRow): Readonly<Record<string, string>> {
  if (row.state === 'closed') return {}
  return row.state === 'reporting' ? REPORTED : (deciders[row.kind]?.decisionsOf(row) ?? {})
}

/** Locks the pending proposal of a case; one that has expired is recorded as such. */
async function lockPending(tx: Tx, row: CaseRow) {
  const pending = await tx
    .selectFrom('case_proposals')
    .selectAll()
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('hasExpired'))
    .where('case_id', '=', row.id)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (pending?.hasExpired !== true) return pending
  await tx
    .updateTable('case_proposals')
    .set({ state: 'expired', decided_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', pending.id)
    .execute()
  await addEvent(tx, row.id, 'expired', { detail: pending.decision })
  return undefined
}

/** Proposes a decision, for a second person to confirm within a day. @throws ActionRefused, and Refused as `requireMayAsk`. */
export function propose(
  db: Db,
  deciders: Deciders,
  number: string,
  { decision, staff, reason }: StaffAction & { readonly decision: string },
): Promise<void> {
  return inTransaction(db, 'cases.propose', async (tx) => {
    await requireMayAskAs(tx, staff)
    const row = await lockOpenCase(tx, number)
    const allowed = Object.keys(allowedDecisions(deciders, row))
    if (!allowed.includes(decision)) {
      throw new ActionRefused(`${number} cannot be decided as ${decision}. Propose ${allowed.join(' or ')}.`)
    }
    const pending = await lockPending(tx, row)
    if (pending !== undefined) {
      throw new ActionRefused(
        `${pending.proposed_by} has proposed ${pending.decision} for ${number}. Confirm or refuse that first.`,
      )
    }
    await tx
      .insertInto('case_proposals')
      .values({
        case_id: row.id,
        decision,
        reason,
        proposed_by: staff,
        expires_at: sql<Date>`clock_timestamp() + ${PROPOSAL_HOURS} * interval '1 hour'`,
        decided_by: null,
        decided_at: null,
        decision_reason: null,
      })
      .execute()
    await addEvent(tx, row.id, 'proposed', { staff, detail: `${decision}: ${reason}` })
    const change = { before: { decision: null }, after: { decision } }
    await recordAction(tx, 'propose_case', number, { staff, reason: `${decision}: ${reason}` }, change)
  })
}

/** What came of a confirmation: `expired` proposals must be made again. */
type Confirmed = 'done' | 'expired'

/** Confirms the pending proposal and carries it out. @throws ActionRefused, and Refused as `requireTwoPeople`. */
export async function confirm(
  db: Db,
  deciders: Deciders,
  number: string,
  { staff, reason }: StaffAction,
): Promise<void> {
  const end = await inTransaction(db, 'cases.confirm', async (tx): Promise<Confirmed> => {
    const row = await lockOpenCase(tx, number)
    const pending = await lockPending(tx, row)
    if (pending === undefined) return 'expired'
    await requireTwoPeopleAs(tx, { maker: pending.proposed_by, checker: staff })
    const { decision } = pending
    if (!Object.hasOwn(allowedDecisions(deciders, row), decision)) {
      throw new ActionRefused(
        `${number} has changed since: it cannot be decided as ${decision}. Refuse the proposal and make another.`,
      )
    }
    await tx
      .updateTable('case_proposals')
      .set({
        state: 'confirmed',
        decided_by: staff,
        decided_at: sql<Date>`clock_timestamp()`,
        decision_reason: reason,
      })
      .where('id', '=', pending.id)
      .execute()
    await addEvent(tx, row.id, 'confirmed', { staff, detail: `${decision}: ${reason}` })
    const action = { staff: pending.proposed_by, reason: pending.reason, approvedBy: staff }
    const next =
      row.state === 'reporting'
        ? 'closed'
        : ((await deciders[row.kind]?.carryOut(tx, row, decision, action)) ?? 'closed')
    const after = await closeOrReport(tx, row, decision, next)
    const confirmed = { staff, reason: `${decision}: ${reason}`, proposedBy: pending.proposed_by }
    const before = { state: row.state, outcome: row.outcome }
    await recordAction(tx, 'confirm_case', number, confirmed, { before, after })
    return 'done'
  })
  if (end === 'expired') {
    throw new ActionRefused(
      `Nothing is proposed for ${number}, or the proposal has expired. Propose it again.`,
    )
  }
}

async function closeOrReport(tx: Tx, row: CaseRow, decision: string, next: 'closed' | 'reporting') {
  const outcome = row.outcome === null ? decision : `${row.outcome}, ${decision}`
  await tx
    .updateTable('cases')
    .set(
      next === 'closed'
        ? { state: 'closed', outcome, closed_at: sql<Date>`clock_timestamp()` }
        : { state: 'reporting', outcome, stage: 'report', due_at: await dueOf(tx, row.kind, 'report') },
    )
    .where('id', '=', row.id)
    .execute()
  return { state: next, outcome }
}

/** Refuses the pending proposal; the person who made it may take it back in this way. @throws as `confirm`. */
export async function refuse(db: Db, number: string, { staff, reason }: StaffAction): Promise<void> {
  const end = await inTransaction(db, 'cases.refuse', async (tx): Promise<Confirmed> => {
    const row = await lockOpenCase(tx, number)
    const pending = await lockPending(tx, row)
    if (pending === undefined) return 'expired'
    if (pending.proposed_by !== staff)
      await requireTwoPeopleAs(tx, { maker: pending.proposed_by, checker: staff })
    await tx
      .updateTable('case_proposals')
      .set({
        state: 'refused',
        decided_by: staff,
        decided_at: sql<Date>`clock_timestamp()`,
        decision_reason: reason,
      })
      .where('id', '=', pending.id)
      .execute()
    await addEvent(tx, row.id, 'refused', { staff, detail: `${pending.decision}: ${reason}` })
    const change = { before: { decision: pending.decision }, after: { decision: null } }
    await recordAction(tx, 'refuse_case', number, { staff, reason, proposedBy: pending.proposed_by }, change)
    return 'done'
  })
  if (end === 'expired')
    throw new ActionRefused(`Nothing is proposed for ${number}, or the proposal has expired.`)
}
