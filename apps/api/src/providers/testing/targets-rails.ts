import * as v from 'valibot'
import { createMomoTerms } from '../mtn-momo/account.ts'
import { createMomoWallets } from '../mtn-momo/wallets.ts'
import { createMtnMomo } from '../mtn-momo/index.ts'
import { createPawapay } from '../pawapay/index.ts'
import { createPawapayPrediction } from '../pawapay/predict.ts'
import { createPawapayRemittances } from '../pawapay/remittances.ts'
import { createPawapayTerms, createPawapayUnknownCarriers } from '../pawapay/terms.ts'
import { money } from '@sesa/money'
import { declaredRequest, payoutRequest, reference } from './answering.ts'
import { positiveMoney, word, words, type Json, type Target } from './target.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const amount = v.optional(
  v.object({ amount: v.bigint(), currency: v.picklist(['USD', 'LRD', 'GHS', 'SLE']) }),
)
const SENT = v.variant('outcome', [
  v.strictObject({ outcome: v.picklist(['accepted', 'unknown']) }),
  v.strictObject({
    outcome: v.literal('rejected'),
    code: word,
    words,
    next: v.picklist(['retry', 'no_funds', 'final']),
  }),
])
const STATUS = v.variant('status', [
  v.strictObject({ status: v.picklist(['pending', 'not_found', 'unknown']) }),
  v.strictObject({ status: v.literal('completed'), amount }),
  v.strictObject({ status: v.literal('failed'), code: word, words }),
])
const TERMS = v.nullable(
  v.array(
    v.strictObject({
      country: v.picklist(['LR', 'GH', 'SL']),
      network: v.string(),
      open: v.boolean(),
      minimum: positiveMoney,
      maximum: positiveMoney,
    }),
  ),
)

type Sent = { outcome: string; next?: string }
type Status = { status: string; code?: string }

const TAKEN = ['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED']
const pawapaySettings = { baseUrl: 'http://pawapay.example', token: 'token' }
const remittances = { ...pawapaySettings, countries: 'alpha-3', noPostalCode: '00000' } as const

function pawapaySays(result: Sent, body: Json, status: number): boolean {
  const word = body.at('status')
  if (result.outcome === 'accepted') return status === 200 && TAKEN.includes(String(word))
  return word === 'REJECTED' && status < 500 && typeof body.at('failureReason', 'failureCode') === 'string'
}

const PAWAPAY_STATUS = { completed: 'COMPLETED', failed: 'FAILED' } as const

function pawapayStatusSays(id: string): Target['says'] {
  return (result, body, status) => {
    const { status: told } = result as Status
    if (status !== 200) return false
    if (told === 'not_found') return body.at('status') === 'NOT_FOUND'
    if (body.at('status') !== 'FOUND' || body.at('data', id) !== reference) return false
    const word = body.at('data', 'status')
    return told === 'pending' ? typeof word === 'string' : word === PAWAPAY_STATUS[told as 'completed']
  }
}

function pawapay(kind: 'payout' | 'remittance'): Target[] {
  const rail = (ask: ProviderFetch) =>
    kind === 'payout' ? createPawapay(pawapaySettings, ask) : createPawapayRemittances(remittances, ask)
  const id = `${kind}Id`
  const found = (status: string, more: object = {}) => ({
    status: 'FOUND',
    data: { [id]: reference, status, amount: '120.50', currency: 'GHS', ...more },
  })
  const status = (name: string, body: object): Target => ({
    name: `pawapay ${kind} ${name}`,
    good: { status: 200, body },
    call: (ask) => rail(ask).status(reference),
    closed: STATUS,
    claims: (result) => (result as Status).status !== 'unknown',
    says: pawapayStatusSays(id),
  })
  const send = (name: string, body: object): Target => ({
    name: `pawapay ${kind} ${name}`,
    good: { status: 200, body },
    call: (ask) => rail(ask).send(kind === 'payout' ? payoutRequest : declaredRequest),
    closed: SENT,
    claims: (result) => (result as Sent).outcome !== 'unknown',
    says: (result, json, http) => pawapaySays(result as Sent, json, http),
  })
  const failureReason = { failureCode: 'INVALID_PHONE_NUMBER', failureMessage: 'x' }
  return [
    send('accepted', { [id]: reference, status: 'ACCEPTED' }),
    send('rejected', { [id]: reference, status: 'REJECTED', failureReason }),
    status('completed', found('COMPLETED')),
    status('failed', found('FAILED', { failureReason })),
    status('not found', { status: 'NOT_FOUND' }),
  ]
}

const momoSettings = {
  baseUrl: 'http://momo.example',
  product: 'remittance',
  subscriptionKey: 'key',
  apiUser: 'user',
  apiKey: 'secret',
  targetEnvironment: 'mtnghana',
} as const
const TOKEN = { access_token: 'token', expires_in: 3_600 }
const isToken = (path: string): boolean => path.includes('/token/')
const behindToken = { attacked: (path: string) => !isToken(path), others: () => TOKEN }
const bounds = { country: 'GH', minimum: money(100n, 'GHS'), maximum: money(1_000n, 'GHS') } as const

function momoSentSays(result: Sent, body: Json, status: number): boolean {
  const code = body.at('code')
  // MTN accepts with a status and no body.
  if (result.outcome === 'accepted')
    return status === 202 || (status === 409 && code === 'RESOURCE_ALREADY_EXIST')
  if (result.next === 'no_funds') return status >= 400 && code === 'NOT_ENOUGH_FUNDS'
  return status >= 400 && (typeof code === 'string' || [400, 401, 403, 429].includes(status))
}

const MOMO_STATUS = { completed: 'SUCCESSFUL', pending: 'PENDING', failed: 'FAILED' } as const

