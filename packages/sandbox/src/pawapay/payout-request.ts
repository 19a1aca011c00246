import { fromWire } from '../carriers/amounts.ts'
import { Malformed, object, optional, string } from './fields.ts'
import { findCarrier } from './providers.ts'
import type { Carrier } from './providers.ts'
import { readRecipientDetails, readSender } from './remittance.ts'

/** Money to a wallet: a payout, a remittance, which names the sender, or the refund of a deposit. */
export type Operation = 'payout' | 'remittance' | 'refund'

/** The name of each operation's id. */
export const ID_FIELDS = { payout: 'payoutId', remittance: 'remittanceId', refund: 'refundId' } as const

/** A well-formed request to pawaPay. */
export interface PayoutRequest {
  operation: Operation
  id: string
  /** As sent; queries return it unchanged. */
  amount: string
  minor: bigint
  currency: string
  country: string
  phoneNumber: string
  provider: string
  clientReferenceId?: string
  customerMessage?: string
  metadata: Record<string, string>
  /** As sent; queries return them unchanged. */
  recipientDetails?: object
  sender?: object
  /** The deposit that a refund gives back. */
  depositId?: string
}

export interface Failure {
  failureCode: string
  failureMessage: string
}

/** `malformed` is answered with 400, `rejected` with 200 and REJECTED. */
type Reading =
  | { kind: 'payout'; payout: PayoutRequest }
  | { kind: 'malformed'; failure: Failure }
  | { kind: 'rejected'; id: string; failure: Failure }

export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const CUSTOMER_MESSAGE = /^[A-Za-z0-9 ]{4,22}$/
export const REFERENCE = /^.{1,100}$/s
const MOST_METADATA = 10
const FIELDS = ['amount', 'currency', 'recipient', 'customerMessage', 'metadata']
const OWN_FIELDS = { payout: ['payoutId', 'clientReferenceId'], remittance: ['remittanceId', 'sender'] }
const RECIPIENT = ['type', 'accountDetails']

/** Parses the body of `POST /v2/payouts` or `/v2/remittances` by pawaPay's rules (docs/providers.md). */
export function readPayoutRequest(body: unknown, operation: 'payout' | 'remittance'): Reading {
  return reading(() => {
    const fields = object(body, 'body', [...FIELDS, ...OWN_FIELDS[operation]])
    const id = string(fields, ID_FIELDS[operation], UUID_V4)
    const isRemittance = operation === 'remittance'
    const known = isRemittance ? [...RECIPIENT, 'recipientDetails'] : RECIPIENT
    const recipient = object(fields['recipient'], 'recipient', known)
    string(recipient, 'type', /^MMO$/)
    const account = object(recipient['accountDetails'], 'accountDetails', ['phoneNumber', 'provider'])
    const payout = {
      operation,
      id,
      amount: string(fields, 'amount'),
      currency: string(fields, 'currency'),
      phoneNumber: string(account, 'phoneNumber'),
      provider: string(account, 'provider'),
      ...optional(fields, 'clientReferenceId', REFERENCE),
      ...optional(fields, 'customerMessage', CUSTOMER_MESSAGE),
      metadata: readMetadata(fields['metadata']),
      ...(isRemittance && {
        recipientDetails: readRecipientDetails(recipient['recipientDetails']),
        sender: readSender(fields['sender']),
      }),
    }
    const judged = judge(payout)
    if ('failureCode' in judged) return { kind: 'rejected', id, failure: judged }
    return { kind: 'payout', payout: { ...payout, ...judged } }
  })
}

/** Returns what `read` returns, or `malformed` if it throws so. */
export function reading<T>(read: () => T): T | { kind: 'malformed'; failure: Failure } {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return {
      kind: 'malformed',
      failure: { failureCode: error.failureCode, failureMessage: error.message },
    }
  }
}

type Payment = Pick<PayoutRequest, 'provider' | 'currency' | 'amount' | 'phoneNumber'>

const TWO_PLACES = (): Carrier['deposits']['decimalsInAmount'] => 'TWO_PLACES'

/** Judges a well-formed request in pawaPay's order: provider, currency, amount, number. */
export function judge(
  { provider, currency, amount, phoneNumber }: Payment,
  decimalsOf: (carrier: Carrier) => Carrier['deposits']['decimalsInAmount'] = TWO_PLACES,
): Failure | { minor: bigint; country: string } {
  const reject = (failureCode: string, failureMessage: string): Failure => ({ failureCode, failureMessage })
  const found = findCarrier(provider)
  if (found === null) return reject('INVALID_PROVIDER', `Provider ${provider} is not supported.`)
  const { carrier, country } = found
  if (currency !== carrier.currency) {
    return reject('INVALID_CURRENCY', `Currency ${currency} is not supported by ${carrier.provider}.`)
  }
  const minor = fromWire(amount)
  if (minor === null || (decimalsOf(carrier) === 'NONE' && amount.includes('.')))
    return reject('INVALID_AMOUNT', `The amount '${amount}' is not valid.`)
  if (!isInBounds(provider, minor)) {
    const bounds = `between ${carrier.minAmount} and ${carrier.maxAmount} ${carrier.currency}`
    return reject('AMOUNT_OUT_OF_BOUNDS', `The amount must be ${bounds}.`)
  }
  if (!country.number.test(phoneNumber)) {
    return reject('INVALID_PHONE_NUMBER', `The phone number '${phoneNumber}' is not valid.`)
  }
  return { minor, country: country.country }
}

/** Returns true for an amount that a provider takes, pays out or gives back at once. */
export function isInBounds(provider: string, minor: bigint): boolean {
  const { minAmount = '0', maxAmount = '0' } = findCarrier(provider)?.carrier ?? {}
  return minor >= (fromWire(minAmount) ?? 0n) && minor <= (fromWire(maxAmount) ?? 0n)
}

/** Merges `[{ transferId: "tr_91" }, { customerId: "u_17", isPII: true }]` into one object. */
export function readMetadata(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (!Array.isArray(value) || value.length > MOST_METADATA) {
    throw new Malformed('INVALID_PARAMETER', `metadata is not an array of at most ${MOST_METADATA} fields.`)
  }
  const entries = value.map((item: unknown) => {
    const { isPII = false, ...field } =
      typeof item === 'object' && item !== null ? { isPII: false, ...item } : {}
    const [entry, more] = Object.entries(field)
    const valid = entry !== undefined && more === undefined && typeof isPII === 'boolean'
    if (!valid || typeof entry[1] !== 'string') {
      throw new Malformed('INVALID_PARAMETER', 'metadata holds something other than one text field.')
    }
    return [entry[0], entry[1]] as const
  })
  const fields = Object.fromEntries(entries)
  if (Object.keys(fields).length < entries.length) {
    throw new Malformed('DUPLICATE_METADATA_FIELD', 'metadata holds a field twice.')
  }
  return fields
}
