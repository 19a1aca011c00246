import { afterAll, describe, expect, test } from 'vitest'
import { answering } from './testing/answering.ts'
import {
  attempt,
  CODE,
  codeRefund,
  codeRequest,
  collectionRequest,
  momoCollector,
  MOMOS,
  monimeCollector,
  PAYOUT,
  pawapayCollector,
  refundId,
  refundRequest,
  sentCode,
  sentCodeRefund,
  sentCollection,
  sentRefund,
  TOKEN,
} from './testing/collecting.ts'
import type { ProviderFetch } from '../lib/provider-fetch.ts'

/** Each outcome of a payment by wallet that pawaPay, MTN and Monime publish, and its meaning for us. */

const counts = { pawaPay: 0, 'MTN MoMo': 0, Monime: 0 }
const hit = (provider: keyof typeof counts) => counts[provider]++
afterAll(() => {
  for (const [provider, walked] of Object.entries(counts))
    console.log(`${provider}, collections: ${walked} documented outcomes walked`)
})

const UNKNOWN = { outcome: 'unknown' }
const PROMPTED = { outcome: 'accepted', providerId: null, code: null }
const ACCEPTED_REFUND = { ok: true, value: { providerId: null } }
const NO_ANSWER = { ok: false, reason: 'unknown', code: 'no_answer' }

describe('pawaPay', () => {
  const rejection = (failureCode: string) => ({
    status: 'REJECTED',
    failureReason: { failureCode, failureMessage: 'x' },
  })

  test.each(['ACCEPTED', 'DUPLICATE_IGNORED'])('has a request that it answers with %s', async (status) => {
    const pawapay = pawapayCollector(answering(200, { status, nextStep: 'FINAL_STATUS' }))
    expect(await pawapay.start(collectionRequest)).toEqual({ ...PROMPTED, endsAt: null })
    expect(await pawapay.refund(refundRequest)).toEqual(ACCEPTED_REFUND)
    hit('pawaPay')
  })

  test.each([
    [400, 'INVALID_INPUT', 'final'],
    [400, 'MISSING_PARAMETER', 'final'],
    [400, 'UNSUPPORTED_PARAMETER', 'final'],
    [400, 'INVALID_PARAMETER', 'final'],
    [400, 'DUPLICATE_METADATA_FIELD', 'final'],
    [401, 'NO_AUTHENTICATION', 'retry'],
    [401, 'AUTHENTICATION_ERROR', 'retry'],
    [403, 'AUTHENTICATION_ERROR', 'retry'],
    [403, 'AUTHORISATION_ERROR', 'retry'],
    [401, 'HTTP_SIGNATURE_ERROR', 'retry'],
    [403, 'HTTP_SIGNATURE_ERROR', 'retry'],
    [403, 'DEPOSITS_NOT_ALLOWED', 'retry'],
    [403, 'REFUNDS_NOT_ALLOWED', 'retry'],
    [200, 'AMOUNT_OUT_OF_BOUNDS', 'final'],
    [200, 'INVALID_AMOUNT', 'final'],
    [200, 'INVALID_PHONE_NUMBER', 'final'],
    [200, 'INVALID_CURRENCY', 'final'],
    [200, 'INVALID_PROVIDER', 'final'],
    [200, 'PROVIDER_TEMPORARILY_UNAVAILABLE', 'retry'],
    [200, 'NOT_FOUND', 'final'],
    [200, 'INVALID_STATE', 'final'],
    [200, 'AMOUNT_TOO_LARGE', 'final'],
    [200, 'DEPOSIT_ALREADY_REFUNDED', 'final'],
    [200, 'REFUND_IN_PROGRESS', 'final'],
    [200, 'PAWAPAY_WALLET_OUT_OF_FUNDS', 'retry'],
  ])('refuses with %i %s', async (http, code, next) => {
    const pawapay = pawapayCollector(answering(http, rejection(code)))
    const sent = await pawapay.start(collectionRequest)
    expect(sent).toEqual({ outcome: 'rejected', code, words: 'x', next })
    expect(await pawapay.refund(refundRequest)).toEqual({ ok: false, reason: 'refused', code })
    hit('pawaPay')
  })

  test('500 UNKNOWN_ERROR may have been carried out', async () => {
    const pawapay = pawapayCollector(answering(500, rejection('UNKNOWN_ERROR')))
    expect(await pawapay.start(collectionRequest)).toEqual(UNKNOWN)
    expect(await pawapay.refund(refundRequest)).toEqual(NO_ANSWER)
    hit('pawaPay')
  })

  const found = (status: string, more: object = {}) => ({
    status: 'FOUND',
    data: { depositId: attempt, refundId, status, ...more },
  })
  const both = async (body: unknown) => {
    const pawapay = pawapayCollector(answering(200, body))
    return [await pawapay.status(sentCollection), await pawapay.refundStatus(sentRefund)]
  }

  test.each(['ACCEPTED', 'PROCESSING', 'IN_RECONCILIATION', 'SUBMITTED', 'ENQUEUED'])(
    '%s is open',
    async (status) => {
      expect(await both(found(status))).toEqual([{ status: 'open' }, { status: 'pending' }])
      hit('pawaPay')
    },
  )

  test.each([
    'PAYMENT_NOT_APPROVED',
    'INSUFFICIENT_BALANCE',
    'PAYMENT_IN_PROGRESS',
    'PAYER_NOT_FOUND',
    'PAYER_LIMIT_REACHED',
    'WALLET_LIMIT_REACHED',
    'TRANSACTION_ALREADY_IN_PROCESS',
    'RECIPIENT_NOT_FOUND',
    'PAWAPAY_WALLET_OUT_OF_FUNDS',
    'MANUALLY_CANCELLED',
    'UNSPECIFIED_FAILURE',
    'UNKNOWN_ERROR',
  ])('FAILED with %s ends without money', async (failureCode) => {
    const body = found('FAILED', { failureReason: { failureCode, failureMessage: 'x' } })
    const failed = { status: 'failed', code: failureCode, words: 'x' }
    expect(await both(body)).toEqual([failed, failed])
    hit('pawaPay')
  })

  test('COMPLETED is paid, with the amount only if it can be read', async () => {
    const paid = { amount: '120.5', currency: 'GHS' }
    const amount = { amount: 12_050n, currency: 'GHS' }
    expect(await both(found('COMPLETED', paid))).toEqual([
      { status: 'completed', amount },
      { status: 'succeeded' },
    ])
    for (const odd of [{}, { amount: 120.5, currency: 'GHS' }, { amount: '120.505', currency: 'GHS' }])
      expect((await both(found('COMPLETED', odd)))[0]).toEqual({ status: 'completed', amount: null })
    hit('pawaPay')
  })

  test('NOT_FOUND is no record of it; a new status or another id proves nothing', async () => {
    const unknown = { status: 'unknown' }
    expect(await both({ status: 'NOT_FOUND' })).toEqual([{ status: 'not_found' }, { status: 'not_found' }])
    expect(await both(found('REVERSED'))).toEqual([unknown, unknown])
    const other = { depositId: refundId, refundId: attempt, amount: '120.50', currency: 'GHS' }
    expect(await both(found('COMPLETED', other))).toEqual([unknown, unknown])
    hit('pawaPay')
  })
})

