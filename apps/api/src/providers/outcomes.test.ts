import { afterAll, describe, expect, test } from 'vitest'
import { FAILURE_TEXTS } from '../domains/transfers/state/failures.ts'
import {
  answering,
  declaredRequest,
  momo,
  payoutRequest,
  pawapay,
  pawapayRemittances,
  reference,
  stripe,
} from './testing/answering.ts'

/** Each outcome that the providers document (pawaPay v2, MTN MoMo and Stripe's API), and its meaning for us. */

type Provider = 'pawaPay' | 'MTN MoMo' | 'Stripe'
const documented = new Map<Provider, number>()
const covered = new Map<Provider, number>()
const hit = (provider: Provider, times = 1) => covered.set(provider, (covered.get(provider) ?? 0) + times)
afterAll(() => {
  for (const [provider, all] of documented)
    console.log(`${provider}: ${covered.get(provider) ?? 0} of ${all} documented outcomes`)
})

/** The amounts a carrier may report as paid, and their meaning for us. */
const TOLD = [
  [
    { amount: '120.5', currency: 'GHS' },
    { amount: 12_050n, currency: 'GHS' },
  ],
  [{ amount: '120.505', currency: 'GHS' }, undefined],
  [{ amount: '120.50', currency: 'ABC' }, undefined],
  [{ amount: 120.5, currency: 'GHS' }, undefined],
] as const

const rejected = (next: 'retry' | 'no_funds' | 'final') => ({ outcome: 'rejected', next }) as const
const UNKNOWN = { outcome: 'unknown' } as const

const PAWAPAY_REQUEST: readonly (readonly [number, string, object])[] = [
  [401, 'NO_AUTHENTICATION', rejected('retry')],
  [401, 'AUTHENTICATION_ERROR', rejected('retry')],
  [403, 'AUTHENTICATION_ERROR', rejected('retry')],
  [403, 'AUTHORISATION_ERROR', rejected('retry')],
  [401, 'HTTP_SIGNATURE_ERROR', rejected('retry')],
  [403, 'HTTP_SIGNATURE_ERROR', rejected('retry')],
  [400, 'INVALID_INPUT', rejected('final')],
  [400, 'MISSING_PARAMETER', rejected('final')],
  [400, 'UNSUPPORTED_PARAMETER', rejected('final')],
  [400, 'INVALID_PARAMETER', rejected('final')],
  [400, 'DUPLICATE_METADATA_FIELD', rejected('final')],
  [200, 'AMOUNT_OUT_OF_BOUNDS', rejected('final')],
  [200, 'INVALID_AMOUNT', rejected('final')],
  [200, 'INVALID_PHONE_NUMBER', rejected('final')],
  [200, 'INVALID_CURRENCY', rejected('final')],
  [200, 'INVALID_PROVIDER', rejected('final')],
  [200, 'PROVIDER_TEMPORARILY_UNAVAILABLE', rejected('retry')],
  [200, 'PAWAPAY_WALLET_OUT_OF_FUNDS', rejected('no_funds')],
  [500, 'UNKNOWN_ERROR', UNKNOWN],
]
const PAWAPAY_FAILURES = [
  'RECIPIENT_NOT_FOUND',
  'RECIPIENT_LIMIT_REACHED',
  'WALLET_LIMIT_REACHED',
  'PAWAPAY_WALLET_OUT_OF_FUNDS',
  'MANUALLY_CANCELLED',
  'UNSPECIFIED_FAILURE',
  'UNKNOWN_ERROR',
]
const PAWAPAY_PENDING = ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'SUBMITTED']

/** The documented behaviour that both kinds of pay-out share, and their rails. */
const PAWAPAY_KINDS = [
  {
    kind: 'payouts',
    id: 'payoutId',
    rail: pawapay,
    order: payoutRequest,
    notAllowed: [[403, 'PAYOUTS_NOT_ALLOWED', rejected('retry')]],
  },
  {
    kind: 'remittances',
    id: 'remittanceId',
    rail: pawapayRemittances,
    order: declaredRequest,
    notAllowed: [
      [403, 'REMITTANCES_NOT_ALLOWED', rejected('retry')],
      [401, 'REMITTANCES_NOT_ALLOWED', rejected('retry')],
    ],
  },
] as const

