import { fromWire } from '../operators/amounts.ts'
import type { MomoOrder } from './transfers.ts'

/** Currencies per `X-Target-Environment`: MTN's own sandbox takes euros only, a market its own. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['EUR'],
  mtnghana: ['GHS'],
  mtnliberia: ['LRD', 'USD'],
}

/** Why an order is not taken, with MTN's status and code. */
export interface Refusal {
  status: number
  code: string
}

type Reading = { order: MomoOrder } | { refusal: Refusal }

const MOST_WORDS = 160
const refuse = (code: string, status = 400): Reading => ({ refusal: { status, code } })

/** Reads the body of a transfer or cash transfer under the rules of providers.md 2.3. */
export function readMomoOrder(body: unknown, environment: string): Reading {
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
  return { order: { amount, currency, externalId, msisdn: partyId, payerMessage, payeeNote } }
}

/** MTN refuses notes with an apostrophe. */
function isNote(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_WORDS && !value.includes("'")
}
