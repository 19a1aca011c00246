import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>

/** The team that handles something that stopped. */
export type Owner = 'operations' | 'treasury' | 'engineering'

interface OperatorActions {
  id: Made<string>
  transfer_id: FixedDefault<string | null>
  action: Fixed<
    | 'hold'
    | 'release'
    | 'refund'
    | 'repaid'
    | 'cancel'
    | 'retry_job'
    | 'explain_break'
    | 'route_network'
    | 'close_rail'
    | 'open_rail'
    | 'open_corridor'
    | 'plan_closing'
    | 'invite_member'
    | 'invite_member_again'
    | 'change_roles'
    | 'cancel_closing'
    | 'close_corridor'
    | 'set_prices'
    | 'end_manual_payout'
    | 'unlock_number'
    | 'lock_account'
    | 'unlock_account'
    | 'end_sessions'
    | 'renew_secret'
    | 'hold_account'
    | 'lift_account_hold'
    | 'set_fraud_rules'
    | 'treasury_top_up'
    | 'treasury_convert'
    | 'treasury_adjust'
    | 'adopt'
    | 'archive_month'
    | 'return_month'
    | 'set_release_threshold'
    | 'erase_account'
    | 'correct_name'
    | 'set_tier_limits'
    | 'open_privacy_request'
    | 'export_personal_data'
    | 'end_privacy_request'
    | 'set_monitoring_rules'
    | 'set_report_profile'
    | 'draft_filing'
    | 'approve_filing'
    | 'export_filing'
    | 'acknowledge_filing'
    | 'withdraw_filing'
    | 'export_travel_rule'
    | 'assign_case'
    | 'note_case'
    | 'propose_case'
    | 'confirm_case'
    | 'refuse_case'
    | 'set_case_deadline'
    | 'review_identity'
    | 'set_tier'
    | 'prepare_close'
    | 'sign_close'
    | 'set_alert_level'
  >
  operator: Fixed<string>
  reason: Fixed<string>
  subject: FixedDefault<string | null>
  /** The second person, for an action that takes two. */
  approved_by: FixedDefault<string | null>
  /** Who proposed what this person confirmed. */
  proposed_by: FixedDefault<string | null>
  /** JSON text of the values before and after, without personal data. */
  change: ColumnType<unknown, string | null | undefined, never>
  /** The request that it carries out. */
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

/** Tables of staff actions, reconciliation and the queue. */
export interface OperationsTables {
  operator_actions: OperatorActions
  reconciliation_runs: ReconciliationRuns
  reconciliation_breaks: ReconciliationBreaks
  announced: Announced
  finished_checks: FinishedChecks
  invariant_watch: InvariantWatch
  job_workers: JobWorkers
  dead_jobs: DeadJobs
}
