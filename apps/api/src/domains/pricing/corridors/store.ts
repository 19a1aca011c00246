import type { CountryCode, DestinationCode } from '@sesa/contract'
import { money } from '@sesa/money'
import type { ConfigurationPart, Current } from '../../../db/configuration.ts'
import { corridorClosedWords } from '../closings/index.ts'
import { policyOn } from '../../record/index.ts'
import { currencyOf, PRICE_LISTS, PRICES_KEY, type PriceList } from '../prices/index.ts'
import { waysOf } from '../ways/index.ts'
import type { ChargeCurrencies, Corridor } from './corridor.ts'

export interface CorridorSettings {
  /** Opens every corridor, whatever its row: for the sandbox, where no real money moves. */
  readonly allOpen: boolean
  readonly chargeCurrencies: ChargeCurrencies
}

interface CorridorRow {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  readonly enabled: boolean
  readonly reason: string
  readonly min_receive: bigint | null
  readonly max_receive: bigint | null
}

/** The corridors as set by staff, by sender and recipient. */
export const CORRIDORS: ConfigurationPart<readonly CorridorRow[]> = {
  read: (db) =>
    db
      .selectFrom('corridors')
      .select(['sender', 'recipient', 'enabled', 'reason', 'min_receive', 'max_receive'])
      .orderBy('sender')
      .orderBy('recipient')
      .execute(),
}

/** Lists all corridors with their prices, open or not, by sender and recipient; none before the first price list. */
export function listCorridors(current: Current, settings: CorridorSettings): Corridor[] {
  const { snapshot, now } = current
  const prices = policyOn(snapshot.of(PRICE_LISTS), PRICES_KEY, now)
  if (prices === undefined) return []
  const [list, version] = [prices.value(), BigInt(prices.version)]
  return snapshot.of(CORRIDORS).map((row) => toCorridor(row, settings, { list, version, current }))
}

function toCorridor(
  row: CorridorRow,
  settings: CorridorSettings,
  { list, version, current }: { list: PriceList; version: bigint; current: Current },
): Corridor {
  const sendCurrency = currencyOf(row.sender)
  const receiveCurrency = currencyOf(row.recipient)
  return {
    sender: row.sender,
    recipient: row.recipient,
    closedReason: settings.allOpen ? null : row.enabled ? corridorClosedWords(current, row) : row.reason,
    sendCurrency,
    receiveCurrency,
    usualWay: waysOf(current, row.sender, settings.allOpen).find(({ open }) => open)?.method ?? 'card',
    chargeCurrency: settings.chargeCurrencies[sendCurrency] ?? sendCurrency,
    bands: list.bands.get(`${row.sender}/${row.recipient}`) ?? { card: [], momo: [], bank_debit: [] },
    priceVersion: version,
    minReceive: row.min_receive === null ? null : money(row.min_receive, receiveCurrency),
    maxReceive: row.max_receive === null ? null : money(row.max_receive, receiveCurrency),
  }
}
