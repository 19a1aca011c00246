import type { DestinationCode } from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import * as v from 'valibot'
import type { FloatSource } from '../../domains/payouts/float/ports.ts'
import { parseProviderAmount } from '../../lib/provider-values.ts'
import { createMomoClient, type MomoClientSettings } from './client.ts'

export interface MomoFloatSettings extends MomoClientSettings {
  readonly country: DestinationCode
  /** The market's only currency. */
  readonly currency: CurrencyCode
}

const balance = v.object({ availableBalance: v.string(), currency: v.string() })

/**
 * Reads the balance of one MTN product in one market. A balance in another currency, as in MTN's own sandbox, is
 * unknown.
 */
export function createMomoFloat(settings: MomoFloatSettings, fetchFunction: typeof fetch): FloatSource {
  const client = createMomoClient(settings, fetchFunction)
  const { country, currency, product } = settings
  return async () => {
    const answer = await client.call('GET', `/${product}/v1_0/account/balance`)
    const parsed = v.safeParse(balance, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return null
    const amount = parseProviderAmount(parsed.output.availableBalance, parsed.output.currency)
    return amount?.currency === currency ? [{ country, balance: amount }] : null
  }
}
