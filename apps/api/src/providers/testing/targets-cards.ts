import { money } from '@sesa/money'
import * as v from 'valibot'
import { createStripeBooks } from '../stripe/books.ts'
import { createStripe } from '../stripe/index.ts'
import { word, type Json, type Target } from './target.ts'

const TRANSFER = '0197a1c2-0000-7000-8000-000000000001'
const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', timeout: 10_000 }

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  client_secret: 'pi_1_secret_x',
  amount_received: 500,
  currency: 'usd',
  created: 1_790_000_000,
  metadata: { transfer_id: TRANSFER, record_1: 'c2Vh', record_2: 'bGVk' },
  latest_charge: {
    id: 'ch_1',
    object: 'charge',
    created: 1_790_000_001,
    disputed: false,
    amount_refunded: 0,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        last4: '4242',
        fingerprint: 'fp_1',
        country: 'US',
        wallet: { type: 'google_pay' },
      },
    },
  },
  customer: 'cus_1',
  review: { id: 'prv_1', object: 'review', open: true, closed_reason: null },
  payment_method: { id: 'pm_1', object: 'payment_method', customer: 'cus_1', allow_redisplay: 'always' },
}
const refund = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  currency: 'usd',
  payment_intent: 'pi_1',
  status: 'succeeded',
}
const dispute = {
  id: 'dp_1',
  object: 'dispute',
  amount: 500,
  currency: 'usd',
  payment_intent: 'pi_1',
  status: 'needs_response',
}
const list = (...data: object[]) => ({ object: 'list', url: '/v1/x', has_more: false, data })

const date = v.pipe(
  v.date(),
  v.check((value) => !Number.isNaN(value.getTime())),
)
const amount = v.pipe(v.bigint(), v.minValue(0n))
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
const STATUS = v.picklist(['open', 'processing', 'succeeded', 'cancelled'])
const payment = v.strictObject({
  id: word,
  status: STATUS,
  clientSecret: word,
  received: amount,
  currency,
  transferId: v.nullable(word),
  capturedAt: v.nullable(date),
  disputed: v.boolean(),
  review: v.nullable(v.strictObject({ id: word, status: v.picklist(['open', 'approved', 'closed']) })),
  refunded: v.boolean(),
  cardFingerprint: v.nullable(word),
  cardCountry: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  declinedCharge: v.nullable(word),
  customerId: v.nullable(word),
  card: v.nullable(
    v.strictObject({
      brand: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)),
      last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
      wallet: v.nullable(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
    }),
  ),
  keptCard: v.nullable(v.strictObject({ id: word, hasConsent: v.boolean() })),
  debit: v.nullable(
    v.strictObject({
      startedAt: v.nullable(date),
      ...{ bank: v.nullable(v.string()), last4: v.nullable(v.string()), failure: v.nullable(word) },
    }),
  ),
})
const answerOf = (value: v.GenericSchema) =>
  v.variant('ok', [
    v.strictObject({ ok: v.literal(true), value }),
    v.strictObject({ ok: v.literal(false), reason: v.picklist(['refused', 'unknown']), code: word }),
  ])
const refundResult = v.strictObject({
  id: word,
  status: v.picklist(['pending', 'succeeded', 'failed']),
  amount,
})
const disputeResult = v.strictObject({
  id: word,
  status: v.picklist(['open', 'won', 'lost']),
  amount,
  currency,
})

type Answer = { ok: boolean; reason?: string; value?: unknown }
const isRefused = (body: Json, status: number): boolean =>
  status >= 400 &&
  status < 500 &&
  ![408, 409, 425, 429].includes(status) &&
  typeof body.at('error', 'type') === 'string'

const saysPayment = (body: Json, ...path: (string | number)[]): boolean =>
  body.at(...path, 'object') === 'payment_intent' &&
  body.at(...path, 'metadata', 'transfer_id') === TRANSFER &&
  typeof body.at(...path, 'status') === 'string' &&
  typeof body.at(...path, 'client_secret') === 'string' &&
  body.count(...path, 'amount_received')
const saysRefund = (body: Json, ...path: (string | number)[]): boolean =>
  body.at(...path, 'object') === 'refund' &&
  body.at(...path, 'payment_intent') === 'pi_1' &&
  body.count(...path, 'amount')
const saysList = (body: Json): boolean => Array.isArray(body.at('data')) && body.at('has_more') === false

function target(
  name: string,
  body: object,
  value: v.GenericSchema,
  call: (cards: ReturnType<typeof createStripe>) => Promise<unknown>,
  says: (value: unknown, body: Json) => boolean,
): Target {
  return {
    name: `stripe ${name}`,
    good: { status: 200, body },
    call: (ask) => call(createStripe(settings, ask)),
    closed: answerOf(value),
    claims: (result) => (result as Answer).ok || (result as Answer).reason === 'refused',
    says: (result, json, status) => {
      const { ok, value: told } = result as Answer
      return ok ? status >= 200 && status < 300 && says(told, json) : isRefused(json, status)
    },
  }
}

