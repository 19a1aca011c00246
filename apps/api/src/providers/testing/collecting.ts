import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import type { CollectionRequest, Collector } from '../../domains/transfers/mobile-money/ports.ts'
import type { HttpRequest, ProviderFetch } from '../../lib/provider-fetch.ts'
import { createMonimeCollector } from '../monime/index.ts'
import { createMomoCollector } from '../mtn-momo/collections.ts'
import { createPawapayCollector } from '../pawapay/deposits.ts'

export const attempt = randomUUID()
export const refundId = randomUUID()

/** A request to pay as the engine makes it. */
export const collectionRequest = {
  id: attempt,
  transferReference: 'S-7K2M9P4Q',
  amount: money(12_050n, 'GHS'),
  country: 'GH',
  network: 'mtn',
  phone: '+233241112233',
  payerName: 'Ama Mensah',
} as const satisfies CollectionRequest

export const sentCollection = { id: attempt, providerId: null, country: 'GH', network: 'mtn' } as const

export const refundRequest = {
  id: refundId,
  collection: sentCollection,
  phone: '+233241112233',
  elsewhere: null,
  amount: money(12_050n, 'GHS'),
  transferReference: 'S-7K2M9P4Q',
} as const

export const sentRefund = {
  ...{ id: refundId, providerId: null, collection: sentCollection },
  elsewhere: null,
} as const

/** The same for Monime, which serves Sierra Leone. `CODE` and `PAYOUT` are its own ids. */
const leonean = { country: 'SL', network: 'orange' } as const
export const CODE = 'pmc-1'
export const PAYOUT = 'pot-1'
export const codeRequest = {
  ...{ ...collectionRequest, ...leonean },
  ...{ amount: money(12_050n, 'SLE'), phone: '+23276123456' },
} as const satisfies CollectionRequest
export const sentCode = { ...sentCollection, ...leonean, providerId: CODE } as const
export const codeRefund = {
  ...{ ...refundRequest, collection: sentCode },
  ...{ amount: money(12_050n, 'SLE'), phone: '+23276123456' },
} as const
export const sentCodeRefund = { ...sentRefund, providerId: PAYOUT, collection: sentCode } as const

export const pawapayCollector = (ask: ProviderFetch): Collector =>
  createPawapayCollector({ baseUrl: 'http://pawapay.example', token: 'token' }, ask)

const client = { baseUrl: 'http://momo.example', targetEnvironment: 'mtnghana' }
const keys = { subscriptionKey: 'key', apiUser: 'user', apiKey: 'secret' }

export const momoCollector = (
  ask: ProviderFetch,
  callbackUrl?: (reference: string, kind: 'collection' | 'refund') => string,
): Collector =>
  createMomoCollector(
    {
      ...{ country: 'GH', currency: 'GHS', minimum: money(100, 'GHS'), maximum: money(1_000_000, 'GHS') },
      collection: { ...client, ...keys, product: 'collection' },
      refunds: { ...client, ...keys, subscriptionKey: 'other', product: 'disbursement' },
      ...(callbackUrl && { callbackUrl }),
    },
    ask,
  )

export const monimeCollector = (ask: ProviderFetch): Collector =>
  createMonimeCollector(
    {
      ...{ baseUrl: 'http://monime.example', token: 'token', spaceId: 'spc-1' },
      ...{ minimum: money(100, 'SLE'), maximum: money(1_500_000, 'SLE') },
    },
    ask,
  )

const momo = (providerId: string, name: string, { active = true, from = true, to = true } = {}) => ({
  ...{ providerId, name, country: 'SL', status: { active } },
  featureSet: { payout: { canPayTo: to }, payment: { canPayFrom: from } },
})
/** Monime's networks, with ids that say nothing about them. */
export const MOMOS = {
  success: true,
  result: [momo('m3', 'Africell Money'), momo('m9', 'Orange Money'), momo('m5', 'QMoney', { from: false })],
}
export const TOKEN = { access_token: 'token', expires_in: 3_600 }

export interface Asked {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Answers = Readonly<Record<string, (asked: Asked) => readonly [status: number, body?: unknown]>>

/**
 * Returns a provider that answers by method and path, and what it was asked. It gives MTN's tokens and Monime's networks unless told
 * otherwise, and 404 without a body to the rest.
 */
export function scripted(answers: Answers): { readonly ask: ProviderFetch; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const always: Answers = {
    'POST /collection/token/': () => [200, TOKEN],
    'POST /disbursement/token/': () => [200, TOKEN],
    'GET /v1/momos?country=SL&limit=50': () => [200, MOMOS],
  }
  const ask: ProviderFetch = async (url, { method = 'GET', headers = {}, body }: HttpRequest = {}) => {
    const path = url.replace(/^\w+:\/\/[^/]+/, '')
    const one = { path, method, headers, body: typeof body === 'string' ? JSON.parse(body) : body }
    if (!(`${method} ${path}` in always)) asked.push(one)
    const answer = answers[`${method} ${path}`] ?? always[`${method} ${path}`]
    const [status, told] = answer?.(one) ?? [404]
    return { status, headers: new Map(), text: () => (told === undefined ? '' : JSON.stringify(told)) }
  }
  return { ask, asked }
}
