import type { CurrencyCode } from '@sesa/money'

/** ISO 3166-1 alpha-2 codes of the countries served. */
export type CountryCode = 'SL' | 'LR' | 'GH' | 'US'

/** A country served: its ISO codes, its currency (ISO 4217) and its calling code (with the plus sign). */
export interface Country {
  readonly code: CountryCode
  readonly alpha3: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly dialCode: string
}

/** Sending countries, in the order of every list: index 1 and 2 are the converter's defaults (Liberia, Ghana). */
export const COUNTRIES: readonly Country[] = [
  { code: 'SL', alpha3: 'SLE', name: 'Sierra Leone', currency: 'SLE', dialCode: '+232' },
  { code: 'LR', alpha3: 'LBR', name: 'Liberia', currency: 'LRD', dialCode: '+231' },
  { code: 'GH', alpha3: 'GHA', name: 'Ghana', currency: 'GHS', dialCode: '+233' },
  { code: 'US', alpha3: 'USA', name: 'United States', currency: 'USD', dialCode: '+1' },
]

/** Countries money can be sent to, in the order of the list. */
export const DESTINATIONS = ['LR', 'GH', 'SL'] as const satisfies readonly CountryCode[]

/** A country money can be sent to. */
export type DestinationCode = (typeof DESTINATIONS)[number]

/** The country with this alpha-2 code, or undefined when it is not served. */
export function findCountry(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code)
}

/** True when money can be sent to this country. */
export function isDestination(code: string): code is DestinationCode {
  return DESTINATIONS.some((destination) => destination === code)
}

/** Destinations for a sender: all but the sender's own country. */
export function destinationsFrom(sender: CountryCode): readonly DestinationCode[] {
  return DESTINATIONS.filter((code) => code !== sender)
}

/** A mobile-money network: the value on the wire, the brand people know, and number prefixes that hint at it. */
export interface Network {
  readonly value: NetworkValue
  readonly country: DestinationCode
  readonly label: string
  /** National-number prefixes. A hint only: numbers are ported, so the person's choice wins. */
  readonly prefixes: readonly string[]
}

/**
 * Networks by country. Prefixes: libphonenumber-js 1.13.16 and the carrier map of python-phonenumbers 8.13.48;
 * brands: today's names of the operators (Vodafone Ghana became Telecel on 9 March 2024).
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

/** Every network value there is, for schemas. */
export const NETWORK_VALUES = ['mtn', 'vodafone', 'airtel/tigo', 'orange', 'afrimoney', 'qmoney'] as const

/** A network value on the wire. */
export type NetworkValue = (typeof NETWORK_VALUES)[number]

/** The network a national number's prefix hints at, or undefined. `national` is digits without the calling code. */
export function guessNetwork(country: string, national: string): Network | undefined {
  return NETWORKS.find(
    (network) =>
      network.country === country && network.prefixes.some((prefix) => national.startsWith(prefix)),
  )
}
