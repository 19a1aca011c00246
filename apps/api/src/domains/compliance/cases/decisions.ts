import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { requireMayAskAs, requireTwoPeopleAs } from '../../record/index.ts'
import { dueOf } from './deadlines.ts'
import { allowedDecisions, type Deciders } from './deciders.ts'
import { readSeen } from './read.ts'
import { addEvent, lockOpenCase, recordAction, type CaseRow } from './store.ts'

/** Hours until a proposal expires without confirmation. */
const PROPOSAL_HOURS = 24

/** A member's decision and the version of the case that they read. */
export interface SeenAction extends StaffAction {
  readonly version: string
}

export interface Proposal extends SeenAction {
  readonly decision: string
  /** The reason for reporting the case without a filed report of its own. */
  readonly exception?: string | undefined
}

const outdated = (message: string): Refused => new Refused('approval_outdated', { message })

/**
 * Locks a case and the rows that new evidence about it would lock, in the same order as new evidence. Until the transaction
 * ends, no evidence is added. @throws Refused when it is closed or unknown.
 */
async function lockToDecide(tx: Tx, deciders: Deciders, number: string): Promise<CaseRow> {
  const row = await tx.selectFrom('cases').selectAll().where('number', '=', number).executeTakeFirst()
  if (row !== undefined) await deciders[row.kind]?.lock?.(tx, row)
  return lockOpenCase(tx, number)
}

/** Locks the pending proposal of a case; records it as expired if it has. */
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
  await expire(tx, row, pending)
  return undefined
}

/** Ends a proposal that can no longer be confirmed. */
async function expire(
  tx: Tx,
  row: CaseRow,
  { id, decision }: { readonly id: bigint; readonly decision: string },
) {
  await tx
    .updateTable('case_proposals')
    .set({ state: 'expired', decided_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await addEvent(tx, row.id, 'expired', { detail: decision })
}

/** Throws Refused when the case would be reported without a report or an exception, or when an exception is not needed. */
function requireReport(number: string, { decision, exception }: Proposal, hasFiled: boolean): void {
  const needsException = decision === 'reported' && !hasFiled
  if (needsException && exception === undefined) {
    throw actionRefused(
      `No report is filed for ${number}. Draft, approve and export one, or give the reason as an exception.`,
    )
  }
  if (!needsException && exception !== undefined) {
    throw actionRefused('An exception applies only to “Reported” without a filed report. Leave it out.')
  }
}

/**
 * Proposes a decision, to be confirmed by a second person within a day. Replaces a proposal made for an earlier version of
 * the case.
 * @throws Refused `action_refused`, `approval_outdated` or as `requireMayAsk`.
 */
export function propose(db: Db, deciders: Deciders, number: string, proposal: Proposal): Promise<void> {
  const { decision, staff, reason, version, exception = null } = proposal
  return inTransaction(db, 'cases.propose', async (tx) => {
    await requireMayAskAs(tx, staff)
    const row = await lockToDecide(tx, deciders, number)
    const allowed = Object.keys(allowedDecisions(deciders, row))
    if (!allowed.includes(decision)) {
      throw actionRefused(`${number} can’t be decided as ${decision}. Propose ${allowed.join(' or ')}.`)
    }
    const pending = await lockPending(tx, row)
    const seen = await readSeen(tx, deciders, row)
    if (pending?.version === seen.version) {
      throw actionRefused(
        `${pending.proposed_by} has proposed ${pending.decision} for ${number}. Confirm or refuse it first.`,
      )
    }
    if (version !== seen.version) {
      throw outdated(`${number} has changed. Reload it before you propose.`)
    }
    requireReport(
      number,
      proposal,
      seen.reports.some(({ isFiled }) => isFiled),
    )
    if (pending !== undefined) await expire(tx, row, pending)
    await tx
      .insertInto('case_proposals')
      .values({
        case_id: row.id,
        decision,
        reason,
        exception,
        version: seen.version,
        proposed_by: staff,
        expires_at: sql<Date>`clock_timestamp() + ${PROPOSAL_HOURS} * interval '1 hour'`,
        decided_by: null,
        decided_at: null,
        decision_reason: null,
      })
      .execute()
    // It waits for a second person, whose inbox offers only what nobody owns.
    await tx
      .updateTable('cases')
      .set({ owner: null })
      .where('id', '=', row.id)
      .where(sql<boolean>`lower(owner) = lower(${staff})`)
      .execute()
    await addEvent(tx, row.id, 'proposed', { staff, detail: detailOf(decision, reason, exception) })
    const change = {
      before: { decision: null },
      after: { decision, ...exceptionOf(exception), version: seen.version },
    }
    await recordAction(tx, 'propose_case', number, { staff, reason }, change)
  })
}

const exceptionOf = (exception: string | null) => (exception === null ? {} : { exception })

const detailOf = (decision: string, reason: string, exception: string | null): string =>
  exception === null ? `${decision}: ${reason}` : `${decision}: ${reason}. No report is filed: ${exception}`

/** The outcome of a confirmation: `expired` and `outdated` proposals must be made again. */
type Confirmed = 'done' | 'expired' | 'outdated'

/**
 * Confirms the pending proposal and carries it out, if both people have read the current version of the case.
 * @throws Refused `action_refused`, `approval_outdated` or as `requireTwoPeople`.
 */
export async function confirm(
  db: Db,
  deciders: Deciders,
  number: string,
  { staff, reason, version }: SeenAction,
): Promise<void> {
  const end = await inTransaction(db, 'cases.confirm', async (tx): Promise<Confirmed> => {
    const row = await lockToDecide(tx, deciders, number)
    const pending = await lockPending(tx, row)
    if (pending === undefined) return 'expired'
    await requireTwoPeopleAs(tx, { maker: pending.proposed_by, checker: staff, permission: 'cases.decide' })
    const seen = await readSeen(tx, deciders, row)
    if (pending.version !== seen.version) {
      await expire(tx, row, pending)
      return 'outdated'
    }
    if (version !== seen.version) {
      throw outdated(`${number} has changed. Reload it before you confirm.`)
    }
    const { decision, exception } = pending
    if (!Object.hasOwn(allowedDecisions(deciders, row), decision)) {
      throw actionRefused(
        `${number} has changed and can’t be decided as ${decision}. Refuse the proposal and make another.`,
      )
    }
    await tx
      .updateTable('case_proposals')
      .set({
        state: 'confirmed',
        confirmed_version: seen.version,
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
    const before = { state: row.state, outcome: row.outcome }
    await recordAction(
      tx,
      'confirm_case',
      number,
      { staff, reason, proposedBy: pending.proposed_by },
      { before, after: { ...after, ...exceptionOf(exception), version: seen.version } },
    )
    return 'done'
  })
  if (end === 'outdated') {
    throw outdated(`${number} has changed since the proposal. Reload it and propose again.`)
  }
  if (end === 'expired') {
    throw actionRefused(`${number} has no proposal to confirm, or it has expired. Propose again.`)
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

/** Refuses the pending proposal; its author may withdraw it this way. @throws as `confirm`. */
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
  if (end === 'expired') throw actionRefused(`${number} has no open proposal.`)
}
