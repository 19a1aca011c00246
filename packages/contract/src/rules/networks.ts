import type { DestinationCode } from './countries.ts'

/** A mobile-money network: its value in the API, its brand, and number prefixes that suggest it. */
export interface Network {
  readonly value: NetworkValue
  readonly country: DestinationCode
  readonly label: string
  /** National-number prefixes. Only a hint: numbers are ported, so the customer's choice wins. */
  readonly prefixes: readonly string[]
}

/**
 * Networks by country. Prefixes: libphonenumber-js 1.13.16 and the carrier map of python-phonenumbers 8.13.48; brands:
 * the carriers' current names (Vodafone Ghana became Telecel on 9 March 2024).
 */
export const NETWORKS: readonly Network[] = [
  { value: 'mtn', country: 'GH', label: 'MTN MoMo', prefixes: ['24', '256', '257', '53', '54', '55', '59'] },
  { value: 'vodafone', country: 'GH', label: 'Telecel Cash (formerly Vodafone)', prefixes: ['20', '50'] },
  { value: 'airtel/tigo', country: 'GH', label: 'AT Money (AirtelTigo)', prefixes: ['26', '27', '56', '57'] },
  { value: 'mtn', country: 'LR', label: 'Lonestar MTN MoMo', prefixes: ['88', '555'] },
  { value: 'orange', country: 'LR', label: 'Orange Money', prefixes: ['77'] },
  {
    value: 'orange',
    country: 'SL',
    label: 'Orange Money',
    prefixes: ['70', '71', '72', '73', '74', '75', '76', '78', '79'],
  },
  {
    value: 'afrimoney',
    country: 'SL',
    label: 'Afrimoney',
    prefixes: ['30', '33', '77', '80', '88', '90', '99'],
  },
  { value: 'qmoney', country: 'SL', label: 'QMoney', prefixes: ['31', '32', '34'] },
]

/** Every network value, for schemas. */
export const NETWORK_VALUES = ['mtn', 'vodafone', 'airtel/tigo', 'orange', 'afrimoney', 'qmoney'] as const

/** A network's value in the API. */
export type NetworkValue = (typeof NETWORK_VALUES)[number]

/**
 * Returns the network that a national number's prefix suggests, or undefined. `national` has no calling code, only
 * digits.
 */
export function guessNetwork(country: string, national: string): Network | undefined {
  return NETWORKS.find(
    (network) =>
      network.country === country && network.prefixes.some((prefix) => national.startsWith(prefix)),
  )
}
