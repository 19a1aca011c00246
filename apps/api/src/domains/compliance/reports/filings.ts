import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { requireMayAskAs, requireTwoPeopleAs } from '../../record/index.ts'
import { checkDraft, dayOfDocuments, profileWithSchema } from './check.ts'
import { dueAfter } from './deadlines.ts'
import type { Draft } from './drafts.ts'
import { approvedFiles, keepFiles, viewFiling, type DocumentDeps } from './documents.ts'
import { profileInForce } from './profiles.ts'
import { renderFiling, type FilingRow, type ReportFile } from './writers/render.ts'

type FilingAction =
  | 'draft_filing'
  | 'approve_filing'
  | 'export_filing'
  | 'acknowledge_filing'
  | 'withdraw_filing'

/** Records an action, and the state of the filing before and after it. */
function record(
  tx: Tx,
  action: FilingAction,
  subject: string,
  by: StaffAction,
  [before, after]: readonly [FilingRow['state'] | null, FilingRow['state']],
) {
  const change = { before: before === null ? null : { state: before }, after: { state: after } }
  return tx
    .insertInto('staff_actions')
    .values({ action, ...signatureOf(by, change), subject })
    .execute()
}

async function lock(tx: Tx, number: string): Promise<FilingRow> {
  const row = await tx
    .selectFrom('filings')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw actionRefused(`Report ${number} doesn’t exist. See Reports in the office.`)
  return row
}

async function nowOf(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('second', clock_timestamp()) as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}

export interface Drafted {
  readonly row: FilingRow
  /** The names of the facts that the document still lacks. */
  readonly gaps: readonly string[]
  /** True if the transfers stay below the threshold from which the law requires a report. */
  readonly isVoluntary: boolean
}

