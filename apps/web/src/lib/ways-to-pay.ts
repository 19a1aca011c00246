import { findCountry, guessNetwork, type Config, type CountryCode, type NetworkValue } from '@sesa/contract'

/** A way to pay in the sender's country, open or closed. */
export type PayMethod = Config['payMethods'][number]['methods'][number]
export type PayNetwork = NonNullable<PayMethod['networks']>[number]

/** Returns the ways to pay of this country. */
export function methodsOf({ payMethods }: Pick<Config, 'payMethods'>, sender: CountryCode) {
  return payMethods.find(({ country }) => country === sender)?.methods ?? []
}

/** Returns the mobile-money networks of these ways. */
export function networksOf(methods: readonly PayMethod[]): readonly PayNetwork[] {
  return methods.find(({ method }) => method === 'momo')?.networks ?? []
}

/** Returns the network that a number (E.164) of this country suggests; empty for none. */
export function guessedNetwork(country: CountryCode, phone: string): NetworkValue | '' {
  const dialCode = findCountry(country)?.dialCode
  if (dialCode === undefined || !phone.startsWith(dialCode)) return ''
  return guessNetwork(country, phone.slice(dialCode.length))?.value ?? ''
}
