import type { ColumnType } from 'kysely'
import type { CurrencyCode } from '@sesa/money'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, never>

interface AccountHolds {
  id: Made<bigint>
  user_id: Fixed<string>
  cause: Fixed<'fraud_warning' | 'review' | 'dispute' | 'staff'>
  provider_id: FixedDefault<string | null>
  transfer_id: FixedDefault<string | null>
  opened_by: Fixed<string>
  reason: Fixed<string>
  opened_at: Made<Date>
  lifted_at: Date | null
  lifted_by: string | null
  lift_reason: string | null
}

interface FraudDecisions {
  id: Made<bigint>
  user_id: Fixed<string>
  transfer_id: Fixed<string | null>
  version: Fixed<number>
  outcome: Fixed<'allow' | 'authenticate' | 'delay' | 'refuse'>
  rule_id: Fixed<string | null>
  applied: Json
  facts: Json
  amount: Fixed<bigint>
  currency: Fixed<CurrencyCode>
  decided_at: Made<Date>
}

interface PaymentDevices {
  transfer_id: Fixed<string>
  device_hash: Fixed<Buffer>
  opened_at: Made<Date>
}

export interface FraudTables {
  account_holds: AccountHolds
  fraud_decisions: FraudDecisions
  payment_devices: PaymentDevices
}
