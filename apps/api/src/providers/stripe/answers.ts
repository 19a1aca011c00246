import Stripe from 'stripe'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type {
  BankDebit,
  Payment,
  PaymentDispute,
  PaymentRefund,
  ProviderAnswer,
} from '../../domains/transfers/ports.ts'
import { STATUS } from './client.ts'

// The SDK's types are not checked at run time. Stripe may add fields at any time, so only the fields we use are
// checked.

/** Minor units. */
export const minor = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((units) => BigInt(units)),
)
export const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/), v.toUpperCase())
/** Seconds since the epoch. */
export const time = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(99_999_999_999),
  v.transform((seconds) => new Date(seconds * 1000)),
)
export const metadata = v.looseObject({ transfer_id: v.optional(providerText) })

/** Stripe accepts 500 characters in each of 50 keys. */
const PIECE = 500
const PIECE_NAME = 'record_'

/** Splits a transfer's record into pieces, as metadata. */
export function recordPieces(record: string): Record<string, string> {
  const pieces = record.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? []
  return Object.fromEntries(pieces.map((piece, index) => [`${PIECE_NAME}${index + 1}`, piece]))
}

/** The format that `createPayment` accepts. */
const whole = v.pipe(v.string(), v.regex(/^[\w+/=]{1,5000}$/))

/** Joins the record from the metadata's pieces; null without one, or if it is not one of ours. */
export function recordOf(told: Readonly<Record<string, unknown>>): string | null {
  const pieces: unknown[] = []
  while (told[`${PIECE_NAME}${pieces.length + 1}`] !== undefined) {
    pieces.push(told[`${PIECE_NAME}${pieces.length + 1}`])
  }
  const record = pieces.join('')
  return v.is(whole, record) ? record : null
}

const intentStatus = v.pipe(
  v.string(),
  v.transform((status) => STATUS.get(status)),
  v.picklist(['open', 'processing', 'succeeded', 'cancelled']),
)

/** The provider's name of the scheme or wallet; other forms are not stored. */
const word = v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))
const lastFour = v.pipe(v.string(), v.regex(/^\d{4}$/))
const wallet = v.fallback(v.nullish(v.object({ type: word })), null)
const card = v.object({
  fingerprint: v.nullish(providerText),
  brand: v.fallback(v.nullish(word), null),
  last4: v.fallback(v.nullish(lastFour), null),
  wallet,
  country: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), null),
})
/** The id of an object that may be expanded. */
const idOf = v.union([
  providerText,
  v.pipe(
    v.object({ id: providerText }),
    v.transform(({ id }) => id),
  ),
])
/** Where the card's owner may see it again: the consent checkbox sets `always`. */
const method = v.object({
  id: providerText,
  customer: v.nullish(idOf),
  allow_redisplay: v.nullish(v.string()),
})
const bankAccount = v.object({
  fingerprint: v.nullish(providerText),
  bank_name: v.fallback(v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))), null),
  last4: v.fallback(v.nullish(lastFour), null),
})
const charge = v.object({
  created: time,
  disputed: v.boolean(),
  amount_refunded: minor,
  payment_method_details: v.nullish(
    v.object({ card: v.nullish(card), us_bank_account: v.nullish(bankAccount) }),
  ),
})
/** The latest attempt that failed, of any way to pay. */
const decline = v.object({
  last_payment_error: v.nullish(
    v.object({
      charge: v.nullish(providerText),
      code: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/))), null),
    }),
  ),
})
/** A review, expanded; a bare id, as in answers that do not expand it, proves nothing. */
const review = v.object({
  id: providerText,
  object: v.literal('review'),
  open: v.boolean(),
  closed_reason: v.nullish(v.string()),
})
const warning = v.object({
  id: providerText,
  object: v.literal('radar.early_fraud_warning'),
  payment_intent: v.optional(idOf),
})
const intent = v.object({
  id: providerText,
  object: v.literal('payment_intent'),
  status: intentStatus,
  client_secret: providerText,
  amount_received: minor,
  currency,
  created: time,
  metadata,
  latest_charge: v.nullish(v.union([v.string(), charge])),
  customer: v.fallback(v.nullish(idOf), null),
  payment_method: v.fallback(v.nullish(v.union([method, v.string()])), null),
  review: v.nullish(v.union([review, v.string()])),
  ...decline.entries,
})
const refund = v.object({
  id: providerText,
  object: v.literal('refund'),
  payment_intent: providerText,
  amount: minor,
  status: v.string(),
})
const dispute = v.object({ id: providerText, amount: minor, currency, status: v.string() })
const search = v.object({ data: v.array(v.unknown()) })
/** A list with more pages proves nothing about rows it does not show. */
const complete = v.object({ ...search.entries, has_more: v.literal(false) })

type Told = v.InferOutput<typeof intent>

function faceOf(charged: v.InferOutput<typeof charge> | null): Payment['card'] {
  const { brand, last4, wallet: by } = charged?.payment_method_details?.card ?? {}
  return brand && last4 ? { brand, last4, wallet: by?.type ?? null } : null
}

