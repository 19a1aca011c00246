import type { CountryCode } from '@sesa/contract'
import { money } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { corridorClosedWords } from '../closings/index.ts'
import { policyInForce } from '../../record/index.ts'
import { currencyOf, listOf, PRICES, PRICES_KEY, readPriceList } from '../prices/index.ts'
import type { ChargeCurrencies, Corridor } from './corridor.ts'

export interface CorridorSettings {
  /** Opens every corridor, whatever its row: for the sandbox, where no real money moves. */
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
  const row = await corridorsWithPrices(db)
    .where('sender', '=', sender)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  return row && toCorridor(row, settings)
}

/** Lists all corridors, open or not, by sender and recipient. */
export async function listCorridors(db: Db, settings: CorridorSettings): Promise<Corridor[]> {
  const rows = await corridorsWithPrices(db).orderBy('sender').orderBy('recipient').execute()
  return rows.map((row) => toCorridor(row, settings))
}

/** Selects corridors and the price list in force, in one statement. */
const corridorsWithPrices = (db: Db) =>
  db
    .selectFrom('corridors')
    .innerJoin(policyInForce(db, PRICES, PRICES_KEY).as('prices'), (join) => join.onTrue())
    .select(['sender', 'recipient', 'enabled', 'reason', 'min_receive', 'max_receive', 'version', 'body'])
    .select(corridorClosedWords.as('closedWords'))

type Row = Awaited<ReturnType<ReturnType<typeof corridorsWithPrices>['executeTakeFirstOrThrow']>>

function toCorridor(row: Row, settings: CorridorSettings): Corridor {
  const sendCurrency = currencyOf(row.sender)
  const receiveCurrency = currencyOf(row.recipient)
  return {
    sender: row.sender,
    recipient: row.recipient,
    closedReason: settings.allOpen ? null : row.enabled ? row.closedWords : row.reason,
    sendCurrency,
    receiveCurrency,
    chargeCurrency: settings.chargeCurrencies[sendCurrency] ?? sendCurrency,
    bands: readPriceList(listOf(row.body)).bands.get(`${row.sender}/${row.recipient}`) ?? [],
    priceVersion: BigInt(row.version),
    minReceive: row.min_receive === null ? null : money(row.min_receive, receiveCurrency),
    maxReceive: row.max_receive === null ? null : money(row.max_receive, receiveCurrency),
  }
}
