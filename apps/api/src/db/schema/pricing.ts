import type { CountryCode, DestinationCode, Draft } from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Written once: the column cannot be updated. */
type Fixed<T> = ColumnType<T, T, never>
/** As Fixed, filled by the database unless given. */
type FixedDefault<T> = ColumnType<T, T | undefined, never>

interface RateSnapshots {
  id: GeneratedAlways<bigint>
  as_of: Fixed<Date>
  source: Fixed<string>
  usd_lrd: Fixed<string>
  usd_ghs: Fixed<string>
  usd_sle: Fixed<string>
  created_at: FixedDefault<Date>
  /** Each currency's own time and source; null means the snapshot's. */
  lrd_as_of: FixedDefault<Date | null>
  lrd_source: FixedDefault<string | null>
  ghs_as_of: FixedDefault<Date | null>
  ghs_source: FixedDefault<string | null>
  sle_as_of: FixedDefault<Date | null>
  sle_source: FixedDefault<string | null>
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
  usd_lrd: string | null
  usd_ghs: string | null
  usd_sle: string | null
}

interface DailyRates {
  /** `YYYY-MM-DD`, in UTC. */
  day: Fixed<string>
  as_of: Fixed<Date>
  source: Fixed<string>
  usd_lrd: Fixed<string>
  usd_ghs: Fixed<string>
  usd_sle: Fixed<string>
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
  /** Why it is off, as customers read it. */
  reason: string
  /** Minor units of the currency that arrives: the bounds of the pay-out rail; null means that none is known. */
  min_receive: bigint | null
  max_receive: bigint | null
}

interface PriceLists {
  version: GeneratedAlways<bigint>
  action_id: Fixed<string | null>
  /** Written as JSON text. */
  content: ColumnType<unknown, string, never>
  created_at: FixedDefault<Date>
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
  rate_sources: RateSources
  daily_rates: DailyRates
  rate_history_requests: RateHistoryRequests
  corridors: Corridors
  price_lists: PriceLists
  quotes: QuotesTable
  drafts: Drafts
}
