import type { CurrencyCode } from '@sesa/money'

/** ISO 3166-1 alpha-2 codes of the countries we serve. */
export type CountryCode = 'SL' | 'LR' | 'GH' | 'US'

/** A country we serve: its ISO codes, its currency (ISO 4217) and its calling code (with the plus sign). */
export interface Country {
  readonly code: CountryCode
  readonly alpha3: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly dialCode: string
}

/** Sending countries, in the order of every list: the converter defaults to index 1 and 2 (Liberia, Ghana). */
export const COUNTRIES: readonly Country[] = [
  { code: 'SL', alpha3: 'SLE', name: 'Sierra Leone', currency: 'SLE', dialCode: '+232' },
  { code: 'LR', alpha3: 'LBR', name: 'Liberia', currency: 'LRD', dialCode: '+231' },
  { code: 'GH', alpha3: 'GHA', name: 'Ghana', currency: 'GHS', dialCode: '+233' },
  { code: 'US', alpha3: 'USA', name: 'United States', currency: 'USD', dialCode: '+1' },
]

/** Countries that money can be sent to, in list order. */
export const DESTINATIONS = ['LR', 'GH', 'SL'] as const satisfies readonly CountryCode[]

/** A country that money can be sent to. */
export type DestinationCode = (typeof DESTINATIONS)[number]

/** Returns the country with this alpha-2 code, or undefined when we do not serve it. */
export function findCountry(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code)
}

/** Builds a record with one value for each country, under its code with a prefix such as `SMS_VENDORS_`. */
export function byCountry<T, P extends string = ''>(
  make: (country: Country) => T,
  prefix?: P,
): Record<`${P}${CountryCode}`, T> {
  const entries = COUNTRIES.map((country) => [`${prefix ?? ''}${country.code}`, make(country)] as const)
  // Every country has a value, which the type of Object.fromEntries cannot express.
  return Object.fromEntries(entries) as Record<`${P}${CountryCode}`, T>
}

/** Returns the country's name for use in a sentence: "the United States". */
export function countryInSentence(code: CountryCode): string {
  return `${code === 'US' ? 'the ' : ''}${findCountry(code)?.name ?? code}`
}

/** Returns true when money can be sent to this country. */
export function isDestination(code: string): code is DestinationCode {
  return (DESTINATIONS as readonly string[]).includes(code)
}

/** Returns a sender's destinations: all except the sender's own country. */
export function destinationsFrom(sender: CountryCode): readonly DestinationCode[] {
  return DESTINATIONS.filter((code) => code !== sender)
}
