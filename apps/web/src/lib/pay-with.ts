import {
  findCountry,
  guessNetwork,
  type Config,
  type CountryCode,
  type NetworkValue,
  type PayMethodName,
} from '@sesa/contract'

const KEY = 'sesa-pay-with'

/** Keeps how the customer pays for the next transfer from this device. Keeps the last network where none is given. */
export function remember(method: PayMethodName, network = remembered()[1]): void {
  try {
    localStorage.setItem(KEY, [method, network ?? ''].join(' ').trim())
  } catch {
    // Without storage, the next transfer begins with the cheapest way.
  }
}

/** Returns the way to pay and the network last chosen on this device, as stored. */
export function remembered(): readonly (string | undefined)[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}

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
