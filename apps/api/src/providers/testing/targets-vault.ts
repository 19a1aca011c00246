import * as v from 'valibot'
import type { CardVault } from '../../domains/customers/saved-cards/ports.ts'
import { createStripeVault } from '../stripe/vault.ts'
import { word, type Json, type Target } from './target.ts'

const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', timeout: 10_000 }

const card = {
  id: 'pm_1',
  object: 'payment_method',
  created: 1_790_000_000,
  customer: null,
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, wallet: null },
}
const shown = v.strictObject({
  id: word,
  brand: word,
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  wallet: v.nullable(word),
  expMonth: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  expYear: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(9999)),
  addedAt: v.date(),
})

interface Answer {
  readonly ok: boolean
  readonly reason?: string
}

function target(
  name: string,
  body: object,
  value: v.GenericSchema,
  call: (vault: CardVault) => Promise<unknown>,
  says: (body: Json) => boolean,
): Target {
  return {
    name: `stripe vault ${name}`,
    good: { status: 200, body },
    call: (ask) => call(createStripeVault(settings, ask)),
    closed: v.variant('ok', [
      v.strictObject({ ok: v.literal(true), value }),
      v.strictObject({ ok: v.literal(false), reason: v.picklist(['missing', 'refused', 'unknown']) }),
    ]),
    claims: (result) => (result as Answer).ok || (result as Answer).reason !== 'unknown',
    says: (result, json, status) =>
      (result as Answer).ok
        ? status >= 200 && status < 300 && says(json)
        : status >= 400 && status < 500 && typeof json.at('error', 'type') === 'string',
  }
}

export const VAULT_TARGETS: readonly Target[] = [
  target(
    'createCustomer',
    { id: 'cus_1', object: 'customer' },
    word,
    (vault) => vault.createCustomer({ accountId: 'u_1', generation: 1 }),
    (body) => body.at('object') === 'customer' && typeof body.at('id') === 'string',
  ),
  target(
    'openSession',
    { object: 'customer_session', client_secret: 'cuss_secret_1' },
    word,
    (vault) => vault.openSession('cus_1'),
    (body) => typeof body.at('client_secret') === 'string',
  ),
  target(
    'listCards',
    { object: 'list', url: '/v1/x', has_more: false, data: [card] },
    v.array(shown),
    (vault) => vault.listCards('cus_1'),
    (body) => Array.isArray(body.at('data')),
  ),
  target(
    'removeCard',
    card,
    v.null(),
    (vault) => vault.removeCard('cus_1', 'pm_1'),
    (body) => body.at('id') === 'pm_1',
  ),
]
