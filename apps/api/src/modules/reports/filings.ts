import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { ActionRefused, signatureOf, type StaffAction } from '../../lib/staff-action.ts'
import { requireMayAskAs, requireTwoPeopleAs } from '../staff/index.ts'
import { dueAfter } from './deadlines.ts'
import type { Draft } from './drafts.ts'
import { profileInForce } from './profile-store.ts'
import { readTransfers, type ReadDeps } from './read.ts'
import { renderFiling, type FilingRow, type ReportFile } from './render.ts'

export interface FilingDeps extends ReadDeps {
  readonly db: Db
}

type FilingAction =
  'draft_filing' | 'approve_filing' | 'export_filing' | 'acknowledge_filing' | 'withdraw_filing'

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
    .insertInto('operator_actions')
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
  if (row === undefined) throw new ActionRefused(`There is no filing ${number}. See reports list.`)
  return row
}

async function nowOf(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('second', clock_timestamp()) as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}

export interface Drafted {
  readonly row: FilingRow
  /** The names of what the document still lacks. */
  readonly gaps: readonly string[]
  /** The transfers stay below the threshold from which the law asks for a report. */
  readonly isVoluntary: boolean
}

/** Stores a draft of a report of suspicion. @throws ActionRefused. */
export function draftFiling(deps: FilingDeps, draft: Draft, action: StaffAction): Promise<Drafted> {
  return inTransaction(deps.db, 'reports.draft', async (tx) => {
    await requireMayAskAs(tx, action.staff)
    const knownAt = new Date(draft.knownAt)
    if (knownAt > (await nowOf(tx))) throw new ActionRefused('knownAt is in the future: give when we knew.')
    const { suspicion, holidays, threshold } = await profileInForce(tx, draft.country)
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
    const rendered = await renderFiling(tx, deps, row, row.drafted_at)
    await record(tx, 'draft_filing', row.number, action, [null, row.state])
    const transfers = await readTransfers(tx, deps, draft.transfers)
    const total = transfers.reduce((sum, { usd }) => sum + usd, 0n)
    const isVoluntary = threshold !== undefined && transfers.length > 0 && total < BigInt(threshold.usd)
    return { row, gaps: rendered.ok ? [] : rendered.gaps, isVoluntary }
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

/** Approves a draft, as another person than drafted it. @throws ActionRefused, also with the names of what is missing. */
export function approveFiling(
  deps: FilingDeps,
  number: string,
  { staff, reason }: StaffAction,
): Promise<void> {
  return inTransaction(deps.db, 'reports.approve', async (tx) => {
    const row = await lock(tx, number)
    if (row.state !== 'draft') throw new ActionRefused(`${number} is ${row.state}: only a draft is approved.`)
    await requireTwoPeopleAs(tx, { maker: row.drafted_by, checker: staff })
    const at = await nowOf(tx)
    const rendered = await renderFiling(tx, deps, row, at)
    if (!rendered.ok) {
      throw new ActionRefused(
        `${number} lacks ${rendered.gaps.join(', ')}. Withdraw it, and draft it again with them or set the profile.`,
      )
    }
    await tx
      .updateTable('filings')
      .set({ state: 'approved', approved_by: staff, approved_at: at, document_hash: rendered.hash })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'approve_filing', number, { staff, reason, proposedBy: row.drafted_by }, [
      row.state,
      'approved',
    ])
  })
}

/**
 * Returns the files of an approved filing, and marks it as exported; each time the same files. @throws ActionRefused when
 * the records have changed since two people approved the document.
 */
export function exportFiling(
  deps: FilingDeps,
  number: string,
  action: StaffAction,
): Promise<readonly ReportFile[]> {
  return inTransaction(deps.db, 'reports.export', async (tx) => {
    const row = await lock(tx, number)
    const { approved_at: at, document_hash: hash } = row
    if (at === null || hash === null || row.state === 'withdrawn') {
      throw new ActionRefused(`${number} is ${row.state}: approve it before the export.`)
    }
    const rendered = await renderFiling(tx, deps, row, at)
    if (!rendered.ok || !rendered.hash.equals(hash)) {
      throw new ActionRefused(
        `The records behind ${number} have changed since it was approved. Use the files of the first export, or withdraw it and draft it again.`,
      )
    }
    if (row.state === 'approved') {
      const exported = { state: 'exported', exported_at: sql<Date>`clock_timestamp()` } as const
      await tx.updateTable('filings').set(exported).where('id', '=', row.id).execute()
    }
    await record(tx, 'export_filing', number, action, [
      row.state,
      row.state === 'approved' ? 'exported' : row.state,
    ])
    return rendered.files
  })
}

/** Ends an exported filing with the authority's own id. @throws ActionRefused. */
export function acknowledgeFiling(
  deps: Pick<FilingDeps, 'db'>,
  number: string,
  authorityId: string,
  action: StaffAction,
): Promise<void> {
  return inTransaction(deps.db, 'reports.acknowledge', async (tx) => {
    const row = await lock(tx, number)
    if (row.state !== 'exported') {
      throw new ActionRefused(`${number} is ${row.state}: only an exported filing is acknowledged.`)
    }
    await tx
      .updateTable('filings')
      .set({ state: 'acknowledged', authority_id: authorityId, ended_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'acknowledge_filing', number, action, [row.state, 'acknowledged'])
  })
}

/** Withdraws a filing that was not exported. @throws ActionRefused. */
export function withdrawFiling(
  deps: Pick<FilingDeps, 'db'>,
  number: string,
  action: StaffAction,
): Promise<void> {
  return inTransaction(deps.db, 'reports.withdraw', async (tx) => {
    const row = await lock(tx, number)
    if (row.state !== 'draft' && row.state !== 'approved') {
      throw new ActionRefused(`${number} is ${row.state}: it cannot be withdrawn.`)
    }
    await tx
      .updateTable('filings')
      .set({ state: 'withdrawn', ended_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    await record(tx, 'withdraw_filing', number, action, [row.state, 'withdrawn'])
  })
}
