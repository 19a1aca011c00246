import { money } from '@sesa/money'
import * as v from 'valibot'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import type { FloatSource } from '../../domains/payouts/float/ports.ts'
import { createMonimeClient, type MonimeSettings } from './client.ts'

const CURRENCY = 'SLE'

const accounts = v.array(
  v.object({
    balance: v.object({
      available: v.object({ currency: v.string(), value: v.pipe(v.number(), v.safeInteger()) }),
    }),
  }),
)

/** Reads what our accounts at Monime hold in leones together; null without such an account. */
export function createMonimeFloat(settings: MonimeSettings, fetchFunction: ProviderFetch): FloatSource {
  const call = createMonimeClient(settings, fetchFunction)
  return async () => {
    const answer = await call(accounts, 'GET', '/financial-accounts?withBalance=true&limit=50')
    // A further page would make the sum too small.
    if (answer.kind !== 'result' || answer.next !== null) return null
    const held = answer.result
      .map(({ balance }) => balance.available)
      .filter(({ currency }) => currency === CURRENCY)
    if (held.length === 0) return null
    const sum = held.reduce((total, { value }) => total + BigInt(value), 0n)
    return [{ country: 'SL', balance: money(sum, CURRENCY) }]
  }
}
