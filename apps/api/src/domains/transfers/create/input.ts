import {
  findCountry,
  guessNetwork,
  isDestination,
  NETWORKS,
  readPersonName,
  type BodyOf,
  type calls,
  type CountryCode,
  type DestinationCode,
  type ErrorCode,
  type NameCheck,
  type NetworkValue,
  type PurposeOfFunds,
  type Relationship,
  type SourceOfFunds,
} from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { isCurrencyCode, money, type CurrencyCode, type Money } from '@sesa/money'
import type { Current } from '../../../db/configuration.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Declaration } from '../ports.ts'
import type { TransferRow } from '../state/transfer-row.ts'

export type IntentBody = BodyOf<typeof calls.createPaymentIntent>

/** A request to send money, validated as far as possible without prices. */
export interface SendRequest {
  readonly from: CountryCode
  readonly to: DestinationCode
  readonly fix: 'send' | 'receive'
  readonly send: Money
  readonly receive: Money
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly network: NetworkValue
}

function refuse(code: ErrorCode, field: string, message?: string): never {
  throw new Refused(code, { field, ...(message !== undefined && { message }) })
}

function readAmount(value: number, currency: CurrencyCode, field: string): Money {
  if (value <= 0) refuse('amount_negative', field)
  if (!Number.isInteger(value)) {
    refuse('amount_too_many_decimals', field, 'Amounts are whole minor units, such as 1050 for 10.50.')
  }
  if (!Number.isSafeInteger(value)) refuse('amount_above_limit', field)
  return money(value, currency)
}

function readCurrency(code: string, expected: CurrencyCode, field: string, why: string): CurrencyCode {
  if (!isCurrencyCode(code)) refuse('currency_unknown', field)
  if (code !== expected) refuse('currency_unknown', field, `${why} ${expected}, not ${code}.`)
  return expected
}

/** Returns the code of a destination country. Throws Refused `country_not_served`. */
export function readDestination(code: string): DestinationCode {
  if (!isDestination(code)) refuse('country_not_served', 'country')
  return code
}

function readNetwork(given: string | undefined, to: DestinationCode, national: string): NetworkValue {
  const value = given ?? guessNetwork(to, national)?.value
  const known = NETWORKS.find((network) => network.country === to && network.value === value)
  if (known === undefined) refuse('network_unknown', 'network')
  return known.value
}

/**
 * Validates a customer's request without side effects. The amounts are not trusted as a price. Throws Refused with the code
 * of the first invalid field.
 */
export function readSendRequest(body: IntentBody, from: CountryCode): SendRequest {
  const sender = findCountry(from)
  if (sender === undefined) refuse('country_not_served', 'country')
  const to = readDestination(body.country)
  const recipient = findCountry(to)
  if (recipient === undefined) refuse('country_not_served', 'country')
  const sendCurrency = readCurrency(body.currency, sender.currency, 'currency', 'You send in')
  const receiveCurrency = readCurrency(
    body.receiveCurrency,
    recipient.currency,
    'receiveCurrency',
    'The recipient gets',
  )
  const fix = body.fix ?? 'send'
  const send = readAmount(body.amount, sendCurrency, 'amount')
  const receive = readAmount(body.receiveAmount, receiveCurrency, 'receiveAmount')
  if (body.method !== 'momo') refuse('method_unavailable', 'method')
  const read = readPersonName(body.name)
  if (!read.ok) refuse('name_invalid', 'name', read.message)
  return { from, to, fix, send, receive, name: read.name, ...readWallet(to, body) }
}

/**
 * Returns the wallet of a number and a network; without a network, guesses it from the number. Throws Refused with a problem
 * of the number, or `network_unknown`.
 */
export function readWallet(
  to: DestinationCode,
  typed: { readonly phone: string; readonly network?: string | undefined },
): { readonly phone: string; readonly network: NetworkValue } {
  const parsed = parsePhone(typed.phone, to)
  if (!parsed.ok) refuse(parsed.reason, 'phone')
  return { phone: parsed.phone.e164, network: readNetwork(typed.network, to, parsed.phone.national) }
}

/** The result of comparing the recipient's name with the wallet's, to store with the transfer. */
export interface CheckedHolder {
  readonly verdict: NameCheck
  /** The version of the comparison rule. */
  readonly rule: number
  /** The registered name as shown to the customer; null without one. */
  readonly name: string | null
}

/**
 * Requests a wallet's holder from the network. Throws Refused `recipient_inactive`, or `name_mismatch` unless `confirmed`.
 */
export type RequireHolder = (
  wallet: { readonly country: DestinationCode; readonly phone: string; readonly network: NetworkValue },
  typed: { readonly name: string; readonly confirmed: boolean },
  current?: Current,
) => Promise<CheckedHolder>

/** The columns of the customer's declaration about the money. */
export interface DeclarationColumns {
  readonly purpose_of_funds: PurposeOfFunds | null
  readonly source_of_funds: SourceOfFunds | null
  readonly relationship: Relationship | null
}

/** The columns when no declaration was required. */
export const NOT_DECLARED: DeclarationColumns = {
  purpose_of_funds: null,
  source_of_funds: null,
  relationship: null,
}

/**
 * Returns the declaration to store; empty if the network does not require one. Throws Refused `declaration_required` with the
 * field, or `sender_details_required` until the customer has given their details.
 */
export async function requireDeclared(
  { purposeOfFunds, sourceOfFunds, relationship }: IntentBody,
  wanted: { readonly needsSender: boolean; isKnown(): Promise<boolean> },
): Promise<DeclarationColumns> {
  if (!wanted.needsSender) return NOT_DECLARED
  if (purposeOfFunds === undefined)
    refuse('declaration_required', 'purposeOfFunds', 'Choose what the money is for.')
  if (sourceOfFunds === undefined)
    refuse('declaration_required', 'sourceOfFunds', 'Choose where the money comes from.')
  if (!(await wanted.isKnown())) throw new Refused('sender_details_required')
  return {
    purpose_of_funds: purposeOfFunds,
    source_of_funds: sourceOfFunds,
    relationship: relationship ?? null,
  }
}

/** Returns the customer's declaration about a transfer's money; null when none was required. */
export function declarationOf(row: TransferRow): Declaration | null {
  const { purpose_of_funds: purposeOfFunds, source_of_funds: sourceOfFunds, relationship } = row
  if (purposeOfFunds === null || sourceOfFunds === null) return null
  return { purposeOfFunds, sourceOfFunds, relationship }
}
