import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REFUSED_CALLBACK, type CallbackRequest } from '../../domains/transfers/ports.ts'
import { createPawapayCallbacks } from './callbacks.ts'

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const COVERED = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type']
const reference = randomUUID()
const PAYOUT = { kind: 'payout', reference }

interface Making {
  readonly encoding?: 'der' | 'ieee-p1363'
  /** Seconds from now. */
  readonly created?: number
  readonly expires?: number
  readonly components?: readonly string[]
  readonly key?: typeof keys.privateKey
  readonly hash?: 'sha-512' | 'sha-256'
  /** The query of the callback's address. */
  readonly query?: string
}

/** Returns a callback with pawaPay's signature. */
function signed(making: Making = {}): CallbackRequest {
  const { encoding = 'der', created = 0, expires = 60, components = COVERED, hash = 'sha-512' } = making
  const body = Buffer.from(JSON.stringify({ payoutId: reference, status: 'COMPLETED' }))
  const at = Math.floor(Date.now() / 1_000)
  const digest = createHash(hash.replace('-', '')).update(body).digest('base64')
  const request = {
    method: 'POST',
    authority: 'sesa.example',
    path: '/webhooks/pawapay',
    query: making.query ?? '?',
    body,
    headers: {
      'content-type': 'application/json',
      'content-digest': `${hash}=:${digest}:`,
      'signature-date': new Date(at * 1_000).toISOString(),
    },
  }
  const values: Record<string, string> = {
    '@method': request.method,
    '@authority': request.authority,
    '@path': request.path,
    '@query': request.query,
    ...request.headers,
  }
  const list = components.map((name) => `"${name}"`).join(' ')
  const params = `(${list});alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=${at + created};expires=${at + expires}`
  const lines = components.map((name) => `"${name}": ${values[name] ?? ''}`)
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const signature = sign('sha256', Buffer.from(base), {
    key: making.key ?? keys.privateKey,
    dsaEncoding: encoding,
  })
  return {
    ...request,
    headers: {
      ...request.headers,
      'signature-input': `sig-pp=${params}`,
      signature: `sig-pp=:${signature.toString('base64')}:`,
    },
  }
}

const { read } = createPawapayCallbacks(publicKey)

/** Adds another signature to a callback, before or after its own. */
function withSecond(callback: CallbackRequest, { before }: { before: boolean }): CallbackRequest {
  const other = signed({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }).headers
  const both = (name: 'signature-input' | 'signature') => {
    const own = String(callback.headers[name])
    const second = String(other[name]).replace('sig-pp', 'sig-other')
    return before ? `${second}, ${own}` : `${own}, ${second}`
  }
  const headers = { 'signature-input': both('signature-input'), signature: both('signature') }
  return { ...callback, headers: { ...callback.headers, ...headers } }
}

describe('a signed callback', () => {
  test.each([
    ['DER', { encoding: 'der' }],
    ['raw r and s', { encoding: 'ieee-p1363' }],
    ['a SHA-256 digest', { hash: 'sha-256' }],
    ['fewer covered components', { components: ['@path', 'content-digest'] }],
    ['a clock 290 s ahead of ours', { created: 290, expires: 400 }],
    ['a query that it covers', { components: [...COVERED, '@query'], query: '?from=pawapay' }],
    ['no query, which it covers', { components: [...COVERED, '@query'] }],
  ] as const)('with %s names its pay-out', (_what, making) => {
    expect(read(signed(making))).toEqual(PAYOUT)
  })

  test.each([
    ['the default port in the host', { ...signed(), authority: 'sesa.example:443' }],
    ['a second signature after its own', withSecond(signed(), { before: false })],
    ['a second signature before its own', withSecond(signed(), { before: true })],
  ])('with %s names its pay-out', (_what, request) => {
    expect(read(request)).toEqual(PAYOUT)
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  test.each([
    ['of a stranger', signed({ key: stranger })],
    ['of an hour ago', signed({ created: -3_600 })],
    ['from the future', signed({ created: 3_600, expires: 7_200 })],
    ['that has expired', signed({ created: -100, expires: -1 })],
    ['that does not cover the body', signed({ components: ['@method', '@path'] })],
    ['that does not cover the path', signed({ components: ['@method', 'content-digest'] })],
    ['with another body', { ...signed(), body: Buffer.from(JSON.stringify({ payoutId: randomUUID() })) }],
    ['sent to another path', { ...signed(), path: '/webhooks/mtn-momo' }],
    ['by another method', { ...signed(), method: 'PUT' }],
    ['with another query', { ...signed({ components: [...COVERED, '@query'] }), query: '?a=b' }],
    ['with the signature of a stranger alone', withSecond(signed({ created: -3_600 }), { before: true })],
    ['at another host', { ...signed(), authority: 'evil.example' }],
    ['without headers', { ...signed(), headers: {} }],
    ['that is no signature', { ...signed(), headers: { ...signed().headers, signature: 'sig-pp=:AAAA:' } }],
  ])('%s is refused', (_what, request) => {
    expect(read(request)).toBe(REFUSED_CALLBACK)
  })
})

test.each([
  ['a remittance', { remittanceId: reference }, PAYOUT],
  ['a deposit', { depositId: reference }, { kind: 'collection', reference }],
  ['a refund', { refundId: reference }, { kind: 'refund', reference }],
  [
    'a refund that also names its deposit',
    { depositId: randomUUID(), refundId: reference },
    { kind: 'refund', reference },
  ],
  [
    'a deposit in the words of the first version',
    { depositId: reference, depositedAmount: '1', correspondent: 'MTN_MOMO_GHA', payoutId: null },
    { kind: 'collection', reference },
  ],
])('%s is named by its own id', (_what, told, subject) => {
  const body = Buffer.from(JSON.stringify({ ...told, status: 'COMPLETED' }))
  expect(createPawapayCallbacks().read({ ...signed(), body })).toEqual(subject)
  expect(read({ ...signed(), body })).toBe(REFUSED_CALLBACK)
})

test('without a key any callback is accepted, unless it names no reference', () => {
  const open = createPawapayCallbacks()
  expect(open.read({ ...signed(), headers: {} })).toEqual(PAYOUT)
  expect(open.read({ ...signed(), headers: {}, body: Buffer.from('{"payoutId":"x"}') })).toBeNull()
  expect(open.read({ ...signed(), headers: {}, body: Buffer.from('[]') })).toBeNull()
})
