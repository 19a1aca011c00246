import type { CountryCode } from '@sesa/contract'
import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { checkDraft, type CheckedDraft } from './check.ts'
import type { Draft } from './drafts.ts'
import {
  acknowledgeFiling,
  approveFiling,
  draftFiling,
  editFiling,
  exportFiling,
  withdrawFiling,
  type Drafted,
} from './filings.ts'
import { filesSealing, type DocumentDeps } from './documents.ts'
import { draftReturns, listFilings, showFiling, type ShownFiling } from './overview.ts'
import { profileInForce, type Profile } from './profiles.ts'
import type { CodeLists } from './schemas/code-lists.ts'
import { requireStored, schemaOf, storeSchema } from './schemas/store.ts'
import { readStatistics, type StatisticsLine } from './statistics.ts'
import { readTravelRule } from './travel-rule.ts'
import type { FilingRow, ReportFile } from './writers/render.ts'

/** Reports to authorities. None of it reaches a customer or support. Actions throw Refused. */
export interface ReportsModule {
  list(options?: { readonly isWhole?: boolean }): Promise<readonly FilingRow[]>
  /** Returns a filing with its document, or the facts that its document lacks; undefined when there is none. */
  show(number: string): Promise<ShownFiling | undefined>
  /** Checks a draft without storing anything. */
  check(draft: Draft): Promise<CheckedDraft>
  draft(draft: Draft, action: StaffAction): Promise<Drafted>
  /** Replaces the content of a draft, whose author the member becomes. */
  edit(number: string, draft: Draft, action: StaffAction & { readonly draftedAt: string }): Promise<Drafted>
  /** Approves the version of a draft that the approver read, as another person than its author. */
  approve(number: string, action: StaffAction, version: string): Promise<void>
  export(number: string, action: StaffAction): Promise<readonly ReportFile[]>
  acknowledge(number: string, authorityId: string, action: StaffAction): Promise<void>
  withdraw(number: string, action: StaffAction): Promise<void>
  profile(country: CountryCode): Promise<Profile>
  /** Returns the code lists of the schema that a country's profile names, by their place in the profile. */
  codeLists(country: CountryCode): Promise<CodeLists>
  /** Refuses a profile whose schema file is not stored. */
  requireSchema(profile: Profile): Promise<void>
  /** Stores an authority's schema file, and returns its reference for a profile. */
  addSchema(
    file: { readonly name: string; readonly text: string },
    author: string,
  ): Promise<NonNullable<Profile['schema']>>
  /** Returns the figures of a country, from the first to the last day (YYYY-MM-DD). */
  statistics(
    country: CountryCode,
    period: { readonly from: string; readonly to: string },
  ): Promise<readonly StatisticsLine[]>
  /** Returns the travel-rule data of a transfer, and records its reader. */
  travelRule(reference: string, action: StaffAction): ReturnType<typeof readTravelRule>
  readonly crons: readonly Cron[]
}

/** Creates the reports module: country profiles, filings with their deadlines, figures for regulators. */
export function createReportsModule({
  secrets,
  ...given
}: Omit<DocumentDeps, 'filesSealing'> & { readonly secrets: Secrets }): ReportsModule {
  const deps: DocumentDeps = { ...given, filesSealing: filesSealing(secrets) }
  const { db }: { readonly db: Db } = deps
  return {
    list: (options) => listFilings(db, options),
    show: (number) => showFiling(deps, number),
    check: (draft) => checkDraft(deps, draft),
    draft: (draft, action) => draftFiling(deps, draft, action),
    edit: (number, draft, action) => editFiling(deps, number, draft, action),
    approve: (number, action, version) => approveFiling(deps, number, action, version),
    export: (number, action) => exportFiling(deps, number, action),
    acknowledge: (number, id, action) => acknowledgeFiling(deps, number, id, action),
    withdraw: (number, action) => withdrawFiling(deps, number, action),
    profile: (country) => profileInForce(db, country),
    codeLists: async (country) =>
      (await schemaOf(db, await profileInForce(db, country), deps.isSandbox))?.lists ?? {},
    requireSchema: (profile) => requireStored(db, profile),
    addSchema: (file, author) => storeSchema(db, file, author),
    statistics: async (country, period) =>
      readStatistics(db, country, period, (await profileInForce(db, country)).currency),
    travelRule: (reference, action) => readTravelRule(deps, reference, action),
    crons: [{ task: 'report_returns', pattern: '15 0 * * *', run: () => draftReturns(db) }],
  }
}
