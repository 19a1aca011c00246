import type { DestinationCode } from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

interface OfWallet {
  account: Fixed<string>
  /** Empty for a balance without a country. */
  country: Fixed<DestinationCode | ''>
  currency: Fixed<CurrencyCode>
}

interface FloatWallets extends OfWallet {
  balance: bigint | null
  pending: Generated<bigint>
  asked_at: Date | null
  reserved: Generated<bigint>
  ample: Generated<boolean>
  state: Generated<'unknown' | 'enough' | 'low' | 'empty'>
}

interface FloatReadings extends OfWallet {
  asked_at: Fixed<Date>
  balance: Fixed<bigint>
}

interface FloatReservations {
  reference: Fixed<string>
  account: string
  country: DestinationCode
  currency: CurrencyCode
  amount: Fixed<bigint>
  refused_at: ColumnType<Date | null, Date | undefined>
}

export interface FloatTables {
  float_wallets: FloatWallets
  float_readings: FloatReadings
  float_reservations: FloatReservations
}
