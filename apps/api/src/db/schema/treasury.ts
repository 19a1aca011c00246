import type { ColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>

interface ProviderMovements {
  id: Made<string>
  account: Fixed<string>
  provider_id: Fixed<string>
  kind: Fixed<
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'bank_transfer'
    | 'fee'
    | 'other'
    | 'top_up'
    | 'conversion'
    | 'adjustment'
  >
  transfer_id: FixedDefault<string | null>
  amount: Fixed<bigint>
  currency: Fixed<string>
  other_amount: Fixed<bigint>
  other_currency: Fixed<string>
  fee: FixedDefault<bigint>
  adjusts: FixedDefault<'provider_fees' | 'losses' | 'capital' | null>
  occurred_at: Fixed<Date>
  action_id: FixedDefault<string | null>
  recorded_at: Made<Date>
  xid: Made<string | null>
  folded_reference: Made<string | null>
}

interface ProviderReads {
  account: Fixed<string>
  read_upto: Date | null
  began_at: Date | null
  since: Date | null
  cursor: string | null
}

interface TreasuryPositions {
  account: Fixed<'card_clearing' | 'payout_float' | 'collection_float'>
  currency: Fixed<string>
  difference: bigint
  compared_at: Date
  equal_at: Date
}

interface DailyCloses {
  id: Made<bigint>
  day: Fixed<string>
  report: Fixed<string>
  digest: Fixed<string>
  explanation: FixedDefault<string | null>
  prepared_by: Fixed<string>
  prepared_at: Made<Date>
  signed_by: string | null
  signed_at: Date | null
  note: string | null
}

export interface TreasuryTables {
  provider_movements: ProviderMovements
  provider_reads: ProviderReads
  treasury_positions: TreasuryPositions
  daily_closes: DailyCloses
}
