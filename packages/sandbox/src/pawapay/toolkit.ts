import type { World } from '../core/world.ts'
import type { CallbackSettings } from './account.ts'
import { COUNTRIES } from './providers.ts'
import type { Country, Carrier } from './providers.ts'
import { KEY_ID, publicKeyOf } from './signatures.ts'

export interface ToolkitFilter {
  country?: string
  operationType?: string
}

/** This business's permissions; remittances are enabled. */
const OPERATIONS = ['PAYOUT', 'REMITTANCE']

/** Handles `GET /v2/active-conf`: the account's operations, providers and limits. */
export function activeConfiguration(
  { callbackUrl, signedCallbacks }: CallbackSettings,
  filter: ToolkitFilter,
) {
  return {
    companyName: 'Sandbox business',
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks },
    countries: selected(filter).map((country) => ({
      country: country.country,
      prefix: country.prefix,
      displayName: country.name,
      providers: country.carriers.map((carrier) => configured(carrier, callbackUrl, operationsOf(filter))),
    })),
  }
}

function configured(carrier: Carrier, callbackUrl: string | null, operations: readonly string[]) {
  const { provider, displayName, currency, minAmount, maxAmount } = carrier
  const calls = callbackUrl === null ? {} : { callbackUrl }
  const terms = { minAmount, maxAmount, decimalsInAmount: 'TWO_PLACES', status: 'OPERATIONAL', ...calls }
  return {
    provider,
    displayName,
    nameDisplayedToCustomer: 'Sandbox business',
    currencies: [
      {
        currency,
        displayName: currency,
        operationTypes: Object.fromEntries(operations.map((one) => [one, terms])),
      },
    ],
  }
}

/** Handles `GET /v2/availability`. */
export function availability(filter: ToolkitFilter) {
  return selected(filter).map(({ country, prefix, name, carriers }) => ({
    country,
    prefix,
    displayName: name,
    providers: carriers.map(({ provider }) => ({
      provider,
      operationTypes: Object.fromEntries(operationsOf(filter).map((one) => [one, 'OPERATIONAL'])),
    })),
  }))
}

/** Returns the requested operation types: all, or the named one if it exists. */
function operationsOf({ operationType }: ToolkitFilter): readonly string[] {
  return OPERATIONS.filter((one) => operationType === undefined || operationType === one)
}

function selected(filter: ToolkitFilter): readonly Country[] {
  if (operationsOf(filter).length === 0) return []
  return COUNTRIES.filter(({ country }) => filter.country === undefined || country === filter.country)
}

/** Handles `GET /v2/public-key/http`: the key that verifies callbacks. */
export function publicKeys(world: World): { id: string; key: string }[] {
  return [{ id: KEY_ID, key: publicKeyOf(world.options.pawapay.signingKey) }]
}
