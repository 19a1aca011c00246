import { readFile } from 'node:fs/promises'
import { DIRECTIONS } from '@sesa/contract'
import type { Db } from '../db/index.ts'
import { PRICES, PRICES_KEY } from '../domains/pricing/index.ts'
import { storePolicy } from '../domains/record/index.ts'
import type { StaffAction } from '../lib/staff-action.ts'

/** A band in the format of price lists: amounts and percentages are text. */
export interface BandText {
  readonly from: string
  readonly fee: string
  readonly feePercent: string
  readonly marginPercent: string
}

/** The seeded price. */
export const FREE: BandText = { from: '0.00', fee: '0.00', feePercent: '0.00', marginPercent: '1.00' }

/** Returns a price list with one price for all corridors and ways to pay except those named, such as `US/LR`. */
export async function priceListOf(
  everywhere: Partial<BandText> | readonly BandText[],
  special: Readonly<Record<string, readonly BandText[]>> = {},
): Promise<Record<string, unknown>> {
  const usual = Array.isArray(everywhere) ? everywhere : [{ ...FREE, ...everywhere }]
  const shipped: unknown = JSON.parse(
    await readFile(new URL('../../../../docs/prices.example.json', import.meta.url), 'utf8'),
  )
  const corridors = DIRECTIONS.map(({ from, to }) => {
    const name = `${from}/${to}`
    return [name, { card: special[name] ?? usual }] as const
  })
  return { ...(shipped as object), corridors: Object.fromEntries(corridors) }
}

/** Puts a price list in force and returns its version. `owner`: the schema's owner, who needs no second person. */
export const setPrices = (owner: Db, list: unknown, action: StaffAction): Promise<number> =>
  storePolicy(owner, PRICES, { key: PRICES_KEY, body: { list } }, action)

/** Sets such a price list, as staff do. */
export async function setTestPrices(owner: Db, ...terms: Parameters<typeof priceListOf>): Promise<void> {
  await setPrices(owner, await priceListOf(...terms), { staff: 'test', reason: 'for a test' })
}
