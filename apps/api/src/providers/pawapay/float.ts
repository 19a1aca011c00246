import { DESTINATIONS, findCountry, type DestinationCode } from '@sesa/contract'
import { compare } from '@sesa/money'
import * as v from 'valibot'
import type { FloatSource, ProviderBalance } from '../../domains/payouts/float/ports.ts'
import { parseProviderAmount } from '../../lib/provider-values.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

// pawaPay may add fields at any time, so only the fields we use are checked.
const wallets = v.object({
  balances: v.array(v.object({ country: v.string(), balance: v.string(), currency: v.string() })),
})
type Wallet = v.InferOutput<typeof wallets>['balances'][number]

/** Returns our code of a country for pawaPay's three-letter code. */
const countryOf = (alpha3: string): DestinationCode | undefined =>
  DESTINATIONS.find((code) => findCountry(code)?.alpha3 === alpha3)

/** Returns the wallet's balance; undefined for a country or currency that is not ours. */
function toBalance({ country, balance, currency }: Wallet): ProviderBalance | undefined {
  const amount = parseProviderAmount(balance, currency)
  const own = countryOf(country)
  return own === undefined || amount === undefined ? undefined : { country: own, balance: amount }
}

/**
 * Reads pawaPay's wallets, one per country and currency. Of several, such as one per provider, the smallest counts,
 * since each pays out only to its own provider.
 */
export function createPawapayFloat(settings: PawapaySettings, fetchFunction: ProviderFetch): FloatSource {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const answer = await call('/wallet-balances', { method: 'GET' })
    const parsed = v.safeParse(wallets, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return null
    const smallest = new Map<string, ProviderBalance>()
    for (const wallet of parsed.output.balances) {
      const found = toBalance(wallet)
      if (found === undefined) continue
      const key = `${found.country}/${found.balance.currency}`
      const before = smallest.get(key)
      if (before === undefined || compare(found.balance, before.balance) < 0) smallest.set(key, found)
    }
    return [...smallest.values()]
  }
}