/** Returns the debit of a bank account; null for a payment by card, and before the customer has authorized one. */
function debitOf(told: Told, charged: v.InferOutput<typeof charge> | null): BankDebit | null {
  const account = charged?.payment_method_details?.us_bank_account
  if (!charged || !account) return null
  const { bank_name: bank = null, last4 = null } = account
  const isOpen = told.status === 'open'
  return {
    startedAt: isOpen ? null : charged.created,
    ...{ bank, last4 },
    failure: isOpen ? (told.last_payment_error?.code ?? null) : null,
  }
}

/** Returns the card that paid if it belongs to the customer; `always` means that they ticked the consent checkbox. */
function keptCardOf({ payment_method: used, status }: Told): Payment['keptCard'] {
  if (status !== 'succeeded' || typeof used !== 'object' || !used?.customer) return null
  return { id: used.id, hasConsent: used.allow_redisplay === 'always' }
}

function reviewOf({ review: told }: Told): Payment['review'] {
  if (typeof told !== 'object' || told === null) return null
  const isApproved = told.closed_reason === 'approved'
  return { id: told.id, status: told.open ? 'open' : isApproved ? 'approved' : 'closed' }
}

/** Parses a payment intent. Throws on anything else. */
function toPayment(body: unknown): Payment {
  const told = v.parse(intent, body)
  const { id, status } = told
  const charged = typeof told.latest_charge === 'object' ? told.latest_charge : null
  const paidBy = charged?.payment_method_details
  return {
    id,
    status,
    clientSecret: told.client_secret,
    received: told.amount_received,
    currency: told.currency,
    transferId: told.metadata.transfer_id ?? null,
    capturedAt: status === 'succeeded' ? (charged?.created ?? told.created) : null,
    disputed: charged?.disputed ?? false,
    review: reviewOf(told),
    refunded: (charged?.amount_refunded ?? 0n) > 0n,
    cardFingerprint: paidBy?.card?.fingerprint ?? paidBy?.us_bank_account?.fingerprint ?? null,
    cardCountry: paidBy?.card?.country ?? null,
    declinedCharge: status === 'open' ? (told.last_payment_error?.charge ?? null) : null,
    customerId: told.customer ?? null,
    card: status === 'succeeded' ? faceOf(charged) : null,
    keptCard: keptCardOf(told),
    debit: debitOf(told, charged),
  }
}

/** Returns the charge that a bank declined last; null if a check failed before any charge. Throws if it is unreadable. */
export function declinedChargeOf(body: unknown): string | null {
  return v.parse(decline, body).last_payment_error?.charge ?? null
}

/** Parses the payment with this id. Throws if it is another one. */
export function toPaymentNamed(body: unknown, id: string): Payment {
  const payment = toPayment(body)
  if (payment.id !== id) throw new TypeError('Another payment than the one asked for')
  return payment
}

/** Parses the payment made for this transfer. Throws if it belongs to another. */
export function toPaymentFor(body: unknown, transferId: string): Payment {
  const payment = toPayment(body)
  if (payment.transferId !== transferId) throw new TypeError('A payment for another transfer')
  return payment
}

/** Parses a refund of this payment. Throws on any other object. */
export function toRefund(body: unknown, paymentId: string): PaymentRefund {
  const { id, status, amount, payment_intent } = v.parse(refund, body)
  if (payment_intent !== paymentId) throw new TypeError('A refund of another payment')
  const failed = status === 'failed' || status === 'canceled'
  return { id, amount, status: status === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending' }
}

/** Returns the id of a fraud warning. Throws if it is not one for this payment. */
export function toWarning(body: unknown, paymentId: string): string {
  const { id, payment_intent } = v.parse(warning, body)
  if (payment_intent !== undefined && payment_intent !== paymentId)
    throw new TypeError('A warning of another payment')
  return id
}

/** Parses a dispute. An inquiry does not take any money yet, so it does not count. */
export function toDispute(body: unknown): readonly PaymentDispute[] {
  const { id, status, amount, currency: code } = v.parse(dispute, body)
  if (status.startsWith('warning_')) return []
  const won = status === 'won' || status === 'prevented'
  return [{ id, status: won ? 'won' : status === 'lost' ? 'lost' : 'open', amount, currency: code }]
}

/** Returns the rows of a list. Throws if it is not a list, or has more pages. */
export function rowsOf(body: unknown): readonly unknown[] {
  return v.parse(complete, body).data
}

/** Returns a search's first result; undefined if there is none. Throws if it is not a search result. */
export function firstOf(body: unknown): unknown {
  return v.parse(search, body).data[0]
}

/** Returns true when Stripe refused because it has no such object, named by this parameter if one is given. */
export function isMissing(error: unknown, param?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  )
}

/** Maps an error: 4xx is a definite refusal; a rate limit, a conflict, 5xx or no answer leaves the outcome unknown. */
function toFailure(error: unknown): ProviderAnswer<never> {
  if (!(error instanceof Stripe.errors.StripeError))
    return { ok: false, reason: 'unknown', code: 'unreadable' }
  const { statusCode = 0, code, type } = error
  const refused = statusCode >= 400 && statusCode < 500 && ![408, 409, 425, 429].includes(statusCode)
  return {
    ok: false,
    reason: refused ? 'refused' : 'unknown',
    code: [code, type].find((word) => v.is(providerText, word)) ?? 'unreadable',
  }
}

/** Returns the outcome of a call; unknown if the answer is unreadable. */
export async function answer<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    return toFailure(error)
  }
}
