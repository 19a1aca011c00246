import type { CountryCode, DestinationCode, NetworkValue } from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import type { ColumnType, RawBuilder } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type Made<T> = ColumnType<T, never, never>

interface NetworkRails {
  country: DestinationCode
  network: NetworkValue
  position: number
  rail: string
  off_reason: string | null
}

interface PlannedClosings {
  id: Made<bigint>
  rail: Fixed<string | null>
  country: Fixed<DestinationCode | null>
  network: Fixed<NetworkValue | null>
  sender: Fixed<CountryCode | null>
  recipient: Fixed<DestinationCode | null>
  begins_at: Fixed<Date>
  ends_at: Date
  words: Fixed<string>
  planned_by: Fixed<string>
  reason: Fixed<string>
  planned_at: Made<Date>
  cancelled_by: ColumnType<string | null, undefined, string>
  cancelled_at: ColumnType<Date | null, undefined, RawBuilder<Date>>
}

interface RailTerms {
  rail: string
  country: DestinationCode
  network: NetworkValue
  open: boolean
  currency: CurrencyCode
  min_amount: bigint
  max_amount: bigint
}

interface RailHealth {
  rail: string
  asked_at: Date
  answered_at: Date | null
}

interface PayoutRoutes {
  reference: Fixed<string>
  rail: Fixed<string>
  chosen_at: Made<Date>
}

interface ManualPayouts {
  reference: Fixed<string>
  transfer_reference: Fixed<string>
  country: Fixed<DestinationCode>
  network: Fixed<NetworkValue>
  phone: Fixed<string>
  amount: Fixed<bigint>
  currency: Fixed<CurrencyCode>
  asked_at: Made<Date>
  outcome: ColumnType<'paid' | 'failed' | null, never>
  ended_at: ColumnType<Date | null, never>
  ended_by: ColumnType<string | null, never>
  note: ColumnType<string | null, never>
}

export interface RailTables {
  network_rails: NetworkRails
  planned_closings: PlannedClosings
  rail_terms: RailTerms
  rail_health: RailHealth
  payout_routes: PayoutRoutes
  manual_payouts: ManualPayouts
}