describe('MTN MoMo', () => {
  const momo = (status: number, body: unknown) => {
    const given = answering(status, body)
    const ask: ProviderFetch = async (url, init) =>
      url.includes('/token/') ? Response.json(TOKEN) : given(url, init)
    return momoCollector(ask)
  }

  test.each([
    [202, null, null],
    [409, 'RESOURCE_ALREADY_EXIST', null],
    [400, 'BAD_REQUEST', 'final'],
    [401, null, 'retry'],
    [403, null, 'retry'],
    [429, null, 'retry'],
    [500, 'NOT_ALLOWED', 'retry'],
    [500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'retry'],
    [500, 'INVALID_CALLBACK_URL_HOST', 'retry'],
    [500, 'INVALID_CURRENCY', 'retry'],
    [500, 'NOT_ENOUGH_FUNDS', 'retry'],
  ] as const)('answers a request with %i %s', async (http, given, next) => {
    const code = given ?? `HTTP_${http}`
    const collector = momo(http, given === null ? undefined : { code: given, message: 'x' })
    const words = given === null ? {} : { words: 'x' }
    const sent = await collector.start(collectionRequest)
    if (next === null) expect(sent).toEqual({ ...PROMPTED, endsAt: expect.any(Date) as Date })
    else expect(sent).toEqual({ outcome: 'rejected', code, ...words, next })
    const refused = { ok: false, reason: 'refused', code }
    expect(await collector.refund(refundRequest)).toEqual(next === null ? ACCEPTED_REFUND : refused)
    hit('MTN MoMo')
  })

  test.each([
    [500, 'INTERNAL_PROCESSING_ERROR'],
    [500, 'PAYER_NOT_FOUND'],
    [503, 'SERVICE_UNAVAILABLE'],
    [404, 'RESOURCE_NOT_FOUND'],
    [409, 'SOMETHING_ELSE'],
  ])('may have the request that it answers with %i %s', async (http, code) => {
    expect(await momo(http, { code }).start(collectionRequest)).toEqual(UNKNOWN)
    expect(await momo(http, { code }).refund(refundRequest)).toEqual(NO_ANSWER)
    hit('MTN MoMo')
  })

  const both = async (status: string, more: object = {}) => [
    await momo(200, { externalId: attempt, status, ...more }).status(sentCollection),
    await momo(200, { externalId: refundId, status, ...more }).refundStatus(sentRefund),
  ]

  test.each([
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
  ])('FAILED with %s ends without money, in both shapes', async (code) => {
    for (const reason of [code, { code, message: 'x' }]) {
      const failed = { status: 'failed', code, ...(reason === code ? {} : { words: 'x' }) }
      expect(await both('FAILED', { reason })).toEqual([failed, failed])
    }
    hit('MTN MoMo')
  })

  test('PENDING is open, SUCCESSFUL is paid, another status proves nothing', async () => {
    expect(await both('PENDING')).toEqual([{ status: 'open' }, { status: 'pending' }])
    expect(await both('SUCCESSFUL', { amount: '120.50', currency: 'GHS' })).toEqual([
      { status: 'completed', amount: { amount: 12_050n, currency: 'GHS' } },
      { status: 'succeeded' },
    ])
    expect((await both('SUCCESSFUL'))[0]).toEqual({ status: 'completed', amount: null })
    expect(await both('CREATED')).toEqual([{ status: 'unknown' }, { status: 'unknown' }])
    expect(await momo(404, { code: 'RESOURCE_NOT_FOUND' }).status(sentCollection)).toEqual({
      status: 'not_found',
    })
    expect(await momo(404, '<html>').refundStatus(sentRefund)).toEqual({ status: 'unknown' })
    hit('MTN MoMo')
    hit('MTN MoMo')
  })
})

