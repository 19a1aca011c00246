import { fromWire } from '../carriers/amounts.ts'
import type { Transfers, TransferRequest } from './transfers.ts'

/**
 * Currencies per `X-Target-Environment`: MTN's own sandbox accepts only euros, a market only its own. We play the live
 * environments beside it.
 */
export const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['EUR'],
  mtnghana: ['GHS'],
  mtnliberia: ['LRD', 'USD'],
}

/** Why a request is refused, with MTN's status and code. */
export interface Refusal {
  status: number
  code: string
}

type Reading = { transfer: TransferRequest } | { refusal: Refusal }

/** The fields that all requests about money have. */
export interface MoneyFields {
  amount: string
  currency: string
  externalId: string
  payerMessage: string
  payeeNote: string
}

const MOST_WORDS = 160
const refuse = (code: string, status = 400): { refusal: Refusal } => ({ refusal: { status, code } })

/** Sender fields of a cash transfer (docs/providers.md), `orginatingCountry` in MTN's spelling. All optional. */
const SENDER: Readonly<Record<string, RegExp>> = {
  orginatingCountry: /^[A-Z]{2,3}$/,
  originalAmount: /^(0|[1-9]\d{0,17})(\.\d{1,2})?$/,
  originalCurrency: /^[A-Z]{3}$/,
  payerFirstName: /^[^']{1,100}$/u,
  payerSurName: /^[^']{1,100}$/u,
  payerMsisdn: /^\d{8,15}$/,
  payerEmail: /^\S+@\S+$/,
  payerGender: /^\w+$/,
  payerLanguageCode: /^[a-z]{2}$/,
  payerIdentity: /^.{1,100}$/u,
  payerIdentificationType: /^[A-Z]+$/,
  payerIdentificationNumber: /^.{1,100}$/u,
}

/** Parses the sender's fields of a cash transfer; null when one of them is invalid. A plain transfer has none. */
function readSender(fields: Record<string, unknown>, product: Transfers): Record<string, string> | null {
  if (product !== 'remittance') return {}
  const given = Object.entries(fields).filter(([name]) => name in SENDER)
  const good = given.every(([name, value]) => typeof value === 'string' && SENDER[name]?.test(value))
  return good ? (Object.fromEntries(given) as Record<string, string>) : null
}

/** Parses the body of a transfer or cash transfer by MTN's rules (docs/providers.md). */
export function readTransferRequest(body: unknown, environment: string, product: Transfers): Reading {
  const fields = fieldsOf(body)
  const money = readMoney(fields, environment)
  if ('refusal' in money) return money
  const msisdn = readParty(fields['payee'])
  const sender = readSender(fields, product)
  if (msisdn === null || sender === null) return refuse('BAD_REQUEST')
  return { transfer: { ...money, msisdn, sender } }
}

/** Parses the body of a request to pay. Returns the payer's number with it. */
export function readPayRequest(
  body: unknown,
  environment: string,
): (MoneyFields & { msisdn: string }) | { refusal: Refusal } {
  const fields = fieldsOf(body)
  const money = readMoney(fields, environment)
  if ('refusal' in money) return money
  const msisdn = readParty(fields['payer'])
  if (msisdn === null) return refuse('BAD_REQUEST')
  return hasEmptyNote(money) ? refuse('INTERNAL_PROCESSING_ERROR', 500) : { ...money, msisdn }
}

/** Parses the body of a refund. Returns the reference of the request to pay with it. */
export function readRefundRequest(
  body: unknown,
  environment: string,
): (MoneyFields & { referenceIdToRefund: string }) | { refusal: Refusal } {
  const fields = fieldsOf(body)
  const money = readMoney(fields, environment)
  if ('refusal' in money) return money
  const { referenceIdToRefund } = fields
  if (typeof referenceIdToRefund !== 'string') return refuse('BAD_REQUEST')
  return hasEmptyNote(money) ? refuse('INTERNAL_PROCESSING_ERROR', 500) : { ...money, referenceIdToRefund }
}

function readMoney(
  { amount, currency, externalId, payerMessage = '', payeeNote = '' }: Record<string, unknown>,
  environment: string,
): MoneyFields | { refusal: Refusal } {
  const currencies = CURRENCIES[environment]
  if (currencies === undefined) return refuse('NOT_ALLOWED_TARGET_ENVIRONMENT', 500)
  if (typeof amount !== 'string' || (fromWire(amount) ?? 0n) <= 0n) return refuse('BAD_REQUEST')
  if (typeof currency !== 'string' || !currencies.includes(currency)) return refuse('INVALID_CURRENCY', 500)
  if (typeof externalId !== 'string' || !isNote(payerMessage) || !isNote(payeeNote))
    return refuse('BAD_REQUEST')
  return { amount, currency, externalId, payerMessage, payeeNote }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Returns the number of a payer or payee; null for anything else. */
function readParty(value: unknown): string | null {
  const { partyIdType, partyId } = fieldsOf(value)
  const isNumber = partyIdType === 'MSISDN' && typeof partyId === 'string' && /^\d{8,15}$/.test(partyId)
  return isNumber ? partyId : null
}

/** In production, collections with an empty note end in a 500 (reported by others). */
const hasEmptyNote = ({ payerMessage, payeeNote }: MoneyFields): boolean =>
  payerMessage === '' || payeeNote === ''

/** Returns true for a note that MTN accepts: none with an apostrophe. */
function isNote(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_WORDS && !value.includes("'")
}
