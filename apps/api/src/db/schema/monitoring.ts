import type { ColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type Made<T> = ColumnType<T, never, never>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, never>

interface MonitoringCursor {
  only_row: Made<boolean>
  looked_upto: Date
  finished_at: Date
}

interface MonitoringRuns {
  id: Made<bigint>
  looked_from: Fixed<Date>
  looked_upto: Fixed<Date>
  version: Fixed<number>
  shadow_version: Fixed<number | null>
  subjects: Fixed<number>
  outcomes: Json
  at: Made<Date>
}

interface MonitoringAlerts {
  id: Made<bigint>
  version: Fixed<number>
  mode: Fixed<'in_force' | 'shadow'>
  rule_id: Fixed<string>
  subject_kind: Fixed<'account' | 'wallet'>
  subject: Fixed<string>
  rule: Json
  measured: Json
  transfers: Fixed<string[]>
  newest_transfer: Fixed<string>
  case_number: Fixed<string | null>
  as_of: Fixed<Date>
  at: Made<Date>
}

export interface MonitoringTables {
  monitoring_cursor: MonitoringCursor
  monitoring_runs: MonitoringRuns
  monitoring_alerts: MonitoringAlerts
}
