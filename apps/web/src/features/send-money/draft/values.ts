import {
  destinationsFrom,
  findCountry,
  isDestination,
  NETWORKS,
  type CountryCode,
  type DestinationCode,
  type Draft,
  type NetworkValue,
  type PurposeOfFunds,
  type Relationship,
  type SourceOfFunds,
} from '@sesa/contract'
import type { CurrencyCode } from '@sesa/money'
import { guessedNetwork } from '../../../lib/ways-to-pay.ts'

/** The form's values, as typed. A type, not an interface, because the form needs an index signature. */
export type Values = {
  country: DestinationCode
  sendAmount: string
  receiveAmount: string
  /** The side typed last: it is exact, and the other follows from the rate. */
  fix: 'send' | 'receive'
  name: string
  method: 'momo' | 'bank'
  phone: string
  network: NetworkValue | ''
  /** The last three fields show only where the network requires a declaration. */
  purposeOfFunds: PurposeOfFunds | ''
  sourceOfFunds: SourceOfFunds | ''
  relationship: Relationship | ''
  /** The recipient whose different wallet name the customer has confirmed, as named by `personKey`. */
  confirmedFor: string
}

/** No declaration about the money yet. */
const UNDECLARED = { purposeOfFunds: '', sourceOfFunds: '', relationship: '' } as const

/** Returns the values of an untouched form: mobile money to Liberia, or to Ghana for a sender in Liberia. */
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
    confirmedFor: '',
  }
}

/** Returns a saved draft as form values, with defaults for missing fields and for an impossible country. */
export function valuesOfDraft(draft: Draft, sender: CountryCode): Values {
  const empty = emptyValues(sender)
  const { country = empty.country, ...rest } = draft
  const possible = country !== sender && isDestination(country)
  return { ...empty, ...filled(rest), country: possible ? country : empty.country }
}

/** Returns these values as a draft, without empty fields. */
export function draftOf(values: Values): Draft {
  const { network, purposeOfFunds, sourceOfFunds, relationship, confirmedFor, ...rest } = values
  return filled({
    ...rest,
    // A confirmation does not count for another name, number or network.
    confirmedFor: isConfirmed(values) ? confirmedFor : '',
    network: network || undefined,
    ...chosenOf({ purposeOfFunds, sourceOfFunds, relationship }),
  })
}

/** Returns true for a draft in which the customer has typed something. */
export function isBegun(draft: Draft | null): boolean {
  return draft?.name !== undefined || draft?.phone !== undefined || draft?.sendAmount !== undefined
}

/** Returns a key of exactly the fields for which a confirmation counts. */
export function personKey({ name, phone, network }: Pick<Values, 'name' | 'phone' | 'network'>): string {
  return JSON.stringify([name.trim(), phone, network])
}

/** Returns true once the customer has decided to send to this recipient despite the wallet's different name. */
export function isConfirmed(values: Values): boolean {
  return values.confirmedFor === personKey(values)
}

/** Returns the declared fields, without empty ones. */
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

/** Omits empty fields. */
function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, text]) => text !== undefined && text !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

export function currencyOf(country: CountryCode): CurrencyCode {
  const found = findCountry(country)
  if (!found) throw new RangeError(`Not a country of ours: ${country}`)
  return found.currency
}

/** Returns the changes for a phone number: sets the network guessed from it, until the customer chooses another. */
export function withPhone(values: Values, phone: string): Partial<Values> {
  const chosen = values.network !== '' && values.network !== guessedNetwork(values.country, values.phone)
  const guessed = guessedNetwork(values.country, phone)
  return { phone, ...(!chosen && { network: guessed }) }
}

/** Returns the changes for a destination: clears a network of the old country and keeps the number for correction. */
export function withCountry(values: Values, country: DestinationCode): Partial<Values> {
  const stays = NETWORKS.some((entry) => entry.country === country && entry.value === values.network)
  return {
    country,
    phone: values.phone,
    network: stays ? values.network : guessedNetwork(country, values.phone),
  }
}

/** Returns the changes for a chosen recipient: clears the declaration, which was about another one. */
export function withRecipient({
  name,
  phone,
  network,
}: Pick<Values, 'name' | 'phone' | 'network'>): Partial<Values> {
  return { name, phone, network, method: 'momo', ...UNDECLARED }
}
