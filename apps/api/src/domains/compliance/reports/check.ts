import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { dueAfter } from './deadlines.ts'
import type { Draft } from './drafts.ts'
import { profileInForce, type Profile } from './profiles.ts'
import { readTransfers, type ReadDeps } from './read.ts'
import { explain, explainGap } from './schemas/explain.ts'
import { schemaOf } from './schemas/store.ts'
import { validate } from './schemas/validate.ts'
import { renderSuspicion, type ProfileInUse, type Rendered, type ReportFile } from './writers/render.ts'
import { Refused } from '../../../lib/refused.ts'

export interface CheckDeps extends ReadDeps {
  readonly db: Db
  readonly isSandbox: boolean
}

/** The result of a check. A document with problems cannot be approved. */
export interface Checked {
  readonly problems: readonly string[]
  /** Notes for staff about a document without problems. */
  readonly notes: readonly string[]
  readonly files: readonly ReportFile[]
}

/** Returns the day (UTC) used as the date of today's documents, so that it stays the same from reading to approval. */
export async function dayOfDocuments(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{
    today: string
  }>`select (now() at time zone 'UTC')::date::text as today`.execute(db)
  return new Date(`${rows[0]?.today ?? ''}T00:00:00Z`)
}

/** Returns the profile in force, with the indicators of its schema where the schema lists them. */
export async function profileWithSchema(
  db: Db | Tx,
  country: Parameters<typeof profileInForce>[1],
  isSandbox: boolean,
): Promise<ProfileInUse> {
  const profile = await profileInForce(db, country)
  const schema = await schemaOf(db, profile, isSandbox)
  const indicators = schema?.lists['codes.indicators'] ?? profile.codes.indicators
  return { profile: { ...profile, codes: { ...profile.codes, indicators } }, schema }
}

/**
 * Checks a document against the schema of its profile. Missing facts are listed first: without them, there is no document.
 */
export async function checkDocument(rendered: Rendered, { profile, schema }: ProfileInUse): Promise<Checked> {
  const isWithoutSchema = profile.format !== 'printed' && schema === null
  const missing = isWithoutSchema
    ? [
        `The country’s profile has no schema file of ${profile.authority}, so the document can’t be validated. Add the file to the profile.`,
      ]
    : []
  if (!rendered.ok) return { problems: [...rendered.gaps.map(explainGap), ...missing], notes: [], files: [] }
  const { files } = rendered
  if (schema === null) return { problems: missing, notes: [], files }
  const problems: string[] = []
  for (const { text: document } of files)
    problems.push(...explain(await validate({ schema: schema.text, document }), profile.format))
  const notes = schema.isSample
    ? ['Validated against the sandbox sample, not against the authority’s schema file.']
    : [`Validated against ${schema.name}.`]
  return { problems, notes, files }
}

/** The result of checking a draft. */
export interface CheckedDraft extends Checked {
  /**
   * Things named in the draft that do not exist: such a draft is not stored. A draft with problems is stored, so that its
   * deadline counts.
   */
  readonly refusals: readonly string[]
  /** True if the transfers stay below the threshold from which the law requires a report. */
  readonly isVoluntary: boolean
  readonly profile: Profile
  readonly dueAt: Date
}

/** A draft has no number yet. */
const NO_NUMBER = 'F-000000'

async function unknownIn({ db }: CheckDeps, draft: Draft, profile: Profile): Promise<string[]> {
  const found: string[] = []
  const { rows } = await sql<{ isLater: boolean; isCase: boolean }>`
    select ${draft.knownAt}::timestamptz > clock_timestamp() as "isLater",
      exists (select from cases where number = ${draft.case ?? ''}) as "isCase"`.execute(db)
  if (rows[0]?.isLater === true) found.push('The date of knowledge is in the future. Correct it.')
  if (draft.case !== undefined && rows[0]?.isCase !== true) found.push(`Case ${draft.case} doesn’t exist.`)
  if (profile.format === 'printed') return found
  const { indicators } = profile.codes
  const unknown = draft.indicators.filter((code) => !Object.hasOwn(indicators, code))
  if (unknown.length > 0 && Object.keys(indicators).length > 0)
    found.push(
      `${unknown.join(', ')}: not in ${profile.authority}’s list of indicators. Choose from its list.`,
    )
  if (draft.indicators.length === 0) found.push('Enter at least one indicator.')
  return found
}

/** Checks a draft before anything is stored: everything it names must exist, and its document is made and checked. */
export async function checkDraft(deps: CheckDeps, draft: Draft): Promise<CheckedDraft> {
  const { db, isSandbox } = deps
  const used = await profileWithSchema(db, draft.country, isSandbox)
  const refusals = await unknownIn(deps, draft, used.profile)
  let found: Checked = { problems: [], notes: [], files: [] }
  let isVoluntary = false
  try {
    const content = { number: NO_NUMBER, draft }
    const rendered = await renderSuspicion(db, deps, used, content, await dayOfDocuments(db))
    const { threshold } = used.profile
    if (threshold !== undefined && draft.transfers.length > 0) {
      const transfers = await readTransfers(db, deps, draft.transfers)
      isVoluntary = transfers.reduce((sum, { usd }) => sum + usd, 0n) < BigInt(threshold.usd)
    }
    found = await checkDocument(rendered, used)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refusals.push(error.message)
  }
  const problems = found.problems.filter(
    (problem) => !refusals.includes(problem) && !problem.startsWith('indicators is missing'),
  )
  const { profile } = used
  const dueAt = dueAfter(new Date(draft.knownAt), profile.suspicion, profile.holidays)
  return { ...found, problems, refusals, isVoluntary, profile, dueAt }
}
