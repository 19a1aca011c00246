import type { CountryCode, DestinationCode, Draft } from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** A currency other than the dollar. */
type Foreign = Exclude<CurrencyCode, 'USD'>

/** Written once: the column cannot be updated. */
type Fixed<T> = ColumnType<T, T, never>
/** Like Fixed, with a default in the database. */
type FixedDefault<T> = ColumnType<T, T | undefined, never>

interface RateSnapshots {
  id: GeneratedAlways<bigint>
  as_of: Fixed<Date>
  source: Fixed<string>
  created_at: FixedDefault<Date>
}

interface SnapshotRates {
  snapshot_id: Fixed<bigint>
  currency: Fixed<Foreign>
  rate: Fixed<string>
  as_of: Fixed<Date>
  source: Fixed<string>
}

interface RateSources {
  source: Fixed<string>
  /** The first day of the month that `requests` counts, in UTC. */
  month: string
  requests: Generated<number>
  next_at: Generated<Date>
  failures: Generated<number>
  failure: 'unreachable' | 'refused' | 'malformed' | null
  answered_at: Date | null
  as_of: Date | null
}

interface SourceRates {
  source: Fixed<string>
  currency: Fixed<Foreign>
  rate: Fixed<string>
}

interface DailyRates {
  /** `YYYY-MM-DD`, in UTC. */
  day: Fixed<string>
  currency: Fixed<Foreign>
  rate: Fixed<string>
  as_of: Fixed<Date>
  source: Fixed<string>
  recorded_at: FixedDefault<Date>
}

interface RateHistoryRequests {
  id: GeneratedAlways<bigint>
  day: Fixed<string>
  asked_at: FixedDefault<Date>
  outcome: 'stored' | 'no_data' | 'refused' | 'unreachable' | 'malformed' | 'implausible' | null
}

interface Corridors {
  sender: CountryCode
  recipient: DestinationCode
  enabled: Generated<boolean>
  /** Explains to customers why it is off. */
  reason: string
  /** Minor units of the currency that arrives: the limits of the pay-out rail; null when unknown. */
  min_receive: bigint | null
  max_receive: bigint | null
}

interface QuotesTable {
  id: FixedDefault<string>
  user_id: Fixed<string>
  sender: Fixed<CountryCode>
  recipient: Fixed<DestinationCode>
  fix: Fixed<'send' | 'receive'>
  send_currency: Fixed<CurrencyCode>
  send_amount: Fixed<bigint>
  fee_amount: Fixed<bigint>
  margin_amount: Fixed<bigint>
  receive_currency: Fixed<CurrencyCode>
  receive_amount: Fixed<bigint>
  rate: Fixed<string>
  mid_rate: Fixed<string>
  charge_currency: Fixed<CurrencyCode>
  charge_amount: Fixed<bigint>
  charge_fee: Fixed<bigint>
  charge_margin: Fixed<bigint>
  charge_principal: Fixed<bigint>
  charge_rate: Fixed<string>
  snapshot_id: Fixed<bigint>
  price_version: Fixed<bigint | null>
  created_at: FixedDefault<Date>
  expires_at: Fixed<Date>
  deliver_by: Fixed<Date>
}

interface Drafts {
  user_id: string
  content: JSONColumnType<Draft>
  updated_at: Generated<Date>
}

export interface PricingTables {
  rate_snapshots: RateSnapshots
  snapshot_rates: SnapshotRates
  rate_sources: RateSources
  source_rates: SourceRates
  daily_rates: DailyRates
  rate_history_requests: RateHistoryRequests
  corridors: Corridors
  quotes: QuotesTable
  drafts: Drafts
}
