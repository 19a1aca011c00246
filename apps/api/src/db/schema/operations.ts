import type { ApprovalAction } from '@sesa/contract/office'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>

/** The team responsible for work that stopped. */
export type Owner = 'operations' | 'treasury' | 'engineering'

/** Staff actions, in addition to those named after an order of two people. */
export const OWN_ACTIONS = [
  'hold',
  'cancel',
  'retry_job',
  'explain_break',
  'close_rail',
  'plan_closing',
  'cancel_closing',
  'end_manual_payout',
  'unlock_number',
  'lock_account',
  'unlock_account',
  'end_sessions',
  'renew_secret',
  'hold_account',
  'lift_account_hold',
  'treasury_top_up',
  'treasury_convert',
  'treasury_adjust',
  'archive_month',
  'return_month',
  'open_privacy_request',
  'export_personal_data',
  'end_privacy_request',
  'draft_filing',
  'edit_filing',
  'approve_filing',
  'export_filing',
  'acknowledge_filing',
  'withdraw_filing',
  'export_travel_rule',
  'open_case',
  'assign_case',
  'note_case',
  'wait_case',
  'propose_case',
  'confirm_case',
  'refuse_case',
  'set_case_deadline',
  'prepare_close',
  'sign_close',
  'set_alert_level',
] as const

export type OwnAction = (typeof OWN_ACTIONS)[number]

interface StaffActions {
  id: Made<string>
  transfer_id: FixedDefault<string | null>
  action: Fixed<OwnAction | ApprovalAction>
  staff: Fixed<string>
  reason: Fixed<string>
  subject: FixedDefault<string | null>
  /** The approver, for an action that needs two people. */
  approved_by: FixedDefault<string | null>
  /** The member who proposed what this one confirmed. */
  proposed_by: FixedDefault<string | null>
  /** JSON text of the values before and after, without personal data. */
  change: ColumnType<unknown, string | null | undefined, never>
  /** The approved request that it carries out. */
  approval_id: FixedDefault<string | null>
  at: Made<Date>
}

interface ReconciliationRuns {
  id: Made<bigint>
  started_at: Made<Date>
  finished_at: Date | null
  /** Written as JSON text. */
  compared: ColumnType<Record<string, number>, string | undefined, string>
  payouts_upto: string | null
  compared_upto: Date | null
}

interface FinishedChecks {
  name: Fixed<string>
  finished_at: Generated<Date>
  violated: number
}

interface InvariantWatch {
  only_row: FixedDefault<boolean>
  system_identifier: bigint
  checked_xid: string
  walked_to: string | null
  walk_began_at: Generated<Date>
  whole_checked_at: Date | null
  suspects: Generated<string[]>
  whole_offenders: Generated<string[]>
  whole_violated: Generated<number>
}

interface ReconciliationBreaks {
  id: Made<bigint>
  kind: Fixed<string>
  subject: Fixed<string>
  ours: string | null
  theirs: string | null
  owner: Owner
  state: Generated<'open' | 'explained' | 'resolved'>
  moved_at: Date
  first_seen: Made<Date>
  last_seen: Generated<Date>
  resolved_at: Date | null
}

interface Announced {
  kind: Fixed<'hold' | 'offender' | 'account_hold'>
  subject: Fixed<string>
  at: Made<Date>
}

interface JobWorkers {
  worker_id: Fixed<string>
  beat_at: Generated<Date>
}

interface DeadJobs {
  job_id: Fixed<bigint>
  task: Fixed<string>
  died_at: Fixed<Date>
  seen_at: Made<Date>
}

interface ConfigurationVersion {
  only_row: Made<boolean>
  version: Made<bigint>
}

/** Tables of staff actions, reconciliation, the queue, and the configuration's version. */
export interface OperationsTables {
  staff_actions: StaffActions
  reconciliation_runs: ReconciliationRuns
  reconciliation_breaks: ReconciliationBreaks
  announced: Announced
  finished_checks: FinishedChecks
  invariant_watch: InvariantWatch
  job_workers: JobWorkers
  dead_jobs: DeadJobs
  configuration: ConfigurationVersion
}
