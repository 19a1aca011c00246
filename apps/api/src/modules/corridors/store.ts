import { COUNTRIES, type CountryCode } from '@sesa/contract'
import { money, type CurrencyCode } from '@sesa/money'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { PricingTables } from '../../db/schema/pricing.ts'
import type { ChargeCurrencies, Corridor } from './corridor.ts'

export interface CorridorSettings {
  /** Opens every corridor, whatever its row says: for the sandbox, where no real money moves. */
  readonly allOpen: boolean
  readonly chargeCurrencies: ChargeCurrencies
}

export async function findCorridor(
  db: Db,
  settings: CorridorSettings,
  sender: CountryCode,
  recipient: CountryCode,
): Promise<Corridor | undefined> {
  if (recipient === 'US') return undefined
  const row = await db
    .selectFrom('corridors')
    .selectAll()
    .where('sender', '=', sender)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  return row && toCorridor(row, settings)
}

/** Lists all corridors, open or not, by sender and recipient. */
export async function listCorridors(db: Db, settings: CorridorSettings): Promise<Corridor[]> {
  const rows = await db.selectFrom('corridors').selectAll().orderBy('sender').orderBy('recipient').execute()
  return rows.map((row) => toCorridor(row, settings))
}

function toCorridor(row: Selectable<PricingTables['corridors']>, settings: CorridorSettings): Corridor {
  const sendCurrency = currencyOf(row.sender)
  const receiveCurrency = currencyOf(row.recipient)
  return {
    sender: row.sender,
    recipient: row.recipient,
    closedReason: row.enabled || settings.allOpen ? null : row.reason,
    sendCurrency,
    receiveCurrency,
    chargeCurrency: settings.chargeCurrencies[sendCurrency] ?? sendCurrency,
    marginBps: row.margin_bps,
    fee: money(row.fee, sendCurrency),
    minReceive: row.min_receive === null ? null : money(row.min_receive, receiveCurrency),
    maxReceive: row.max_receive === null ? null : money(row.max_receive, receiveCurrency),
  }
}

const CURRENCY_OF = new Map(COUNTRIES.map((country) => [country.code, country.currency]))

function currencyOf(country: CountryCode): CurrencyCode {
  const currency = CURRENCY_OF.get(country)
  if (!currency) throw new Error(`No currency for ${country}`)
  return currency
}
