import * as v from 'valibot'
import type { NetworkPrediction } from '../../domains/payouts/rails/ports.ts'
import { findNetwork } from './carriers.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

// pawaPay may add fields at any time, so only the fields we use are checked.
const prediction = v.object({ provider: v.string(), phoneNumber: v.string() })

/**
 * Asks pawaPay for the provider of a number. It is wrong about some ported numbers: about 0.12% of all, by its own
 * count.
 */
export function createPawapayPrediction(
  settings: PawapaySettings,
  fetchFunction: ProviderFetch,
): NetworkPrediction {
  const call = createPawapayClient(settings, fetchFunction)
  return async (phone) => {
    const phoneNumber = phone.slice(1)
    const answer = await call('/predict-provider', {
      method: 'POST',
      body: JSON.stringify({ phoneNumber }),
    })
    const parsed = v.safeParse(prediction, answer?.body)
    if (answer?.status !== 200 || !parsed.success || parsed.output.phoneNumber !== phoneNumber) return null
    return findNetwork(parsed.output.provider) ?? null
  }
}
