import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../../db/index.ts'
import type { ReportTables } from '../../../../db/schema/reports.ts'
import { readDraft, type Draft } from '../drafts.ts'
import { writeFincen } from './fincen.ts'
import { writeGoaml } from './goaml.ts'
import type { SuspicionReport } from '../model.ts'
import { transfersAsCsv, writePrinted } from './printed.ts'
import type { Profile } from '../profiles.ts'
import type { Schema } from '../schemas/store.ts'
import { readCustomer, readTransfers, type ReadDeps } from '../read.ts'
import { readStatistics, statisticsAsCsv } from '../statistics.ts'

export type FilingRow = Selectable<ReportTables['filings']>

/** One file of a filing. */
export interface ReportFile {
  readonly name: string
  readonly text: string
}

/** The files of a filing, or the names of everything missing for them. */
export type Rendered =
  | { readonly ok: true; readonly files: readonly ReportFile[]; readonly hash: Buffer }
  | { readonly ok: false; readonly gaps: readonly string[] }

/** Returns the digest of all files together, which binds an approval to the content that its approver read. */
export function hashOf(files: readonly ReportFile[]): Buffer {
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\n${text}\n`)
  return hash.digest()
}

const hashed = (files: readonly ReportFile[]): Rendered => ({ ok: true, files, hash: hashOf(files) })

/** A profile, and the schema for its documents. */
export interface ProfileInUse {
  readonly profile: Profile
  readonly schema: Schema | null
}

/** The content of a suspicious-activity report. */
export interface Content {
  readonly number: string
  readonly draft: Draft
}

/**
 * Makes the files of a suspicious-activity report from the records. @throws Refused when a transfer or account no longer
 * exists.
 */
export async function renderSuspicion(
  db: Db | Tx,
  deps: ReadDeps,
  { profile, schema }: ProfileInUse,
  { number, draft }: Content,
  at: Date,
): Promise<Rendered> {
  const report: SuspicionReport = {
    number,
    at,
    caseNumber: draft.case ?? null,
    transfers: await readTransfers(db, deps, draft.transfers, draft.senders),
    subject:
      draft.account === undefined
        ? null
        : await readCustomer(db, deps, draft.account, draft.senders[draft.account]),
    narrative: draft.narrative,
    action: draft.action,
    indicators: draft.indicators,
  }
  switch (profile.format) {
    case 'goaml':
    case 'fincen': {
      const written =
        profile.format === 'goaml' ? writeGoaml(report, profile, schema?.lists) : writeFincen(report, profile)
      return written.ok ? hashed([{ name: `${number}.xml`, text: written.document }]) : written
    }
    case 'printed': {
      const written = writePrinted(report, profile)
      if (!written.ok) return written
      return hashed([
        { name: `${number}.html`, text: written.document },
        { name: `${number}.csv`, text: transfersAsCsv(report) },
      ])
    }
  }
}

/** Makes the files of a filing from the records, dated `at`. @throws Refused when a transfer or account no longer exists. */
export async function renderFiling(
  db: Db | Tx,
  deps: ReadDeps,
  used: ProfileInUse,
  row: FilingRow,
  at: Date,
): Promise<Rendered> {
  const { period_from: from, period_to: to, number } = row
  if (from !== null && to !== null) {
    const lines = await readStatistics(db, row.country, { from, to }, used.profile.currency)
    return hashed([{ name: `${number}.csv`, text: statisticsAsCsv(lines) }])
  }
  const read = readDraft(row.content)
  if (!read.ok) throw new Error(`${number} can’t be read: ${read.problems.join(' ')}`)
  return renderSuspicion(db, deps, used, { number, draft: read.value }, at)
}
