import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { CallbackSetupSource } from '../../domains/payouts/rails/ports.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import { findNetwork } from './carriers.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

// pawaPay may add fields at any time, so only the fields we use are checked.
const operation = v.object({ callbackUrl: v.nullish(providerText) })
const configuration = v.object({
  signatureConfiguration: v.object({ signedCallbacks: v.boolean() }),
  countries: v.array(
    v.object({
      providers: v.array(
        v.object({
          provider: v.string(),
          currencies: v.array(
            v.object({
              operationTypes: v.object({
                PAYOUT: v.optional(operation),
                REMITTANCE: v.optional(operation),
                DEPOSIT: v.optional(operation),
                REFUND: v.optional(operation),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Reads the addresses and the signing of callbacks from the account's active configuration. */
export function createPawapayCallbackSetup(
  settings: PawapaySettings,
  fetchFunction: ProviderFetch,
  type: 'PAYOUT' | 'REMITTANCE' | 'DEPOSIT' | 'REFUND' = 'PAYOUT',
): CallbackSetupSource {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const answer = await call(`/active-conf?operationType=${type}`, { method: 'GET' })
    const parsed = v.safeParse(configuration, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return null
    const operations = parsed.output.countries
      .flatMap(({ providers }) => providers)
      .filter(({ provider }) => findNetwork(provider) !== undefined)
      .flatMap(({ currencies }) => currencies.flatMap(({ operationTypes }) => operationTypes[type] ?? []))
    return {
      signed: parsed.output.signatureConfiguration.signedCallbacks,
      addresses: [...new Set(operations.map(({ callbackUrl }) => callbackUrl || null))],
    }
  }
}
