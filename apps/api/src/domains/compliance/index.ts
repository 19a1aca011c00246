export { casesAbout } from './cases/about.ts'
export { countCases } from './cases/overview.ts'
export { registerCases } from './cases/routes.ts'
export { type CaseActions, createCases } from './cases/service.ts'
export { endChangedCheck } from './identity-checks/changed.ts'
export type { IdentityChecksDeps } from './identity-checks/deps.ts'
export { createIdentityChecksModule } from './identity-checks/index.ts'
export { exportIdentityChecks, forgetIdentityChecks } from './identity-checks/personal-data.ts'
export { queueRedaction } from './identity-checks/queue.ts'
export type { IdentityStaff, InspectedCheck, ShownCheck } from './identity-checks/staff.ts'
export { countIdentityChecks } from './identity-checks/store.ts'
export {
  checkTierLimits,
  createLimitsOf,
  listTierLimits,
  placeOf,
  requireNotPast,
  storeTierLimits,
} from './identity-checks/tiers.ts'
export { monitoringDecider } from './monitoring/decider.ts'
export { monitoringCrons } from './monitoring/index.ts'
export { listRules, rulesInForce, type StoredRules, storeRules } from './monitoring/rule-store.ts'
export { readRules, SHIPPED_RULES } from './monitoring/rules.ts'
export { readLookedUpto, runMonitoring } from './monitoring/run.ts'
export { tryRules } from './monitoring/try.ts'
export { reencryptReportFiles } from './reports/documents.ts'
export { countFilings } from './reports/overview.ts'
export { profileInForce } from './reports/profile-store.ts'
export { readProfile } from './reports/profiles.ts'
export { registerFilings } from './reports/routes.ts'
export { readCodeLists } from './reports/schemas/code-lists.ts'
export { createReportsModule, type ReportsModule } from './reports/service.ts'
export { createDecider } from './screening/decider.ts'
export { createScreeningModule, type ScreeningModule } from './screening/index.ts'
export { countSubjects, readListGauges } from './screening/list-version.ts'
export { exportScreening, forgetScreening } from './screening/personal-data.ts'
export type { ScreeningList } from './screening/ports.ts'
export { addCustomer } from './screening/subjects.ts'
