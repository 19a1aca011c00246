import { isCurrencyCode, parseAmount } from '@sesa/money'
import * as v from 'valibot'
import type { NetworkTerms, TermsSource } from '../../modules/rails/ports.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import { findNetwork } from './carriers.ts'

// pawaPay may add fields at any time, so only the fields used are checked.
const operation = v.object({
  minAmount: v.string(),
  maxAmount: v.string(),
  status: v.string(),
  decimalsInAmount: v.optional(v.string()),
})
const configuration = v.object({
  countries: v.array(
    v.object({
      providers: v.array(
        v.object({
          provider: v.string(),
          currencies: v.array(
            v.object({
              currency: v.string(),
              operationTypes: v.object({ PAYOUT: v.optional(operation), REMITTANCE: v.optional(operation) }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** pawaPay's name for an account's permission. */
type OperationType = 'PAYOUT' | 'REMITTANCE'
type Provider = v.InferOutput<typeof configuration>['countries'][number]['providers'][number]

function toTerms({ provider, currencies }: Provider, type: OperationType): NetworkTerms[] {
  const network = findNetwork(provider)
  return currencies.flatMap(({ currency, operationTypes: { [type]: terms } }) => {
    // The old leone, or another currency we do not pay in: not one of our networks.
    if (network === undefined || terms === undefined || !isCurrencyCode(currency)) return []
    const [minimum, maximum] = [
      parseAmount(terms.minAmount, currency),
      parseAmount(terms.maxAmount, currency),
    ]
    if (!minimum.ok || !maximum.ok) return []
    // We pay out cents. A network that takes whole amounts alone would reject them after the card was charged.
    const takesCents = terms.decimalsInAmount !== 'NONE'
    const open = terms.status === 'OPERATIONAL' && takesCents
    return [{ ...network, open, minimum: minimum.money, maximum: maximum.money }]
  })
}

/**
 * Returns the networks this pawaPay account may pay out to, and their bounds, by its active configuration. An account
 * without remittances reaches none with them.
 */
export function createPawapayTerms(
  settings: PawapaySettings,
  fetchFunction: typeof fetch,
  type: OperationType = 'PAYOUT',
): TermsSource {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const answer = await call(`/active-conf?operationType=${type}`, { method: 'GET' })
    const parsed = v.safeParse(configuration, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return null
    return parsed.output.countries
      .flatMap(({ providers }) => providers)
      .flatMap((provider) => toTerms(provider, type))
  }
}