describe.each(PAWAPAY_KINDS)('pawaPay, $kind', ({ id, rail, order: asked, notAllowed }) => {
  const requests = [...PAWAPAY_REQUEST, ...notAllowed]
  const count = 3 + requests.length + PAWAPAY_FAILURES.length + PAWAPAY_PENDING.length + 2
  documented.set('pawaPay', (documented.get('pawaPay') ?? 0) + count)

  test.each(['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED'])('accepts a request with %s', async (status) => {
    expect(await rail(answering(200, { status })).send(asked)).toEqual({ outcome: 'accepted' })
    hit('pawaPay')
  })

  test.each(requests)('refuses a request with %i %s', async (http, failureCode, means) => {
    const body = { [id]: null, status: 'REJECTED', failureReason: { failureCode, failureMessage: 'x' } }
    const code = means === UNKNOWN ? {} : { code: failureCode, words: 'x' }
    expect(await rail(answering(http, body)).send(asked)).toEqual({ ...means, ...code })
    if (JSON.stringify(means).includes('final')) expect(FAILURE_TEXTS.has(failureCode)).toBe(true)
    hit('pawaPay')
  })

  const found = (status: string, more: object = {}) => ({
    status: 'FOUND',
    data: { [id]: reference, status, ...more },
  })
  test.each(PAWAPAY_FAILURES)('fails a payout with %s, which has a text', async (failureCode) => {
    const body = found('FAILED', { failureReason: { failureCode, failureMessage: 'x' } })
    const status = await rail(answering(200, body)).status(reference)
    expect(status).toEqual({ status: 'failed', code: failureCode, words: 'x' })
    expect(FAILURE_TEXTS.has(failureCode)).toBe(true)
    hit('pawaPay')
  })
  test.each(PAWAPAY_PENDING)('waits for a payout that is %s', async (status) => {
    const answer = await rail(answering(200, found(status))).status(reference)
    expect(answer).toEqual({ status: 'pending' })
    hit('pawaPay')
  })
  test('reports a payout as paid or unknown', async () => {
    const completed = await rail(answering(200, found('COMPLETED'))).status(reference)
    expect(completed).toEqual({ status: 'completed' })
    // The result includes the paid amount if it is readable.
    for (const [told, amount] of TOLD) {
      const paid = await rail(answering(200, found('COMPLETED', told))).status(reference)
      expect(paid).toEqual({ status: 'completed', amount })
    }
    const none = await rail(answering(200, { status: 'NOT_FOUND' })).status(reference)
    expect(none).toEqual({ status: 'not_found' })
    hit('pawaPay', 2)
  })
})

/** MTN's 17 reason codes and the three newer ones. */
const MOMO_REASONS = [
  'PAYEE_NOT_FOUND',
  'PAYER_NOT_FOUND',
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_PROCESSING_ERROR',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'PAYMENT_NOT_APPROVED',
  'RESOURCE_NOT_FOUND',
  'APPROVAL_REJECTED',
  'EXPIRED',
  'TRANSACTION_CANCELED',
  'RESOURCE_ALREADY_EXIST',
  'TRANSACTION_NOT_FOUND',
  'SENDER_ACCOUNT_NOT_ACTIVE',
  'COULD_NOT_PERFORM_TRANSACTION',
]
const MOMO_REQUEST: readonly (readonly [number, string | null, object])[] = [
  [202, null, { outcome: 'accepted' }],
  [409, 'RESOURCE_ALREADY_EXIST', { outcome: 'accepted' }],
  [400, 'BAD_REQUEST', { ...rejected('final'), code: 'BAD_REQUEST' }],
  [401, null, { ...rejected('retry'), code: 'HTTP_401' }],
  [403, null, { ...rejected('retry'), code: 'HTTP_403' }],
  [500, 'NOT_ALLOWED', { ...rejected('retry'), code: 'NOT_ALLOWED' }],
  [500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', { ...rejected('retry'), code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' }],
  [500, 'INVALID_CALLBACK_URL_HOST', { ...rejected('retry'), code: 'INVALID_CALLBACK_URL_HOST' }],
  [500, 'INVALID_CURRENCY', { ...rejected('retry'), code: 'INVALID_CURRENCY' }],
  [500, 'NOT_ENOUGH_FUNDS', { ...rejected('no_funds'), code: 'NOT_ENOUGH_FUNDS' }],
  [500, 'INTERNAL_PROCESSING_ERROR', UNKNOWN],
  [503, 'SERVICE_UNAVAILABLE', UNKNOWN],
]

