import { fromWire } from '../carriers/amounts.ts'
import type { Product } from './access.ts'
import type { TransferRequest } from './transfers.ts'

/** Currencies per `X-Target-Environment`: MTN's own sandbox accepts only euros, a market only its own. */
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

const MOST_WORDS = 160
const refuse = (code: string, status = 400): Reading => ({ refusal: { status, code } })

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
function readSender(fields: Record<string, unknown>, product: Product): Record<string, string> | null {
  if (product !== 'remittance') return {}
  const given = Object.entries(fields).filter(([name]) => name in SENDER)
  const good = given.every(([name, value]) => typeof value === 'string' && SENDER[name]?.test(value))
  return good ? (Object.fromEntries(given) as Record<string, string>) : null
}

/** Parses the body of a transfer or cash transfer by MTN's rules (docs/providers.md). */
export function readTransferRequest(body: unknown, environment: string, product: Product): Reading {
  const currencies = CURRENCIES[environment]
  if (currencies === undefined) return refuse('NOT_ALLOWED_TARGET_ENVIRONMENT', 500)
  if (typeof body !== 'object' || body === null) return refuse('BAD_REQUEST')
  const fields: Record<string, unknown> = { ...body }
  const payee = fields['payee']
  if (typeof payee !== 'object' || payee === null) return refuse('BAD_REQUEST')
  const { partyIdType, partyId }: Record<string, unknown> = { ...payee }
  const { amount, currency, externalId, payerMessage = '', payeeNote = '' } = fields
  if (partyIdType !== 'MSISDN' || typeof partyId !== 'string' || !/^\d{8,15}$/.test(partyId)) {
    return refuse('BAD_REQUEST')
  }
  if (typeof amount !== 'string' || (fromWire(amount) ?? 0n) <= 0n) return refuse('BAD_REQUEST')
  if (typeof currency !== 'string' || !currencies.includes(currency)) return refuse('INVALID_CURRENCY', 500)
  if (typeof externalId !== 'string' || !isNote(payerMessage) || !isNote(payeeNote))
    return refuse('BAD_REQUEST')
  const sender = readSender(fields, product)
  if (sender === null) return refuse('BAD_REQUEST')
  return { transfer: { amount, currency, externalId, msisdn: partyId, payerMessage, payeeNote, sender } }
}

/** Returns true for a note that MTN accepts: none with an apostrophe. */
function isNote(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_WORDS && !value.includes("'")
}
