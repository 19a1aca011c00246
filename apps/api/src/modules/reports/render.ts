import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { ReportTables } from '../../db/schema/reports.ts'
import { readDraft } from './drafts.ts'
import { writeFincen } from './writers/fincen.ts'
import { writeGoaml } from './writers/goaml.ts'
import type { SuspicionReport } from './model.ts'
import { transfersAsCsv, writePrinted } from './writers/printed.ts'
import { profileInForce } from './profile-store.ts'
import { readCustomer, readTransfers, type ReadDeps } from './read.ts'
import { readStatistics, statisticsAsCsv } from './statistics.ts'

export type FilingRow = Selectable<ReportTables['filings']>

/** One file of a filing. */
export interface ReportFile {
  readonly name: string
  readonly text: string
}

/** The files of a filing, or the names of everything that is missing for them. */
export type Rendered =
  | { readonly ok: true; readonly files: readonly ReportFile[]; readonly hash: Buffer }
  | { readonly ok: false; readonly gaps: readonly string[] }

function hashed(files: readonly ReportFile[]): Rendered {
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\n${text}\n`)
  return { ok: true, files, hash: hash.digest() }
}

/** Makes the files of a filing from the records, dated `at`. @throws ActionRefused when a transfer or account is gone. */
export async function renderFiling(db: Db | Tx, deps: ReadDeps, row: FilingRow, at: Date): Promise<Rendered> {
  const profile = await profileInForce(db, row.country)
  const { period_from: from, period_to: to, number } = row
  if (from !== null && to !== null) {
    const lines = await readStatistics(db, row.country, { from, to }, profile.currency)
    return hashed([{ name: `${number}.csv`, text: statisticsAsCsv(lines) }])
  }
  const read = readDraft(row.content)
  if (!read.ok) throw new Error(`${number} cannot be read: ${read.problems.join(' ')}`)
  const { draft } = read
  const report: SuspicionReport = {
    number,
    at,
    caseNumber: row.case_number,
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
      const written = (profile.format === 'goaml' ? writeGoaml : writeFincen)(report, profile)
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
