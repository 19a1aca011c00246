import { COUNTRIES, isDestination } from '@sesa/contract'
import { isCurrencyCode, parseAmount, type CurrencyCode } from '@sesa/money'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { NetworkTerms, TermsSource, UnknownCarriersSource } from '../../domains/payouts/rails/ports.ts'
import { createPawapayClient, type PawapayClient, type PawapaySettings } from './client.ts'
import { findNetwork } from './carriers.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

// pawaPay may add fields at any time, so only the fields we use are checked.
const operation = v.object({
  minAmount: v.string(),
  maxAmount: v.string(),
  status: v.string(),
  decimalsInAmount: v.optional(v.string()),
})
const configuration = v.object({
  countries: v.array(
    v.object({
      country: v.string(),
      providers: v.array(
        v.object({
          provider: providerText,
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
type Country = v.InferOutput<typeof configuration>['countries'][number]
type Provider = Country['providers'][number]

/** Returns the operations that the account may do with a provider, in currencies that we pay out: not the old leone. */
function allowedOperations(
  { currencies }: Provider,
  type: OperationType,
): (v.InferOutput<typeof operation> & { currency: CurrencyCode })[] {
  return currencies.flatMap(({ currency, operationTypes: { [type]: terms } }) =>
    terms === undefined || !isCurrencyCode(currency) ? [] : [{ ...terms, currency }],
  )
}

function toTerms(provider: Provider, type: OperationType): NetworkTerms[] {
  const network = findNetwork(provider.provider)
  if (network === undefined) return []
  return allowedOperations(provider, type).flatMap(
    ({ minAmount, maxAmount, status, decimalsInAmount, currency }) => {
      const [minimum, maximum] = [parseAmount(minAmount, currency), parseAmount(maxAmount, currency)]
      if (!minimum.ok || !maximum.ok) return []
      // We pay out cents. A network that accepts only whole amounts would reject them after the card was charged.
      const takesCents = decimalsInAmount !== 'NONE'
      const open = status === 'OPERATIONAL' && takesCents
      return [{ ...network, open, minimum: minimum.money, maximum: maximum.money }]
    },
  )
}

/** Returns the account's active configuration by country, or null when pawaPay does not return it. */
async function readCountries(call: PawapayClient, type: OperationType): Promise<readonly Country[] | null> {
  const answer = await call(`/active-conf?operationType=${type}`, { method: 'GET' })
  const parsed = v.safeParse(configuration, answer?.body)
  return answer?.status === 200 && parsed.success ? parsed.output.countries : null
}

/**
 * Returns the networks that this pawaPay account may pay out to, and their limits, by its active configuration. An
 * account without remittances reaches none with them.
 */
export function createPawapayTerms(
  settings: PawapaySettings,
  fetchFunction: ProviderFetch,
  type: OperationType = 'PAYOUT',
): TermsSource {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const countries = await readCountries(call, type)
    return (
      countries?.flatMap(({ providers }) => providers).flatMap((provider) => toTerms(provider, type)) ?? null
    )
  }
}

const isOurs = (alpha3: string): boolean =>
  COUNTRIES.some((country) => country.alpha3 === alpha3 && isDestination(country.code))

/** Returns the providers in our destinations that this account may pay out to, and that carriers.ts does not list. */
export function createPawapayUnknownCarriers(
  settings: PawapaySettings,
  fetchFunction: ProviderFetch,
  type: OperationType = 'PAYOUT',
): UnknownCarriersSource {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const countries = await readCountries(call, type)
    if (countries === null) return null
    return countries
      .filter(({ country }) => isOurs(country))
      .flatMap(({ country, providers }) =>
        providers
          .filter((one) => findNetwork(one.provider) === undefined && allowedOperations(one, type).length > 0)
          .map(({ provider }) => ({ country, code: provider })),
      )
  }
}
