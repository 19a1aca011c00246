import type { World } from '../core/world.ts'
import { COUNTRIES } from './providers.ts'
import type { Country, Operator } from './providers.ts'
import { KEY_ID, publicKeyOf } from './signatures.ts'

export interface ToolkitFilter {
  country?: string
  operationType?: string
}

const PAYOUT = 'PAYOUT'

/** `GET /v2/active-conf`: what this account may do, with whom and within which bounds. */
export function activeConfiguration(callbackUrl: string, filter: ToolkitFilter) {
  return {
    companyName: 'Sandbox business',
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    countries: selected(filter).map((country) => ({
      country: country.country,
      prefix: country.prefix,
      displayName: country.name,
      providers: country.operators.map((operator) => configured(operator, callbackUrl)),
    })),
  }
}

function configured(operator: Operator, callbackUrl: string) {
  const { provider, displayName, currency, minAmount, maxAmount } = operator
  const payout = { minAmount, maxAmount, decimalsInAmount: 'TWO_PLACES', status: 'OPERATIONAL', callbackUrl }
  return {
    provider,
    displayName,
    nameDisplayedToCustomer: 'Sandbox business',
    currencies: [{ currency, displayName: currency, operationTypes: { [PAYOUT]: payout } }],
  }
}

/** `GET /v2/availability`. */
export function availability(filter: ToolkitFilter) {
  return selected(filter).map(({ country, prefix, name, operators }) => ({
    country,
    prefix,
    displayName: name,
    providers: operators.map(({ provider }) => ({ provider, operationTypes: { [PAYOUT]: 'OPERATIONAL' } })),
  }))
}

function selected({ country, operationType = PAYOUT }: ToolkitFilter): readonly Country[] {
  if (operationType !== PAYOUT) return []
  return COUNTRIES.filter((candidate) => country === undefined || candidate.country === country)
}

/** `GET /v2/public-key/http`: what callbacks are checked with. */
export function publicKeys(world: World): { id: string; key: string }[] {
  return [{ id: KEY_ID, key: publicKeyOf(world.options.pawapay.signingKey) }]
}