describe('Monime', () => {
  const monime = (status: number, body: unknown) => {
    const given = answering(status, body)
    return monimeCollector(async (url, init) =>
      url.includes('/momos') ? Response.json(MOMOS) : given(url, init),
    )
  }
  const refusal = (reason: string) => ({ success: false, error: { code: 0, reason, message: 'x' } })

  test.each([
    [400, 'validation_failed', 'final'],
    [404, 'not_found', 'final'],
    [422, 'unprocessable', 'final'],
    [401, 'unauthorized', 'retry'],
    [403, 'forbidden', 'retry'],
    [429, 'rate_limited', 'retry'],
  ])('refuses with %i %s', async (http, code, next) => {
    const sent = await monime(http, refusal(code)).start(codeRequest)
    expect(sent).toEqual({ outcome: 'rejected', code, words: 'x', next })
    const refund = await monime(http, refusal(code)).refund(codeRefund)
    expect(refund).toEqual({ ok: false, reason: 'refused', code })
    hit('Monime')
  })

  test.each([
    [409, refusal('conflict')],
    [500, refusal('internal')],
    [404, '<html>'],
    [200, { success: true, result: null }],
  ])('may have the request that it answers with %i %j', async (http, body) => {
    expect(await monime(http, body).start(codeRequest)).toEqual(UNKNOWN)
    expect(await monime(http, body).refund(codeRefund)).toEqual(NO_ANSWER)
  })

  const code = (status: string) => ({
    success: true,
    result: { id: CODE, reference: attempt, status, amount: { currency: 'SLE', value: 12_050 } },
  })
  test.each([
    ['pending', { status: 'open' }],
    ['processing', { status: 'open' }],
    ['completed', { status: 'completed', amount: { amount: 12_050n, currency: 'SLE' } }],
    ['expired', { status: 'failed', code: 'expired' }],
    ['cancelled', { status: 'failed', code: 'cancelled' }],
    ['paused', { status: 'unknown' }],
  ])('a code that is %s', async (status, means) => {
    expect(await monime(200, code(status)).status(sentCode)).toEqual(means)
    hit('Monime')
  })

  const payout = (status: string, more: object = {}) => ({
    success: true,
    result: { id: PAYOUT, status, metadata: { attempt: refundId }, ...more },
  })
  test.each([
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['completed', 'succeeded'],
    ['reversed', 'unknown'],
  ])('a pay-out that is %s gives back: %s', async (status, means) => {
    expect(await monime(200, payout(status)).refundStatus(sentCodeRefund)).toEqual({ status: means })
    hit('Monime')
  })
  test.each([
    'unknown',
    'fund_insufficient',
    'authorization_failed',
    'provider_unknown',
    'provider_account_blocked',
    'provider_account_missing',
    'provider_account_quota_exhausted',
  ])('a pay-out that failed with %s', async (failure) => {
    const body = payout('failed', { failureDetail: { code: failure, message: 'x' } })
    const status = await monime(200, body).refundStatus(sentCodeRefund)
    expect(status).toEqual({ status: 'failed', code: failure, words: 'x' })
    hit('Monime')
  })
})
