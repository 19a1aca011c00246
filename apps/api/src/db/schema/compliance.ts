import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>
/** Written as JSON text. */
type Json<T> = ColumnType<T, string, never>

export type CaseKind = 'screening' | 'monitoring'
export type CaseStage = 'hold' | 'review' | 'report'

interface CaseDeadlines {
  id: Made<bigint>
  kind: Fixed<CaseKind>
  stage: Fixed<CaseStage>
  amount: Fixed<number>
  unit: Fixed<'hours' | 'business_days'>
  source: Fixed<string>
  is_confirmed: Fixed<boolean>
  valid_from: Fixed<string>
  author: Fixed<string>
  created_at: Made<Date>
}

interface Cases {
  id: Made<bigint>
  number: Made<string>
  kind: Fixed<CaseKind>
  stage: CaseStage
  subject_kind: Fixed<'account' | 'transfer' | 'recipient'>
  subject_id: Fixed<string>
  state: Generated<'open' | 'reporting' | 'closed'>
  owner: string | null
  outcome: string | null
  opened_at: Made<Date>
  due_at: Date
  /** Until then the case is not offered as the next one. */
  wait_until: Generated<Date | null>
  closed_at: Date | null
}

export type CaseEventKind =
  | 'opened'
  | 'evidence'
  | 'assigned'
  | 'noted'
  | 'proposed'
  | 'confirmed'
  | 'refused'
  | 'expired'

interface CaseEvents {
  id: Made<bigint>
  case_id: Fixed<bigint>
  kind: Fixed<CaseEventKind>
  staff: FixedDefault<string | null>
  detail: FixedDefault<string | null>
  at: Made<Date>
}

interface CaseProposals {
  id: Made<bigint>
  case_id: Fixed<bigint>
  decision: Fixed<string>
  reason: Fixed<string>
  proposed_by: Fixed<string>
  proposed_at: Made<Date>
  expires_at: Fixed<Date>
  /** Null where an earlier release proposed it. */
  version: Fixed<string | null>
  confirmed_version: ColumnType<string | null, undefined, string>
  exception: FixedDefault<string | null>
  state: Generated<'pending' | 'confirmed' | 'refused' | 'expired'>
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

export type SubjectState = 'unscreened' | 'clear' | 'review' | 'match' | 'blocked' | 'refused'

interface ScreeningSubjects {
  id: Made<bigint>
  kind: Fixed<'customer' | 'recipient'>
  user_id: FixedDefault<string | null>
  phone: FixedDefault<string | null>
  name: string
  birth_date: string | null
  state: Generated<SubjectState>
  version: string | null
  screened_at: Date | null
  active_until: ColumnType<Date, Date | string, Date>
  is_retired: Generated<boolean>
  created_at: Made<Date>
}

interface Screenings {
  id: Made<bigint>
  subject_id: Fixed<bigint>
  dataset: Fixed<string>
  version: Fixed<string>
  algorithm: Fixed<string>
  threshold: Fixed<string>
  excluded: Json<unknown>
  results: Json<unknown>
  outcome: Fixed<'clear' | 'review' | 'match'>
  at: Made<Date>
}

export type ScreeningDecision = 'different_person' | 'accepted' | 'blocked' | 'returned'

interface ScreeningDecisions {
  id: Made<bigint>
  subject_id: Fixed<bigint>
  entity_id: Fixed<string>
  fingerprint: Fixed<string>
  decision: Fixed<ScreeningDecision>
  case_id: Fixed<bigint>
  proposed_by: Fixed<string>
  confirmed_by: Fixed<string>
  decided_at: Made<Date>
}

interface ScreeningList {
  only_row: Generated<boolean>
  dataset: string
  version: string
  etag: string | null
  updated_at: Date | null
  is_stale: Generated<boolean>
  changed_at: Generated<Date>
  answered_at: Generated<Date>
  described_at: Generated<Date>
}

interface PrivacyDeadlines {
  id: Made<bigint>
  country: Fixed<string>
  days: Fixed<number>
  source: Fixed<string>
  is_confirmed: Fixed<boolean>
  valid_from: Fixed<string>
  created_at: Made<Date>
}

interface PrivacyRequests {
  id: Made<bigint>
  number: Made<string>
  kind: Fixed<'access' | 'erasure'>
  user_id: Fixed<string>
  country: Fixed<string | null>
  received_at: Fixed<Date>
  due_at: Fixed<Date>
  deadline_source: Fixed<string>
  identity_confirmed: Fixed<string>
  opened_by: Fixed<string>
  opened_at: Made<Date>
  outcome: ColumnType<'sent' | 'refused' | null, undefined, 'sent' | 'refused'>
  ended_by: ColumnType<string | null, undefined, string>
  ended_at: ColumnType<Date | null, undefined, Date>
  note: ColumnType<string | null, undefined, string>
}

/** Tables of cases and screening, and of requests for access and erasure. */
export interface ComplianceTables {
  case_deadlines: CaseDeadlines
  cases: Cases
  case_events: CaseEvents
  case_proposals: CaseProposals
  screening_subjects: ScreeningSubjects
  screenings: Screenings
  screening_decisions: ScreeningDecisions
  screening_list: ScreeningList
  privacy_deadlines: PrivacyDeadlines
  privacy_requests: PrivacyRequests
}