describe('MTN MoMo', () => {
  documented.set('MTN MoMo', MOMO_REASONS.length + MOMO_REQUEST.length + 3)

  test.each(MOMO_REQUEST)('answers a request with %i %s', async (http, code, means) => {
    const answer = answering(http, code === null ? undefined : { code, message: 'x' })
    const words = code !== null && 'next' in means ? { words: 'x' } : {}
    expect(await momo(answer).send(payoutRequest)).toEqual({ ...means, ...words })
    hit('MTN MoMo')
  })
  const of = (status: string, more: object = {}) => ({ externalId: reference, status, ...more })
  test.each(MOMO_REASONS)('fails a transfer with %s, in both shapes, which has a text', async (code) => {
    for (const reason of [code, { code, message: 'x' }]) {
      const answer = await momo(answering(200, of('FAILED', { reason }))).status(reference)
      const words = reason === code ? {} : { words: 'x' }
      expect(answer).toEqual({ status: 'failed', code, ...words })
    }
    expect(FAILURE_TEXTS.has(code)).toBe(true)
    hit('MTN MoMo')
  })
  test.each([
    ['SUCCESSFUL', 'completed'],
    ['PENDING', 'pending'],
  ])('a transfer that is %s is %s', async (status, means) => {
    expect(await momo(answering(200, of(status))).status(reference)).toEqual({ status: means })
    for (const [told, amount] of status === 'SUCCESSFUL' ? TOLD : []) {
      const paid = await momo(answering(200, of(status, told))).status(reference)
      expect(paid).toEqual({ status: means, amount })
    }
    hit('MTN MoMo')
  })
  test('does not know a reference', async () => {
    const none = await momo(answering(404, { code: 'RESOURCE_NOT_FOUND' })).status(reference)
    expect(none).toEqual({ status: 'not_found' })
    hit('MTN MoMo')
  })
})

const intent = (status: string) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  client_secret: 'pi_1_secret_1',
  amount_received: 0,
  currency: 'usd',
  created: 1,
  latest_charge: null,
  metadata: {},
})
const INTENTS: readonly (readonly [string, string])[] = [
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'open'],
  ['requires_capture', 'processing'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['canceled', 'cancelled'],
]
const REFUNDS: readonly (readonly [string, string])[] = [
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]
const DISPUTES: readonly (readonly [string, string | null])[] = [
  ['warning_needs_response', null],
  ['warning_under_review', null],
  ['warning_closed', null],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'won'],
]
const ERRORS: readonly (readonly [number, string, string, 'refused' | 'unknown'])[] = [
  [400, 'invalid_request_error', 'parameter_missing', 'refused'],
  [400, 'invalid_request_error', 'amount_too_small', 'refused'],
  [400, 'invalid_request_error', 'payment_intent_unexpected_state', 'refused'],
  [400, 'invalid_request_error', 'charge_already_refunded', 'refused'],
  [400, 'idempotency_error', 'idempotency_error', 'refused'],
  [401, 'invalid_request_error', 'api_key_expired', 'refused'],
  [402, 'card_error', 'card_declined', 'refused'],
  [403, 'invalid_request_error', 'secret_key_required', 'refused'],
  [404, 'invalid_request_error', 'resource_missing', 'refused'],
  [409, 'invalid_request_error', 'idempotency_key_in_use', 'unknown'],
  [429, 'invalid_request_error', 'lock_timeout', 'unknown'],
  [429, 'invalid_request_error', 'rate_limit', 'unknown'],
  [500, 'api_error', 'api_error', 'unknown'],
  [503, 'api_error', 'api_error', 'unknown'],
]

describe('Stripe', () => {
  documented.set('Stripe', INTENTS.length + REFUNDS.length + DISPUTES.length + ERRORS.length)
  const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1' })

  test.each(INTENTS)('a payment intent that is %s is %s', async (status, means) => {
    const answer = await stripe(answering(200, intent(status))).readPayment('pi_1')
    expect(answer).toMatchObject({ ok: true, value: { status: means } })
    hit('Stripe')
  })
  test.each(REFUNDS)('a refund that is %s is %s', async (status, means) => {
    const rows = list([{ id: 're_1', object: 'refund', payment_intent: 'pi_1', amount: 5, status }])
    const answer = await stripe(answering(200, rows)).listRefunds('pi_1')
    expect(answer).toMatchObject({ ok: true, value: [{ status: means, amount: 5n }] })
    hit('Stripe')
  })
  test.each(DISPUTES)('a dispute that is %s is %s', async (status, means) => {
    const rows = list([{ id: 'du_1', object: 'dispute', status, amount: 2500, currency: 'usd' }])
    const answer = await stripe(answering(200, rows)).listDisputes('pi_1')
    expect(answer).toEqual({
      ok: true,
      value: means === null ? [] : [{ id: 'du_1', status: means, amount: 2_500n, currency: 'USD' }],
    })
    hit('Stripe')
  })
  test.each(ERRORS)('%i %s %s is %s', async (http, type, code, reason) => {
    const answer = await stripe(answering(http, { error: { type, code, message: 'x' } })).readPayment('pi_1')
    expect(answer).toEqual({ ok: false, reason, code })
    hit('Stripe')
  })
})
