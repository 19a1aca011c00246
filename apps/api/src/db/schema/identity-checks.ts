import type { IdentityCheckReason, IdentityCheckState } from '@sesa/contract'
import type { ColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type Made<T> = ColumnType<T, never, never>

interface CustomerTiers {
  user_id: string
  tier: number
  until: string | null
  since: ColumnType<Date, Date | undefined, Date>
}

interface IdentityChecks {
  id: Made<string>
  user_id: Fixed<string>
  provider: Fixed<string>
  country: Fixed<string>
  state: IdentityCheckState
  reason: ColumnType<IdentityCheckReason | null, undefined, IdentityCheckReason | null>
  provider_code: ColumnType<string | null, undefined, string | null>
  reference: ColumnType<string | null, undefined, string>
  submission: ColumnType<string | null, undefined, string | null>
  failures: ColumnType<number, undefined, number>
  name: ColumnType<string | null, undefined, string | null>
  dob: ColumnType<string | null, undefined, string | null>
  document_type: ColumnType<string | null, undefined, string | null>
  document_country: ColumnType<string | null, undefined, string | null>
  document_expires: ColumnType<string | null, undefined, string | null>
  person_key: ColumnType<Buffer | null, undefined, Buffer | null>
  warned_at: ColumnType<Date | null, undefined, Date>
  created_at: Made<Date>
  updated_at: ColumnType<Date, never, Date>
}

/** Tables about tiers and identity checks. */
export interface IdentityCheckTables {
  customer_tiers: CustomerTiers
  identity_checks: IdentityChecks
}