/** Stores a draft suspicious-activity report. @throws Refused with everything to correct in the draft. */
export async function draftFiling(deps: DocumentDeps, draft: Draft, action: StaffAction): Promise<Drafted> {
  await requireMayAskAs(deps.db, action.staff)
  const { refusals, problems, isVoluntary } = await checkDraft(deps, draft)
  if (refusals.length > 0) throw actionRefused(refusals.join(' '))
  return inTransaction(deps.db, 'reports.draft', async (tx) => {
    const knownAt = new Date(draft.knownAt)
    const { suspicion, holidays } = await profileInForce(tx, draft.country)
    const row = await tx
      .insertInto('filings')
      .values({
        country: draft.country,
        kind: 'suspicion',
        case_number: draft.case ?? null,
        content: JSON.stringify(draft),
        known_at: knownAt,
        due_at: dueAfter(knownAt, suspicion, holidays),
        drafted_by: action.staff,
        ...NOTHING_YET,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(tx, 'draft_filing', row.number, action, [null, row.state])
    return { row, gaps: problems, isVoluntary }
  })
}

/**
 * Replaces the content of a draft. The member who edits it becomes its author, so that another one approves it. `draftedAt`
 * is of the draft that they edited. @throws Refused with everything to correct.
 */
export async function editFiling(
  deps: DocumentDeps,
  number: string,
  draft: Draft,
  { draftedAt, ...action }: StaffAction & { readonly draftedAt: string },
): Promise<Drafted> {
  await requireMayAskAs(deps.db, action.staff)
  const { refusals, problems, isVoluntary } = await checkDraft(deps, draft)
  if (refusals.length > 0) throw actionRefused(refusals.join(' '))
  return inTransaction(deps.db, 'reports.edit', async (tx) => {
    const before = await lock(tx, number)
    if (before.state !== 'draft') throw actionRefused(`${number} is ${before.state} and can’t be edited.`)
    if (before.kind !== 'suspicion' || before.country !== draft.country)
      throw actionRefused(`${number} is another report. Draft a new one.`)
    if (before.drafted_at.toISOString() !== draftedAt)
      throw actionRefused(`${before.drafted_by} has edited ${number} meanwhile. Reload the page.`)
    const knownAt = new Date(draft.knownAt)
    const { suspicion, holidays } = await profileInForce(tx, draft.country)
    const row = await tx
      .updateTable('filings')
      .set({
        case_number: draft.case ?? null,
        content: JSON.stringify(draft),
        known_at: knownAt,
        due_at: dueAfter(knownAt, suspicion, holidays),
        drafted_by: action.staff,
        drafted_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const termsOf = ({ drafted_by: draftedBy, known_at: known, due_at: due }: FilingRow) => ({
      draftedBy,
      knownAt: known.toISOString(),
      dueAt: due.toISOString(),
    })
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'edit_filing',
        ...signatureOf(action, { before: termsOf(before), after: termsOf(row) }),
        subject: number,
      })
      .execute()
    return { row, gaps: problems, isVoluntary }
  })
}

/** The columns that later steps fill. */
export const NOTHING_YET = {
  approved_by: null,
  approved_at: null,
  document_hash: null,
  exported_at: null,
  authority_id: null,
  ended_at: null,
} as const

const OUTDATED = 'This report has changed. Open the document again before you approve.'

async function findFiling(db: Db, number: string): Promise<FilingRow> {
  const row = await db.selectFrom('filings').selectAll().where('number', '=', number).executeTakeFirst()
  if (row === undefined) throw actionRefused(`Report ${number} doesn’t exist. See Reports in the office.`)
  return row
}

/**
 * Approves the version of a draft that the approver read, as another person than its author, and stores its files. @throws
 * Refused, including for missing facts and for schema violations.
 */
export async function approveFiling(
  deps: DocumentDeps,
  number: string,
  { staff, reason }: StaffAction,
  version: string,
): Promise<void> {
  const seen = await findFiling(deps.db, number)
  requireDraft(seen)
  await requireTwoPeopleAs(deps.db, { maker: seen.drafted_by, checker: staff, permission: 'reports.file' })
  const { problems, profile } = await viewFiling(deps, seen)
  if (problems.length > 0) throw actionRefused(`${number} can’t be approved. ${problems.join(' ')}`)
  await inTransaction(deps.db, 'reports.approve', async (tx) => {
    const row = await lock(tx, number)
    requireDraft(row)
    await requireTwoPeopleAs(tx, { maker: row.drafted_by, checker: staff, permission: 'reports.file' })
    const used = await profileWithSchema(tx, row.country, deps.isSandbox)
    const rendered = await renderFiling(tx, deps, used, row, await dayOfDocuments(tx))
    const isSeen =
      rendered.ok &&
      rendered.hash.toString('hex') === version &&
      used.profile.schema?.sha256 === profile.schema?.sha256
    if (!isSeen) throw actionRefused(OUTDATED)
    await keepFiles(tx, deps.filesSealing, row, rendered.files)
    await tx
      .updateTable('filings')
      .set({
        state: 'approved',
        approved_by: staff,
        approved_at: await nowOf(tx),
        document_hash: rendered.hash,
      })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'approve_filing', number, { staff, reason, proposedBy: row.drafted_by }, [
      row.state,
      'approved',
    ])
  })
}

function requireDraft({ state, number }: FilingRow): void {
  if (state !== 'draft') throw actionRefused(`${number} is ${state}. Only drafts can be approved.`)
}

/**
 * Returns the files that two people approved, and marks the filing as exported. The files are the same each time. @throws
 * Refused.
 */
export function exportFiling(
  deps: DocumentDeps,
  number: string,
  action: StaffAction,
): Promise<readonly ReportFile[]> {
  return inTransaction(deps.db, 'reports.export', async (tx) => {
    const row = await lock(tx, number)
    if (row.approved_at === null || row.state === 'withdrawn') {
      throw actionRefused(`${number} is ${row.state}. Approve it before you export it.`)
    }
    const files = await approvedFiles(tx, deps, row)
    if (row.state === 'approved') {
      const exported = { state: 'exported', exported_at: sql<Date>`clock_timestamp()` } as const
      await tx.updateTable('filings').set(exported).where('id', '=', row.id).execute()
    }
    await record(tx, 'export_filing', number, action, [
      row.state,
      row.state === 'approved' ? 'exported' : row.state,
    ])
    return files
  })
}

/** Completes an exported filing with the authority's own id. @throws Refused. */
export function acknowledgeFiling(
  deps: Pick<DocumentDeps, 'db'>,
  number: string,
  authorityId: string,
  action: StaffAction,
): Promise<void> {
  return inTransaction(deps.db, 'reports.acknowledge', async (tx) => {
    const row = await lock(tx, number)
    if (row.state !== 'exported') {
      throw actionRefused(`${number} is ${row.state}. Only exported reports can be marked as filed.`)
    }
    await tx
      .updateTable('filings')
      .set({ state: 'acknowledged', authority_id: authorityId, ended_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'acknowledge_filing', number, action, [row.state, 'acknowledged'])
  })
}

/** Withdraws a filing that was not exported. @throws Refused. */
export function withdrawFiling(
  deps: Pick<DocumentDeps, 'db'>,
  number: string,
  action: StaffAction,
): Promise<void> {
  return inTransaction(deps.db, 'reports.withdraw', async (tx) => {
    const row = await lock(tx, number)
    if (row.state !== 'draft' && row.state !== 'approved') {
      throw actionRefused(`${number} is ${row.state} and can’t be withdrawn.`)
    }
    await tx
      .updateTable('filings')
      .set({ state: 'withdrawn', ended_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'withdraw_filing', number, action, [row.state, 'withdrawn'])
  })
}