const order = {
  transferId: TRANSFER,
  reference: 'S-1',
  amount: money(500n, 'USD'),
  attempt: 1,
  people: null,
  customerId: null,
  request3ds: null,
  record: 'c2VhbGVk',
}
const size = (value: unknown): number => (value as unknown[]).length

function books(
  name: 'entries' | 'payments',
  row: object,
  value: v.GenericSchema,
  says: Target['says'],
): Target {
  return {
    name: `stripe books ${name}`,
    good: { status: 200, body: list(row) },
    call: (ask) => createStripeBooks(settings, ask)[name](new Date(0), null),
    closed: v.strictObject({ rows: v.array(value), next: v.nullable(word) }),
    // An unreadable page throws.
    mayThrow: (error) => error instanceof Error,
    claims: () => true,
    says: (result, body, status) =>
      status >= 200 && status < 300 && Array.isArray(body.at('data')) && says(result, body, status),
  }
}

const rowsOf = (result: unknown): number => (result as { rows: unknown[] }).rows.length

export const CARD_TARGETS: readonly Target[] = [
  target(
    'createPayment',
    intent,
    payment,
    (cards) => cards.createPayment(order),
    (_value, body) => saysPayment(body),
  ),
  target(
    'readPayment',
    intent,
    payment,
    (cards) => cards.readPayment('pi_1'),
    (_value, body) =>
      body.at('id') === 'pi_1' && body.at('object') === 'payment_intent' && body.count('amount_received'),
  ),
  target(
    'cancelPayment',
    { ...intent, status: 'canceled' },
    payment,
    (cards) => cards.cancelPayment('pi_1'),
    (_value, body) => body.at('id') === 'pi_1' && body.at('object') === 'payment_intent',
  ),
  target(
    'findPayment',
    list(intent),
    v.nullable(payment),
    (cards) => cards.findPayment(TRANSFER),
    (value, body) =>
      Array.isArray(body.at('data')) &&
      (value === null ? size(body.at('data')) === 0 : saysPayment(body, 'data', 0)),
  ),
  target(
    'refund',
    refund,
    refundResult,
    (cards) =>
      cards.refund({ paymentId: 'pi_1', transferId: TRANSFER, attemptId: 1n, amount: money(500n, 'USD') }),
    (_value, body) => saysRefund(body),
  ),
  target(
    'listRefunds',
    list(refund, { ...refund, id: 're_2', status: 'failed' }),
    v.array(refundResult),
    (cards) => cards.listRefunds('pi_1'),
    (value, body) =>
      saysList(body) &&
      size(value) === size(body.at('data')) &&
      Array.from({ length: size(value) }, (_row, index) => saysRefund(body, 'data', index)).every(Boolean),
  ),
  target(
    'listFraudWarnings',
    list(
      { id: 'issfr_1', object: 'radar.early_fraud_warning', payment_intent: 'pi_1' },
      { id: 'issfr_2', object: 'radar.early_fraud_warning', payment_intent: 'pi_1' },
    ),
    v.array(v.string()),
    (cards) => cards.listFraudWarnings('pi_1'),
    (value, body) => saysList(body) && size(value) === size(body.at('data')),
  ),
  target(
    'listDisputes',
    list(dispute),
    v.array(disputeResult),
    (cards) => cards.listDisputes('pi_1'),
    (value, body) => saysList(body) && size(value) <= size(body.at('data')),
  ),
  books(
    'entries',
    {
      id: 'txn_1',
      object: 'balance_transaction',
      amount: 500,
      fee: 45,
      net: 455,
      currency: 'usd',
      created: 1_790_000_000,
      reporting_category: 'charge',
      source: { id: 'ch_1', object: 'charge', amount_captured: 500, currency: 'usd', payment_intent: 'pi_1' },
    },
    v.strictObject({
      id: word,
      at: date,
      kind: v.picklist([
        ...(['charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal'] as const),
        ...(['bank_transfer', 'fee', 'other'] as const),
      ]),
      paymentId: v.nullable(word),
      isUnpaid: v.optional(v.literal(true)),
      amount,
      currency,
      balance: v.strictObject({ currency, amount: v.bigint(), fee: v.bigint(), net: v.bigint() }),
    }),
    (result, body) => rowsOf(result) === size(body.at('data')) && typeof body.at('has_more') === 'boolean',
  ),
  books(
    'payments',
    intent,
    v.strictObject({
      id: word,
      status: STATUS,
      transferId: v.nullable(word),
      record: v.nullable(v.pipe(v.string(), v.regex(/^[\w+/=]{1,5000}$/))),
      at: date,
    }),
    (result, body) => rowsOf(result) === size(body.at('data')) && typeof body.at('has_more') === 'boolean',
  ),
]
