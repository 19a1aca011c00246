import { money } from '@sesa/money'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REFUSED_CALLBACK, type CallbackRequest } from '../../domains/transfers/ports.ts'
import {
  attempt,
  CODE,
  codeRefund,
  codeRequest,
  monimeCollector,
  MOMOS,
  PAYOUT,
  refundId,
  scripted,
  sentCode,
  sentCodeRefund,
} from '../testing/collecting.ts'
import { createMonimeCallbacks } from './callbacks.ts'

const result = (value: unknown, next: string | null = null) =>
  [200, { success: true, messages: [], result: value, pagination: { count: 1, next } }] as const
const refusal = (status: number, reason: string) =>
  [status, { success: false, error: { code: status, reason, message: 'x', details: [] } }] as const
const created = {
  ...{ id: CODE, reference: attempt, status: 'pending', ussdCode: '*715*1*123456#' },
  expireTime: '2026-11-30T12:10:00Z',
}
const one = (status: string, reference: string = attempt) => ({
  ...{ id: CODE, reference, status, amount: { currency: 'SLE', value: 12_050 } },
})

test('a code can be used once, from this number and network alone', async () => {
  const { ask, asked } = scripted({ 'POST /v1/payment-codes': () => result(created) })
  expect(await monimeCollector(ask).start(codeRequest)).toEqual({
    ...{ outcome: 'accepted', providerId: CODE, code: '*715*1*123456#' },
    endsAt: new Date('2026-11-30T12:10:00Z'),
  })
  expect(asked).toMatchObject([
    {
      headers: {
        ...{ authorization: 'Bearer token', 'monime-space-id': 'spc-1', 'monime-version': 'caph.2025-08-23' },
        'idempotency-key': attempt,
      },
      body: {
        ...{ name: 'Sesa S-7K2M9P4Q', mode: 'one_time', duration: '10m', reference: attempt },
        ...{ amount: { currency: 'SLE', value: 12_050 }, customer: { name: 'Ama Mensah' } },
        ...{ authorizedProviders: ['m9'], authorizedPhoneNumber: '+23276123456' },
        metadata: { attempt, transfer: 'S-7K2M9P4Q' },
      },
    },
  ])
})

test.each([
  ['without a code to dial', { ...created, ussdCode: 'tel:1' }],
  ['without an end', { ...created, expireTime: 'soon' }],
  ['of another request', { ...created, reference: randomUUID() }],
])('an answer %s has an unknown outcome', async (_what, body) => {
  const { ask } = scripted({ 'POST /v1/payment-codes': () => result(body) })
  expect(await monimeCollector(ask).start(codeRequest)).toEqual({ outcome: 'unknown' })
})

test('nothing is sent to a network that Monime does not name, or while it names none', async () => {
  const { ask, asked } = scripted({})
  const mtn = { ...codeRequest, network: 'mtn' } as const
  expect(await monimeCollector(ask).start(mtn)).toMatchObject({ code: 'provider_unknown', next: 'final' })
  const silent = scripted({ 'GET /v1/momos?country=SL&limit=50': () => [502] })
  expect(await monimeCollector(silent.ask).start(codeRequest)).toMatchObject({
    outcome: 'rejected',
    next: 'retry',
  })
  expect(await monimeCollector(silent.ask).refund(codeRefund)).toMatchObject({ ok: false, reason: 'refused' })
  expect([...asked, ...silent.asked].filter(({ method }) => method === 'POST')).toEqual([])
})

describe('after a lost answer', () => {
  const lost = { ...sentCode, providerId: null }
  const others = Array.from({ length: 3 }, () => one('completed', randomUUID()))
  const page = '/v1/payment-codes?mode=one_time&limit=50'

  test('a code is found by our reference, on any page', async () => {
    const { ask } = scripted({
      [`GET ${page}`]: () => result(others, 'a b'),
      [`GET ${page}&after=a%20b`]: () =>
        result([{ ...one('processing'), ussdCode: '*715*1*12#', expireTime: '2026-12-01T10:00:00Z' }]),
    })
    expect(await monimeCollector(ask).status(lost)).toEqual({
      status: 'open',
      accepted: { providerId: CODE, code: '*715*1*12#', endsAt: new Date('2026-12-01T10:00:00Z') },
    })
  })

  test('it is not there only once every page was read', async () => {
    const none = scripted({ [`GET ${page}`]: () => result(others) })
    expect(await monimeCollector(none.ask).status(lost)).toEqual({ status: 'not_found' })
    const endless = scripted({
      [`GET ${page}`]: () => result(others, 'x'),
      [`GET ${page}&after=x`]: () => result(others, 'x'),
    })
    expect(await monimeCollector(endless.ask).status(lost)).toEqual({ status: 'unknown' })
    expect(endless.asked).toHaveLength(10)
    const broken = scripted({ [`GET ${page}`]: () => result(others, 'x') })
    expect(await monimeCollector(broken.ask).status(lost)).toEqual({ status: 'unknown' })
  })

  test('a code is taken back by the id that was found', async () => {
    const { ask, asked } = scripted({
      [`GET ${page}`]: () => result([one('pending')]),
      [`DELETE /v1/payment-codes/${CODE}`]: () => result(null),
    })
    expect(await monimeCollector(ask).stop?.(lost)).toEqual({ ok: true, value: true })
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE' })
  })

  test('a pay-out is found by our id in its metadata', async () => {
    const payouts = [
      { id: 'pot-0', status: 'failed', metadata: null },
      { id: PAYOUT, status: 'completed', metadata: { attempt: refundId } },
    ]
    const { ask } = scripted({ 'GET /v1/payouts?limit=50': () => result(payouts) })
    const status = await monimeCollector(ask).refundStatus({ ...sentCodeRefund, providerId: null })
    expect(status).toEqual({ status: 'succeeded' })
  })
})

