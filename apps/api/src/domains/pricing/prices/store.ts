import type { Db } from '../../../db/index.ts'
import { policyPart, readPolicy, type PolicyKind, type SignedPolicy } from '../../record/index.ts'
import { PriceListError, readPriceList, type PriceList } from './price-list.ts'

/** Returns the price list in a body. */
export const listOf = (body: unknown): unknown => (body as { readonly list: unknown }).list

/** The price lists set by staff. Every quote names its version. */
export const PRICES: PolicyKind<PriceList> = {
  kind: 'prices',
  read(body) {
    try {
      return { ok: true, value: readPriceList(listOf(body)) }
    } catch (error) {
      if (error instanceof PriceListError) return { ok: false, problems: [error.message] }
      throw error
    }
  },
}
export const PRICES_KEY = 'prices'

/** The price lists of the configuration. */
export const PRICE_LISTS = policyPart(PRICES)

/** Returns the price list in force; null before the first one. */
export const pricesInForce = async (db: Db): Promise<PriceList | null> =>
  (await readPolicy(db, PRICES, PRICES_KEY))?.value ?? null

/** Returns a version in the shape of the office’s calls. */
export const presentVersion = ({ version, since, validFrom, author, approvedBy, reason }: SignedPolicy) => ({
  ...{ version, since: since.toISOString(), validFrom, by: author, approvedBy, reason },
})
