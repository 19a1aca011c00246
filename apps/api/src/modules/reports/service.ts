import type { Db } from '../../db/index.ts'
import type { ReportCountry } from '../../db/schema/reports.ts'
import type { Cron } from '../../jobs/index.ts'
import type { ApprovedAction, StaffAction } from '../../lib/staff-action.ts'
import type { Draft } from './drafts.ts'
import {
  acknowledgeFiling,
  approveFiling,
  draftFiling,
  exportFiling,
  withdrawFiling,
  type Drafted,
  type FilingDeps,
} from './filings.ts'
import { draftReturns, listFilings, showFiling, type ShownFiling } from './overview.ts'
import { profileInForce, storeProfile } from './profile-store.ts'
import type { Profile } from './profiles.ts'
import type { FilingRow, ReportFile } from './render.ts'
import { readStatistics, type StatisticsLine } from './statistics.ts'
import { readTravelRule } from './travel-rule.ts'

/** Reports to authorities. Nothing of them reaches a customer or support. Actions throw ActionRefused. */
export interface ReportsModule {
  list(options?: { readonly isWhole?: boolean }): Promise<readonly FilingRow[]>
  /** Returns a filing with what its document lacks; undefined when there is none. */
  show(number: string): Promise<ShownFiling | undefined>
  draft(draft: Draft, action: StaffAction): Promise<Drafted>
  /** Approves a draft, as another person than drafted it. */
  approve(number: string, action: StaffAction): Promise<void>
  export(number: string, action: StaffAction): Promise<readonly ReportFile[]>
  acknowledge(number: string, authorityId: string, action: StaffAction): Promise<void>
  withdraw(number: string, action: StaffAction): Promise<void>
  profile(country: ReportCountry): Promise<Profile>
  setProfile(
    given: { readonly country: ReportCountry; readonly validFrom: string; readonly profile: Profile },
    action: ApprovedAction,
  ): Promise<void>
  /** Returns the figures of a country, from the first to the last day (YYYY-MM-DD). */
  statistics(
    country: ReportCountry,
    period: { readonly from: string; readonly to: string },
  ): Promise<readonly StatisticsLine[]>
  /** Returns the travel-rule data of a transfer, and records who read it. */
  travelRule(reference: string, action: StaffAction): ReturnType<typeof readTravelRule>
  readonly crons: readonly Cron[]
}

/** Creates the reports module: country profiles, filings with their deadlines, figures for regulators. */
export function createReportsModule(deps: FilingDeps): ReportsModule {
  const { db }: { readonly db: Db } = deps
  return {
    list: (options) => listFilings(db, options),
    show: (number) => showFiling(deps, number),
    draft: (draft, action) => draftFiling(deps, draft, action),
    approve: (number, action) => approveFiling(deps, number, action),
    export: (number, action) => exportFiling(deps, number, action),
    acknowledge: (number, id, action) => acknowledgeFiling(deps, number, id, action),
    withdraw: (number, action) => withdrawFiling(deps, number, action),
    profile: (country) => profileInForce(db, country),
    setProfile: (given, action) => storeProfile(db, given, action),
    statistics: async (country, period) =>
      readStatistics(db, country, period, (await profileInForce(db, country)).currency),
    travelRule: (reference, action) => readTravelRule(deps, reference, action),
    crons: [{ task: 'report_returns', pattern: '15 0 * * *', run: () => draftReturns(db) }],
  }
}
