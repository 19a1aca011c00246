import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { CaseEventKind, CaseKind, CaseStage, ComplianceTables } from '../../../db/schema/compliance.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type Change, type StaffAction } from '../../../lib/staff-action.ts'
import { dueOf } from './deadlines.ts'

export type CaseRow = Selectable<ComplianceTables['cases']>

/** The subject of a case. */
export interface CaseSubject {
  readonly kind: 'account' | 'transfer' | 'recipient'
  /** Id of the account or the transfer, or the id given by the module that opened the case. */
  readonly id: string
}

export async function addEvent(
  tx: Tx,
  caseId: bigint,
  kind: CaseEventKind,
  { staff = null, detail = null }: { staff?: string | null; detail?: string | null } = {},
): Promise<void> {
  await tx.insertInto('case_events').values({ case_id: caseId, kind, staff, detail }).execute()
}

/**
 * Opens a case, or adds the evidence to the open one about the same subject. A case that only asked for a review becomes one
 * that money waits for, never the reverse. `evidence` describes the findings for staff.
 */
export async function openCase(
  tx: Tx,
  given: {
    readonly kind: CaseKind
    readonly stage: Exclude<CaseStage, 'report'>
    readonly subject: CaseSubject
    readonly evidence: string
  },
): Promise<Pick<CaseRow, 'id' | 'number'>> {
  const { kind, stage, subject, evidence } = given
  const due = await dueOf(tx, kind, stage)
  const opened = await tx
    .insertInto('cases')
    .values({
      kind,
      stage,
      subject_kind: subject.kind,
      subject_id: subject.id,
      owner: null,
      outcome: null,
      due_at: due,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (opened !== undefined) {
    await addEvent(tx, opened.id, 'opened', { detail: evidence })
    return opened
  }
  const open = await tx
    .selectFrom('cases')
    .select(['id', 'number', 'stage'])
    .where('kind', '=', kind)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  // The case was closed between the two statements: the next attempt opens another.
  if (open === undefined) return openCase(tx, given)
  if (stage === 'hold' && open.stage === 'review') {
    await tx
      .updateTable('cases')
      .set({ stage, due_at: sql<Date>`least(due_at, ${due})` })
      .where('id', '=', open.id)
      .execute()
  }
  await addEvent(tx, open.id, 'evidence', { detail: evidence })
  return open
}

/** Locks a case by its number. @throws Refused when there is none. */
async function lockCase(tx: Tx, number: string): Promise<CaseRow> {
  const row = await tx
    .selectFrom('cases')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw actionRefused(`Case ${number} doesn’t exist. See the inbox.`)
  return row
}

/** Locks a case that is not closed. @throws Refused. */
export async function lockOpenCase(tx: Tx, number: string): Promise<CaseRow> {
  const row = await lockCase(tx, number)
  if (row.state === 'closed')
    throw actionRefused(`${number} is closed as ${row.outcome ?? 'decided'} and can’t change.`)
  return row
}

export async function recordAction(
  tx: Tx,
  action:
    | 'open_case'
    | 'assign_case'
    | 'wait_case'
    | 'note_case'
    | 'propose_case'
    | 'confirm_case'
    | 'refuse_case',
  number: string,
  by: StaffAction,
  change?: Change,
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ action, ...signatureOf(by, change), subject: number })
    .execute()
}
