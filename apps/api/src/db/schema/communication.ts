import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written once: the column cannot be updated. */
type Fixed<T> = ColumnType<T, T, never>
/** The database makes it. */
type Made<T> = ColumnType<T, never, never>

interface NotificationSettings {
  user_id: Fixed<string>
  transaction_successful: boolean
  transaction_fails: boolean
  rates_change: boolean
  money_received: boolean
  loan_request_successful: boolean
  loan_request_fails: boolean
  updated_at: Generated<Date>
}

interface Notices {
  user_id: Fixed<string>
  kind: Fixed<string>
  subject: Fixed<string>
  at: Made<Date>
}

interface Enquiries {
  id: GeneratedAlways<string>
  name: Fixed<string>
  email: Fixed<string>
  company: Fixed<string | null>
  message: Fixed<string>
  digest: Fixed<Buffer>
  /** YYYY-MM-DD */
  day: Made<string>
  created_at: Made<Date>
}

interface Interests {
  topic: Fixed<'loans' | 'commodities'>
  email: Fixed<string>
  created_at: Made<Date>
}

/** Tables of notices and enquiries (migration 004). */
export interface CommunicationTables {
  notification_settings: NotificationSettings
  notices: Notices
  enquiries: Enquiries
  interests: Interests
}