test('a code of another request, or one that is gone, proves nothing about ours', async () => {
  const path = `GET /v1/payment-codes/${CODE}`
  const other = scripted({ [path]: () => result(one('completed', randomUUID())) })
  expect(await monimeCollector(other.ask).status(sentCode)).toEqual({ status: 'unknown' })
  const gone = scripted({ [path]: () => refusal(404, 'not_found') })
  expect(await monimeCollector(gone.ask).status(sentCode)).toEqual({ status: 'not_found' })
  expect(await monimeCollector(scripted({}).ask).status(sentCode)).toEqual({ status: 'unknown' })
})

test.each([
  ['it is gone', result(undefined), { ok: true, value: true }],
  ['it was used', refusal(400, 'in_use'), { ok: true, value: false }],
  [
    'our key is refused',
    refusal(401, 'unauthorized'),
    { ok: false, reason: 'refused', code: 'unauthorized' },
  ],
  ['Monime is down', [502] as const, { ok: false, reason: 'unknown', code: 'no_answer' }],
])('taking a code back: %s', async (_what, answer, expected) => {
  const { ask } = scripted({ [`DELETE /v1/payment-codes/${CODE}`]: () => answer })
  expect(await monimeCollector(ask).stop?.(sentCode)).toEqual(expected)
})

test('money goes back by a pay-out to the payer’s number', async () => {
  const { ask, asked } = scripted({
    'POST /v1/payouts': () => result({ id: PAYOUT, status: 'pending', metadata: { attempt: refundId } }),
  })
  expect(await monimeCollector(ask).refund(codeRefund)).toEqual({ ok: true, value: { providerId: PAYOUT } })
  expect(asked).toMatchObject([
    {
      headers: { 'idempotency-key': refundId },
      body: {
        amount: { currency: 'SLE', value: 12_050 },
        destination: { type: 'momo', providerId: 'm9', phoneNumber: '+23276123456' },
        metadata: { attempt: refundId },
      },
    },
  ])
})

test('the terms take networks by their names, and close those that we could not pay back', async () => {
  const terms = await monimeCollector(scripted({}).ask).terms()
  const common = {
    ...{ collector: 'monime', country: 'SL', wholeUnits: false, prompt: 'code', nameShown: null },
    ...{ minimum: money(100, 'SLE'), maximum: money(1_500_000, 'SLE'), instructions: [] },
  }
  expect(terms).toEqual([
    { ...common, network: 'afrimoney', open: true },
    { ...common, network: 'orange', open: true },
    { ...common, network: 'qmoney', open: false },
  ])
  const [first] = MOMOS.result
  const closed = [
    { ...first, status: { active: false } },
    { ...first, name: 'Orange', featureSet: { payout: { canPayTo: false }, payment: { canPayFrom: true } } },
    { ...first, name: 'Splash' },
  ]
  const { ask } = scripted({ 'GET /v1/momos?country=SL&limit=50': () => result(closed) })
  expect((await monimeCollector(ask).terms())?.map((term) => [term.network, term.open])).toEqual([
    ['afrimoney', false],
    ['orange', false],
  ])
})

describe('a webhook', () => {
  const secret = 's'.repeat(32)
  const { read } = createMonimeCallbacks(secret)
  const event = (type: string, data: object) =>
    JSON.stringify({ event: { name: `${type}.completed` }, object: { id: 'x', type }, data })
  const code = event('payment_code', { reference: attempt, amount: { currency: 'SLE', value: 1 } })
  interface Signing {
    readonly key?: string
    readonly at?: number
    readonly as?: 'hex' | 'base64'
  }
  const signed = (
    body: string,
    { key = secret, at = Math.floor(Date.now() / 1_000), as = 'hex' }: Signing = {},
  ) => ({
    ...{ method: 'POST', authority: 'sesa.example', path: '/webhooks/monime', query: '?' },
    headers: {
      'monime-signature': `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest(as)}`,
    },
    body: Buffer.from(body),
  })

  test.each([
    ['a payment code', code, { kind: 'collection', reference: attempt }],
    [
      'a pay-out',
      event('payout', { metadata: { attempt: refundId } }),
      { kind: 'refund', reference: refundId },
    ],
    ['a pay-out of another system', event('payout', { metadata: { attempt: 'order-1' } }), null],
    ['a code of another system', event('payment_code', { reference: null }), null],
    ['an account', event('financial_account', { reference: attempt }), null],
    ['nothing', '[]', null],
  ])('about %s', (_what, body, subject) => {
    expect(read(signed(body))).toEqual(subject)
    expect(read(signed(body, { as: 'base64' }))).toEqual(subject)
  })

  const now = Math.floor(Date.now() / 1_000)
  test.each<[string, CallbackRequest]>([
    ['by another secret', signed(code, { key: 'x'.repeat(32) })],
    ['of ten minutes ago', signed(code, { at: now - 600 })],
    ['from the future', signed(code, { at: now + 600 })],
    ['with another body', { ...signed(code), body: Buffer.from(`${code} `) }],
    ['without a signature', { ...signed(code), headers: {} }],
    [
      'under another header',
      {
        ...signed(code),
        headers: { 'x-monime-signature': signed(code).headers['monime-signature'] },
      },
    ],
    [
      'with a bare digest',
      {
        ...signed(code),
        headers: { 'monime-signature': createHmac('sha256', secret).update(code).digest('hex') },
      },
    ],
    ['with no digest', { ...signed(code), headers: { 'monime-signature': `t=${now},v1=` } }],
  ])('%s is refused', (_what, request) => {
    expect(read(request)).toBe(REFUSED_CALLBACK)
  })
})