function momoStatusSays(result: Status, body: Json, status: number): boolean {
  if (result.status === 'not_found') return status === 404 && body.at('code') === 'RESOURCE_NOT_FOUND'
  return (
    status === 200 &&
    body.at('externalId') === reference &&
    body.at('status') === MOMO_STATUS[result.status as 'completed']
  )
}

const momo = (ask: ProviderFetch) => createMtnMomo({ ...momoSettings, currency: 'GHS' }, ask)
const transfer = (status: string, more: object = {}) => ({
  externalId: reference,
  status,
  amount: '120.50',
  currency: 'GHS',
  ...more,
})

const momoSend = (name: string, status: number, body: object): Target => ({
  name: `mtn-momo ${name}`,
  good: { status, body },
  ...behindToken,
  call: (ask) => momo(ask).send(payoutRequest),
  closed: SENT,
  claims: (result) => (result as Sent).outcome !== 'unknown',
  says: (result, json, http) => momoSentSays(result as Sent, json, http),
})
const momoStatus = (name: string, status: number, body: object): Target => ({
  name: `mtn-momo ${name}`,
  good: { status, body },
  ...behindToken,
  call: (ask) => momo(ask).status(reference),
  closed: STATUS,
  claims: (result) => (result as Status).status !== 'unknown',
  says: (result, json, http) => momoStatusSays(result as Status, json, http),
})

const MOMO: readonly Target[] = [
  momoSend('accepted', 202, {}),
  momoSend('rejected', 500, { code: 'NOT_ENOUGH_FUNDS', message: 'x' }),
  momoStatus('completed', 200, transfer('SUCCESSFUL')),
  momoStatus('failed', 200, transfer('FAILED', { reason: { code: 'PAYEE_NOT_FOUND', message: 'x' } })),
  momoStatus('not found', 404, { code: 'RESOURCE_NOT_FOUND', message: 'x' }),
  {
    name: 'mtn-momo token',
    good: { status: 200, body: TOKEN },
    attacked: isToken,
    others: () => transfer('SUCCESSFUL'),
    call: (ask) => momo(ask).status(reference),
    closed: STATUS,
    claims: (result) => (result as Status).status !== 'unknown',
    says: (_result, body, status) =>
      status < 300 &&
      /^[\x21-\x7e]+$/.test(String(body.at('access_token'))) &&
      Number(body.at('expires_in')) >= 0,
  },
  {
    name: 'mtn-momo wallet',
    good: { status: 200, body: { given_name: 'Ama', family_name: 'Mensah', status: 'ACTIVE' } },
    ...behindToken,
    call: (ask) => createMomoWallets(momoSettings, ask)('+233241112233'),
    closed: v.variant('account', [
      v.strictObject({
        account: v.literal('active'),
        name: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^\P{Cc}*$/u))),
      }),
      v.strictObject({ account: v.picklist(['inactive', 'unknown']) }),
    ]),
    claims: (result) => (result as { account: string }).account !== 'unknown',
    says: (result, body, status) => {
      const { account } = result as { account: string }
      const told = (key: string): boolean => typeof body.at(key) === 'string' && body.at(key) !== ''
      if (account === 'active') return status === 200 && ['given_name', 'family_name', 'status'].some(told)
      return status === 404 ? told('code') : status === 200 && body.at('status') === 'INACTIVE'
    },
  },
  {
    name: 'mtn-momo terms',
    good: { status: 200, body: { availableBalance: '100.00', currency: 'GHS' } },
    ...behindToken,
    call: (ask) => createMomoTerms({ ...momoSettings, ...bounds }, ask)(),
    closed: TERMS,
    claims: (result) => result !== null,
    says: (_result, body, status) => status === 200 && typeof body.at('availableBalance') === 'string',
  },
]

const operation = { minAmount: '1.00', maxAmount: '1000.00', status: 'OPERATIONAL' }
const provider = {
  provider: 'MTN_MOMO_GHA',
  currencies: [{ currency: 'GHS', operationTypes: { PAYOUT: operation } }],
}

export const RAIL_TARGETS: readonly Target[] = [
  ...pawapay('payout'),
  ...pawapay('remittance'),
  {
    name: 'pawapay terms',
    good: { status: 200, body: { countries: [{ country: 'GHA', providers: [provider] }] } },
    call: (ask) => createPawapayTerms(pawapaySettings, ask)(),
    closed: TERMS,
    claims: (result) => result !== null,
    says: (_result, body, status) => status === 200 && Array.isArray(body.at('countries')),
  },
  {
    name: 'pawapay unknown carriers',
    good: {
      status: 200,
      body: { countries: [{ country: 'GHA', providers: [{ ...provider, provider: 'TELECEL_GHA' }] }] },
    },
    call: (ask) => createPawapayUnknownCarriers(pawapaySettings, ask)(),
    closed: v.nullable(v.array(v.strictObject({ country: v.picklist(['LBR', 'GHA', 'SLE']), code: word }))),
    claims: (result) => result !== null,
    says: (_result, body, status) => status === 200 && Array.isArray(body.at('countries')),
  },
  {
    name: 'pawapay prediction',
    good: {
      status: 200,
      body: { country: 'GHA', provider: 'MTN_MOMO_GHA', phoneNumber: '233241112233' },
    },
    call: (ask) => createPawapayPrediction(pawapaySettings, ask)('+233241112233'),
    closed: v.nullable(v.strictObject({ country: v.literal('GH'), network: v.literal('mtn') })),
    claims: (result) => result !== null,
    says: (_result, body, status) => status === 200 && body.at('provider') === 'MTN_MOMO_GHA',
  },
  ...MOMO,
]
