import * as v from 'valibot'
import { createPawapayCallbackSetup } from '../pawapay/callback-setup.ts'
import { createStripeSetup } from '../stripe/setup.ts'
import { word, type Target } from './target.ts'

const stripe = {
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  timeout: 10_000,
}
const pawapay = { baseUrl: 'http://pawapay.example', token: 't', timeout: 10_000 }

const account = {
  id: 'acct_1',
  object: 'account',
  charges_enabled: true,
  payouts_enabled: true,
  capabilities: { card_payments: 'active' },
  country: 'US',
  default_currency: 'usd',
  requirements: { currently_due: ['company.tax_id'], past_due: [] },
}
const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  url: 'https://sesa.example/webhooks/stripe',
  status: 'enabled',
  enabled_events: ['*'],
}
const payment = { id: 'pi_1', object: 'payment_intent', client_secret: 'pi_1_secret_x' }
const list = (...data: object[]) => ({ object: 'list', url: '/v1/x', has_more: false, data })

const answerOf = (value: v.GenericSchema) =>
  v.variant('ok', [
    v.strictObject({ ok: v.literal(true), value }),
    v.strictObject({ ok: v.literal(false), reason: v.picklist(['refused', 'unknown']), code: word }),
  ])
const isOk = (result: unknown): boolean => (result as { ok: boolean }).ok
const isRefusal = (result: unknown): boolean => (result as { reason?: string }).reason === 'refused'

function stripeTarget(target: Pick<Target, 'name' | 'call' | 'says' | 'attacked' | 'others'>, body: object) {
  const { says, ...rest } = target
  return {
    ...rest,
    good: { status: 200, body },
    claims: (result: unknown) => isOk(result) || isRefusal(result),
    says: (result, json, status) =>
      isRefusal(result)
        ? status >= 400 && status < 500
        : status >= 200 && status < 300 && says(result, json, status),
  } satisfies Omit<Target, 'closed'>
}

const provider = {
  provider: 'MTN_MOMO_GHA',
  currencies: [{ currency: 'GHS', operationTypes: { PAYOUT: { callbackUrl: 'https://sesa.example/x' } } }],
}

/** Reads of our accounts' set-up, whose text appears in a terminal. */
export const SETUP_TARGETS: readonly Target[] = [
  {
    ...stripeTarget(
      {
        name: 'stripe account',
        call: (ask) => createStripeSetup(stripe, ask).readAccount(),
        says: (_result, body) => body.at('object') === 'account',
      },
      account,
    ),
    closed: answerOf(
      v.strictObject({
        id: word,
        charges: v.boolean(),
        payouts: v.boolean(),
        cards: v.optional(word),
        debits: v.optional(word),
        country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
        currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
        due: v.array(word),
      }),
    ),
  },
  {
    ...stripeTarget(
      {
        name: 'stripe endpoints',
        call: (ask) => createStripeSetup(stripe, ask).listEndpoints(),
        says: (_result, body) => Array.isArray(body.at('data')),
      },
      list(endpoint),
    ),
    closed: answerOf(v.array(v.strictObject({ url: word, enabled: v.boolean(), events: v.array(word) }))),
  },
  {
    ...stripeTarget(
      {
        name: 'stripe keys',
        attacked: (path) => !/\/payment_intents(\?|$)/.test(path),
        others: () => list(payment),
        call: (ask) => createStripeSetup(stripe, ask).compareKeys('acct_1'),
        says: (_result, body) => body.at('id') !== undefined,
      },
      payment,
    ),
    says: (result, body, status) =>
      (result as { value?: string }).value === 'other'
        ? body.at('error', 'code') === 'resource_missing'
        : isRefusal(result)
          ? status >= 400 && status < 500
          : body.at('id') === 'pi_1',
    closed: answerOf(v.picklist(['same', 'other', 'looks_same', 'looks_other'])),
  },
  {
    name: 'pawapay callback setup',
    good: {
      status: 200,
      body: {
        signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
        countries: [{ country: 'GHA', providers: [provider] }],
      },
    },
    call: (ask) => createPawapayCallbackSetup(pawapay, ask)(),
    closed: v.nullable(v.strictObject({ signed: v.boolean(), addresses: v.array(v.nullable(word)) })),
    claims: (result) => result !== null,
    says: (result, body, status) =>
      status === 200 &&
      body.at('signatureConfiguration', 'signedCallbacks') === (result as { signed: boolean }).signed,
  },
]
