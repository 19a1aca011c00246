import {
  destinationsFrom,
  findCountry,
  guessNetwork,
  isDestination,
  NETWORKS,
  type CountryCode,
  type DestinationCode,
  type Draft,
  type NetworkValue,
  type PurposeOfFunds,
  type Recipient,
  type Relationship,
  type SourceOfFunds,
} from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'

/** The details as they stand in the form: texts, as typed. A type, not an interface: the form wants an index. */
export type Values = {
  country: DestinationCode
  sendAmount: string
  receiveAmount: string
  /** The side typed last: it is exact, the other follows from the rate. */
  fix: 'send' | 'receive'
  name: string
  method: 'momo' | 'bank'
  phone: string
  network: NetworkValue | ''
  /** The last three are asked only where the network requires them. */
  purposeOfFunds: PurposeOfFunds | ''
  sourceOfFunds: SourceOfFunds | ''
  relationship: Relationship | ''
}

/** Nothing said of the money yet. */
const UNDECLARED = { purposeOfFunds: '', sourceOfFunds: '', relationship: '' } as const

/** The form before anything was typed: Liberia, or Ghana for a sender in Liberia, by mobile money. */
export function emptyValues(sender: CountryCode): Values {
  return {
    country: destinationsFrom(sender)[0] ?? 'LR',
    sendAmount: '',
    receiveAmount: '',
    fix: 'send',
    name: '',
    method: 'momo',
    phone: '',
    network: '',
    ...UNDECLARED,
  }
}

/** A kept draft as form values; what it leaves out, or what this sender cannot choose, is as in an empty form. */
export function valuesOfDraft(draft: Draft, sender: CountryCode): Values {
  const empty = emptyValues(sender)
  const { country = empty.country, ...rest } = draft
  const possible = country !== sender && isDestination(country)
  return { ...empty, ...filled(rest), country: possible ? country : empty.country }
}

/** The draft that these values are kept as: what was not filled in is left out. */
export function draftOf(values: Values): Draft {
  const { network, purposeOfFunds, sourceOfFunds, relationship, ...rest } = values
  return filled({
    ...rest,
    network: network || undefined,
    ...chosenOf({ purposeOfFunds, sourceOfFunds, relationship }),
  })
}

/** The declared fields; fields left empty are left out. */
export function chosenOf({
  purposeOfFunds,
  sourceOfFunds,
  relationship,
}: Pick<Values, 'purposeOfFunds' | 'sourceOfFunds' | 'relationship'>) {
  return {
    ...(purposeOfFunds !== '' && { purposeOfFunds }),
    ...(sourceOfFunds !== '' && { sourceOfFunds }),
    ...(relationship !== '' && { relationship }),
  }
}

/** Without what is empty. */
function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, text]) => text !== undefined && text !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** The currency of a country served. */
export function currencyOf(country: CountryCode): CurrencyCode {
  const found = findCountry(country)
  if (!found) throw new RangeError(`Not a country of ours: ${country}`)
  return found.currency
}

/** What changes with the phone number: the network it hints at, until the person chose another one. */
export function withPhone(values: Values, phone: string): Partial<Values> {
  const chosen = values.network !== '' && values.network !== guess(values.country, values.phone)
  const guessed = guess(values.country, phone)
  return { phone, ...(!chosen && { network: guessed }) }
}

/** Changes with the destination: clears a network of the old country and keeps the number to be corrected. */
export function withCountry(values: Values, country: DestinationCode): Partial<Values> {
  const stays = NETWORKS.some((entry) => entry.country === country && entry.value === values.network)
  return { country, phone: values.phone, network: stays ? values.network : guess(country, values.phone) }
}

/** Changes with the chosen recipient: clears the declaration, which was about another one. */
export function withRecipient({
  name,
  phone,
  network,
}: Pick<Recipient, 'name' | 'phone' | 'network'>): Partial<Values> {
  return { name, phone, network, method: 'momo', ...UNDECLARED }
}

function guess(country: DestinationCode, phone: string): Values['network'] {
  const dialCode = findCountry(country)?.dialCode
  if (dialCode === undefined || !phone.startsWith(dialCode)) return ''
  return guessNetwork(country, phone.slice(dialCode.length))?.value ?? ''
}
