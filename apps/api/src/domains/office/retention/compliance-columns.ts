import type { Columns } from './kinds.ts'

/** Columns of the tables of identity checks, cases, screening, monitoring and reports to authorities. */
export const COMPLIANCE_COLUMNS: Columns = {
  case_deadlines: {
    staff: 'author',
    row: 'id kind stage amount unit source is_confirmed valid_from created_at',
  },
  case_events: { words: 'detail', staff: 'staff', row: 'id case_id kind at' },
  case_proposals: {
    words: 'reason decision_reason exception',
    staff: 'proposed_by decided_by',
    row: 'id case_id decision version confirmed_version proposed_at expires_at state decided_at',
  },
  cases: {
    person: 'subject_id',
    staff: 'owner',
    row: 'id number kind stage subject_kind state outcome opened_at due_at closed_at',
  },
  filings: {
    words: 'content',
    staff: 'drafted_by approved_by',
    row: 'id number country kind case_number period_from period_to known_at due_at state drafted_at approved_at document_hash exported_at authority_id ended_at',
  },
  filing_files: { words: 'sealed', row: 'filing_id name digest kept_at' },
  monitoring_alerts: {
    person: 'subject transfers newest_transfer',
    money: 'measured',
    row: 'id version mode rule_id subject_kind rule case_number as_of at',
  },
  monitoring_cursor: { row: 'only_row looked_upto finished_at' },
  monitoring_rules: { words: 'reason', staff: 'author approved_by', row: 'version mode rules created_at' },
  monitoring_runs: { row: 'id looked_from looked_upto version shadow_version subjects outcomes at' },
  privacy_deadlines: { row: 'id country days source is_confirmed valid_from created_at' },
  privacy_requests: {
    person: 'user_id',
    words: 'identity_confirmed note',
    staff: 'opened_by ended_by',
    row: 'id number kind country received_at due_at deadline_source opened_at outcome ended_at',
  },
  report_profiles: { words: 'reason', staff: 'author', row: 'id country valid_from profile created_at' },
  report_schemas: { staff: 'author', row: 'digest name text created_at' },
  screening_decisions: {
    person: 'subject_id',
    staff: 'proposed_by confirmed_by',
    key: 'fingerprint',
    row: 'id entity_id decision case_id decided_at',
  },
  screening_list: {
    row: 'only_row dataset version etag updated_at is_stale changed_at answered_at described_at',
  },
  screening_subjects: {
    person: 'user_id',
    name: 'name',
    contact: 'phone',
    identity: 'birth_date',
    row: 'id kind state version screened_at active_until is_retired created_at',
  },
  screenings: {
    person: 'subject_id',
    words: 'results',
    row: 'id dataset version algorithm threshold excluded outcome at',
  },
  customer_tiers: { person: 'user_id', row: 'tier until since' },
  identity_checks: {
    person: 'user_id reference',
    name: 'name',
    identity: 'dob document_type document_country document_expires',
    key: 'person_key',
    row: 'id provider country state reason provider_code submission failures warned_at created_at updated_at',
  },
  tier_limits: { row: 'id tier sender recipient per_24_hours per_30_days source valid_from created_at' },
}
