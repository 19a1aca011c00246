import type { World } from '../core/world.ts'
import type { CallbackSettings } from './account.ts'
import { NAME_SHOWN } from './deposits/deposits.ts'
import type { DepositStates } from './deposits/states.ts'
import { COUNTRIES } from './providers.ts'
import type { Country, Carrier } from './providers.ts'
import { KEY_ID, publicKeyOf } from './signatures.ts'

export interface ToolkitFilter {
  country?: string
  operationType?: string
}

/** This business's permissions; remittances are enabled. */
const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND', 'REMITTANCE'] as const
type OperationType = (typeof OPERATIONS)[number]

/** Handles `GET /v2/active-conf`: the account's operations, providers and limits. */
export function activeConfiguration(
  { callbackUrl, signedCallbacks }: CallbackSettings,
  states: DepositStates,
  filter: ToolkitFilter,
) {
  const configured = (carrier: Carrier) => ({
    provider: carrier.provider,
    displayName: carrier.displayName,
    nameDisplayedToCustomer: NAME_SHOWN,
    currencies: [
      {
        currency: carrier.currency,
        displayName: carrier.currency,
        operationTypes: Object.fromEntries(
          operationsOf(filter).map((one) => [
            one,
            {
              ...termsOf(carrier, one),
              status: one === 'DEPOSIT' ? states.of(carrier.provider) : 'OPERATIONAL',
              ...(callbackUrl !== null && { callbackUrl }),
            },
          ]),
        ),
      },
    ],
  })
  return {
    companyName: 'Sandbox business',
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks },
    countries: selected(filter).map(({ country, prefix, name, carriers }) => ({
      ...{ country, prefix, displayName: name },
      providers: carriers.map(configured),
    })),
  }
}

function termsOf({ minAmount, maxAmount, displayName, deposits }: Carrier, operation: OperationType) {
  const { decimalsInAmount, pinPrompt, shortCode, quickLink } = deposits
  const bounds = { minAmount, maxAmount }
  if (operation === 'REFUND') return { ...bounds, decimalsInAmount }
  if (operation !== 'DEPOSIT') return { ...bounds, decimalsInAmount: 'TWO_PLACES' }
  const steps = [`Dial ${quickLink} on your phone.`, `Approve the payment to ${NAME_SHOWN} with your PIN.`]
  const channel = {
    type: 'USSD',
    displayName: { en: `${displayName} menu` },
    quickLink,
    variables: { shortCode },
    instructions: { en: steps.map((text) => ({ text, template: text.replace(quickLink, '{{quickLink}}') })) },
  }
  return {
    ...bounds,
    decimalsInAmount,
    authType: 'PROVIDER_AUTH',
    pinPrompt,
    pinPromptRevivable: pinPrompt === 'AUTOMATIC',
    pinPromptInstructions: { channels: [channel] },
  }
}

/** Handles `GET /v2/availability`. */
export function availability(states: DepositStates, filter: ToolkitFilter) {
  return selected(filter).map(({ country, prefix, name, carriers }) => ({
    ...{ country, prefix, displayName: name },
    providers: carriers.map(({ provider }) => ({
      provider,
      operationTypes: Object.fromEntries(
        operationsOf(filter).map((one) => [one, one === 'DEPOSIT' ? states.of(provider) : 'OPERATIONAL']),
      ),
    })),
  }))
}

/** Returns the requested operation types: all, or the named one if it exists. */
function operationsOf({ operationType }: ToolkitFilter): readonly OperationType[] {
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
