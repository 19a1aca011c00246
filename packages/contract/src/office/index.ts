import { accountChangeCalls } from './account-changes.ts'
import { approvalCalls } from './approvals.ts'
import { auditCalls } from './audit.ts'
import { caseCalls } from './cases.ts'
import { chartCalls } from './charts.ts'
import { dailyCloseCalls } from './daily-closes.ts'
import { floatCalls } from './floats.ts'
import { resultCalls } from './results.ts'
import { enquiryCalls } from './enquiries.ts'
import { filingCalls } from './filings.ts'
import { holdCalls } from './holds.ts'
import { inboxCalls } from './inbox.ts'
import { nameCorrectionCalls } from './name-corrections.ts'
import { noteCalls } from './notes.ts'
import { identityCheckCalls } from './identity-checks.ts'
import { priceCalls } from './prices.ts'
import { privacyCalls } from './privacy.ts'
import { recordCalls } from './records.ts'
import { railCalls } from './rails.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { ruleCalls } from './rules.ts'
import { searchCalls } from './search.ts'
import { staffCalls } from './staff.ts'
import { treasuryCalls } from './treasury.ts'

/** Every call of the office, by name. */
export const officeCalls = {
  ...inboxCalls,
  ...staffCalls,
  ...approvalCalls,
  ...auditCalls,
  ...recordCalls,
  ...searchCalls,
  ...holdCalls,
  ...accountChangeCalls,
  ...nameCorrectionCalls,
  ...noteCalls,
  ...caseCalls,
  ...enquiryCalls,
  ...dailyCloseCalls,
  ...floatCalls,
  ...treasuryCalls,
  ...resultCalls,
  ...identityCheckCalls,
  ...priceCalls,
  ...railCalls,
  ...reconciliationCalls,
  ...ruleCalls,
  ...filingCalls,
  ...privacyCalls,
  ...chartCalls,
}

export { OFFICE_HEADER, PROOF_HEADER, type OfficeCall } from './call.ts'
export {
  isPermitted,
  mayApprove,
  mayCombine,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Permission,
  type Role,
} from './permissions.ts'
/** A call that asks for an order of two people. */
export type AskingCall = Extract<(typeof officeCalls)[keyof typeof officeCalls], { readonly asks: string }>
/** An order of two people. */
export type ApprovalAction = AskingCall['asks']
/** Every order of two people. */
export const APPROVAL_ACTIONS: readonly ApprovalAction[] = Object.values(officeCalls).flatMap((call) =>
  'asks' in call ? [call.asks] : [],
)

export { APPROVAL_STATES, type Approval, type ApprovalAbout, type ApprovalState } from './approvals.ts'
export { NAME_DOCUMENTS, type NameCorrection } from './name-corrections.ts'
export type { AuditEntry } from './audit.ts'
export type { CaseEntity, CasePerson, OfficeCase, OfficeCasePage } from './cases.ts'
export type { DayOutcomes, DayProfit, NetworkMinutes, QueueWork } from './charts.ts'
export type { DailyClose, DailyCloseCheck, DayReport, ShownDailyClose } from './daily-closes.ts'
export type { Floats, FloatWallet, MovementOnItsWay, TreasuryPosition } from './floats.ts'
export type { ResultFigures, ResultRow, ResultTotal } from './results.ts'
export type { NewTreasuryEntry, TreasuryEntry } from './treasury.ts'
export type { AnswerTemplate, OfficeEnquiry, OfficeEnquiryPage } from './enquiries.ts'
export {
  MOST_COUNTED,
  WORK_KINDS,
  WORK_VIEWS,
  type HomeTile,
  type SetUpStep,
  type Work,
  type WorkKind,
  type WorkQueue,
  type WorkView,
} from './inbox.ts'
export type { StaffNote } from './notes.ts'
export { MOST_SCHEMA_BYTES } from './filings.ts'
export type { FilingDraft, OfficeFiling, OfficeFilingPage, SenderFacts } from './filings.ts'
export type { OfficeIdentityCheck, OfficeIdentityCheckPage, TierLimit } from './identity-checks.ts'
export type { PrivacyRequest, PrivacyRequestPage, RetentionRegister } from './privacy.ts'
export type { CustomerHit, CustomerPage, TransferHit, TransferPage } from './records.ts'
export {
  NO_BANK_DEBITS,
  waysToPay,
  type PriceVersion,
  type SimulatedPrice,
  type WaysToPay,
  type WayToPay,
} from './prices.ts'
export type { CorridorState, PlannedClosing, RailRoute, RailsOverview } from './rails.ts'
export type { BreakPartner, ReconciliationBreak } from './reconciliation.ts'
export type { FraudReplay, MonitoringTrial, RulesList, RulesVersion } from './rules.ts'
export type { Chip, CustomerFound, FoundRecord, SavedView, Understood, ViewPage } from './search.ts'
export type { StaffMember } from './staff.ts'
export {
  accountText,
  codeText,
  isCollectionAccount,
  OFFICE_WORDS,
  providerName,
  readable,
  wordOf,
} from './words.ts'
