import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../db/index.ts'
import {
  createSealing,
  reencrypt,
  type SealedCount,
  type Sealing,
  type Secrets,
} from '../../../lib/secrets.ts'
import { checkDocument, dayOfDocuments, profileWithSchema, type CheckDeps, type Checked } from './check.ts'
import { profileInForce, type Profile } from './profiles.ts'
import { hashOf, renderFiling, type FilingRow, type ReportFile } from './writers/render.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'

export interface DocumentDeps extends CheckDeps {
  readonly filesSealing: Sealing
}

/** Creates the sealing of report files; the context is the file's name, which begins with the report's number. */
export const filesSealing = (secrets: Secrets): Sealing => createSealing(secrets, 'report-files')

/** Returns the SHA-256 of a file, as `sha256sum` prints it. */
export const digestOf = ({ text }: Pick<ReportFile, 'text'>): Buffer =>
  createHash('sha256').update(text).digest()

/** Stores the files that two people approved, in the transaction of the approval. */
export async function keepFiles(
  tx: Tx,
  sealing: Sealing,
  { id }: Pick<FilingRow, 'id'>,
  files: readonly ReportFile[],
): Promise<void> {
  const values = files.map((file) => ({
    filing_id: id,
    name: file.name,
    sealed: sealing.seal(file.text, file.name),
    digest: digestOf(file),
  }))
  await tx.insertInto('filing_files').values(values).execute()
}

/** Returns the stored files of a report, byte for byte; none if it was approved before files were stored. */
async function readKeptFiles(
  db: Db | Tx,
  sealing: Sealing,
  { id }: Pick<FilingRow, 'id'>,
): Promise<readonly ReportFile[]> {
  const rows = await db
    .selectFrom('filing_files')
    .select(['name', 'sealed'])
    .where('filing_id', '=', id)
    // The page comes before its table.
    .orderBy('name', 'desc')
    .execute()
  return rows.map(({ name, sealed }) => ({ name, text: sealing.unseal(sealed, name) }))
}

/** The current state of a filing. */
export interface ViewedFiling extends Checked {
  readonly profile: Profile
  /** Digest of all files together; null while there is no document. An approval is bound to it. */
  readonly version: string | null
}

/**
 * Returns the document of a filing: the stored files of an approved one, or the checked document of a draft. A withdrawn
 * draft has none.
 */
export async function viewFiling(deps: DocumentDeps, row: FilingRow): Promise<ViewedFiling> {
  const { db, isSandbox } = deps
  const profile = await profileInForce(db, row.country)
  const none = { problems: [], notes: [], files: [] }
  try {
    const found =
      row.approved_at === null
        ? row.state === 'withdrawn'
          ? none
          : await checkedDraft(db)
        : { ...none, files: await approvedFiles(db, deps, row) }
    const { files } = found
    return { ...found, profile, version: files.length === 0 ? null : hashOf(files).toString('hex') }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...none, problems: [error.message], profile, version: null }
  }

  async function checkedDraft(from: Db): Promise<Checked> {
    const used = await profileWithSchema(from, row.country, isSandbox)
    const rendered = await renderFiling(from, deps, used, row, await dayOfDocuments(from))
    // Figures for a regulator are CSV, which has no schema.
    return row.kind !== 'suspicion' && rendered.ok
      ? { ...none, files: rendered.files }
      : checkDocument(rendered, used)
  }
}

/**
 * Returns the files that two people approved. If the filing was approved before files were stored, recreates them. @throws
 * Refused when they cannot be recreated identically.
 */
export async function approvedFiles(
  db: Db | Tx,
  deps: DocumentDeps,
  row: FilingRow,
): Promise<readonly ReportFile[]> {
  const kept = await readKeptFiles(db, deps.filesSealing, row)
  if (kept.length > 0) return kept
  const { approved_at: at, document_hash: hash, number } = row
  const changed = `${number} was approved before files were stored, and its records have changed. Use the files of the first download, or withdraw it and draft it again.`
  if (at === null || hash === null) throw new Error(`${number} is not approved`)
  const rendered = await renderFiling(
    db,
    deps,
    { profile: await profileInForce(db, row.country), schema: null },
    row,
    at,
  )
  if (!rendered.ok || !rendered.hash.equals(hash)) throw actionRefused(changed)
  return rendered.files
}

/** Counts the stored files by secret; with `renew`, re-encrypts those of the earlier one under the current one. */
export async function reencryptReportFiles(
  owner: Db,
  secrets: Secrets,
  renew: boolean,
): Promise<SealedCount> {
  const rows = await owner
    .selectFrom('filing_files')
    .select(['name as id', 'sealed'])
    .$if(renew, (query) => query.forUpdate())
    .execute()
  const keep = async ({ id, sealed }: { id: string; sealed: Buffer }): Promise<void> => {
    await owner.updateTable('filing_files').set({ sealed }).where('name', '=', id).execute()
  }
  return reencrypt(filesSealing(secrets), rows, renew ? keep : undefined)
}
