import { readAccount } from '../account.ts'
import { balance } from '../balance.ts'
import * as customers from '../customers.ts'
import { createCustomerSession, openElements } from '../customer-sessions.ts'
import { createToken } from '../cvc-tokens.ts'
import * as disputes from '../disputes.ts'
import * as fraud from '../fraud.ts'
import type { Network } from '../events.ts'
import { cancelIntent, captureIntent, confirmExisting, createIntent, updateIntent } from '../intents.ts'
import { findIntent } from '../find-intent.ts'
import { createMethod } from '../methods.ts'
import { required, text } from './params.ts'
import type { Params } from './params.ts'
import { isOfAnotherAccount } from '../objects/objects-account.ts'
import * as reads from '../objects/reads.ts'
import { createRefund } from '../refunds.ts'
import { attachMethod, detachMethod } from '../saved-methods.ts'
import { Refusal, invalid, missing } from './wire.ts'
import type { Answer } from './wire.ts'
import { listEndpoints, updateEndpoint } from '../webhook-endpoints.ts'

/** The caller: the merchant's server with its secret key, or a browser with the publishable one. */
export type Caller = 'secret' | 'publishable'

/** One endpoint of the API. `publishable`: browsers may also call it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `/v1`. */
  path: string
  publishable?: true
  /** `within` is the path's second id, such as a customer's card. */
  run(network: Network, id: string, params: Params, caller: Caller, within: string): Answer
}

/** Requires a browser to prove with the client secret that the intent is its own. */
function checkClientSecret(network: Network, id: string, params: Params, caller: Caller): void {
  const given = caller === 'publishable' ? required(params, 'client_secret') : text(params, 'client_secret')
  if (given !== undefined && findIntent(network, id).client_secret !== given) {
    throw invalid(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { param: 'client_secret', code: 'payment_intent_invalid_parameter' },
    )
  }
}

export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/payment_intents', run: (network, _id, params) => createIntent(network, params) },
  {
    method: 'GET',
    path: '/payment_intents',
    run: (network, _id, params) =>
      reads.list<'payment_intent'>(network.store.all('payment_intent'), params, '/v1/payment_intents'),
  },
  {
    method: 'GET',
    path: '/payment_intents/search',
    run: (network, _id, params) => reads.searchIntents(network, params),
  },
  {
    method: 'GET',
    path: '/payment_intents/:id',
    publishable: true,
    run(network, id, params, caller) {
      checkClientSecret(network, id, params, caller)
      return { status: 200, body: findIntent(network, id) }
    },
  },
  { method: 'POST', path: '/payment_intents/:id', run: updateIntent },
  {
    method: 'POST',
    path: '/payment_intents/:id/confirm',
    publishable: true,
    run(network, id, params, caller) {
      checkClientSecret(network, id, params, caller)
      return confirmExisting(network, id, params, caller === 'secret')
    },
  },
  { method: 'POST', path: '/payment_intents/:id/capture', run: captureIntent },
  { method: 'POST', path: '/payment_intents/:id/cancel', run: cancelIntent },
  {
    method: 'POST',
    path: '/payment_methods',
    publishable: true,
    run: (network, _id, params) => ({ status: 200, body: createMethod(network, params).object }),
  },
  {
    method: 'GET',
    path: '/payment_methods/:id',
    run: (network, id) => reads.retrieve(network, 'payment_method', id),
  },
  {
    method: 'POST',
    path: '/payment_methods/:id/attach',
    run: (network, id, params) =>
      attachMethod(network, id, params, (customer) => customers.findCustomer(network, customer)),
  },
  { method: 'POST', path: '/payment_methods/:id/detach', run: detachMethod },
  {
    method: 'POST',
    path: '/customers',
    run: (network, _id, params) => customers.createCustomer(network, params),
  },
  { method: 'GET', path: '/customers/:id', run: customers.retrieveCustomer },
  { method: 'DELETE', path: '/customers/:id', run: customers.deleteCustomer },
  { method: 'GET', path: '/customers/:id/payment_methods', run: customers.listCustomerMethods },
  {
    method: 'GET',
    path: '/customers/:id/payment_methods/:within',
    run: (network, id, _params, _caller, within) => customers.retrieveCustomerMethod(network, id, within),
  },
  {
    method: 'POST',
    path: '/customer_sessions',
    run: (network, _id, params) => createCustomerSession(network, params),
  },
  {
    method: 'GET',
    path: '/elements/sessions',
    publishable: true,
    run: (network, _id, params) => openElements(network, params),
  },
  {
    method: 'POST',
    path: '/tokens',
    publishable: true,
    run: (network, _id, params) => createToken(network, params),
  },
  { method: 'POST', path: '/refunds', run: (network, _id, params) => createRefund(network, params) },
  { method: 'GET', path: '/refunds', run: (network, _id, params) => reads.listRefunds(network, params) },
  { method: 'GET', path: '/refunds/:id', run: (network, id) => reads.retrieve(network, 'refund', id) },
  { method: 'GET', path: '/charges/:id', run: (network, id) => reads.retrieve(network, 'charge', id) },
  {
    method: 'GET',
    path: '/charges',
    run: (network, _id, params) =>
      reads.list<'charge'>(
        network.store.all('charge', text(params, 'payment_intent')),
        params,
        '/v1/charges',
        { names: ['payment_intent'] },
      ),
  },
  {
    method: 'GET',
    path: '/disputes',
    run: (network, _id, params) => disputes.listDisputes(network, params),
  },
  { method: 'POST', path: '/disputes/:id', run: disputes.updateDispute },
  { method: 'POST', path: '/disputes/:id/close', run: disputes.closeDispute },
  { method: 'GET', path: '/disputes/:id', run: (network, id) => reads.retrieve(network, 'dispute', id) },
  {
    method: 'GET',
    path: '/radar/early_fraud_warnings',
    run: (network, _id, params) => fraud.listWarnings(network, params),
  },
  {
    method: 'GET',
    path: '/radar/early_fraud_warnings/:id',
    run: (network, id) => reads.retrieve(network, 'radar.early_fraud_warning', id),
  },
  { method: 'GET', path: '/reviews', run: (network, _id, params) => fraud.listReviews(network, params) },
  { method: 'GET', path: '/reviews/:id', run: (network, id) => reads.retrieve(network, 'review', id) },
  {
    method: 'POST',
    path: '/reviews/:id/approve',
    run: (network, id) => fraud.closeReview(network, id, 'approved'),
  },
  { method: 'GET', path: '/events', run: (network, _id, params) => reads.listEvents(network, params) },
  { method: 'GET', path: '/events/:id', run: (network, id) => reads.retrieve(network, 'event', id) },
  { method: 'GET', path: '/account', run: ({ store }) => ({ status: 200, body: readAccount(store) }) },
  {
    method: 'GET',
    path: '/webhook_endpoints',
    run: (network, _id, params) => listEndpoints(network, params),
  },
  { method: 'POST', path: '/webhook_endpoints/:id', run: updateEndpoint },
  { method: 'GET', path: '/balance', run: (network) => balance(network) },
  {
    method: 'GET',
    path: '/balance_transactions',
    run: (network, _id, params) => reads.listTransactions(network, params),
  },
  {
    method: 'GET',
    path: '/balance_transactions/:id',
    run: (network, id) => reads.retrieve(network, 'balance_transaction', id),
  },
]

/**
 * Returns the caller by its key. Throws 401 without a valid key, 403 where a browser may not call, and 404 for the
 * publishable key of another account, which sees none of our objects. `id` is the object's.
 */
export function authenticate(authorization: string | undefined, endpoint: Endpoint, id: string): Caller {
  const key = keyOf(authorization)
  if (key === null) {
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  const isStrange = isOfAnotherAccount(key)
  if (/^sk_test_\w+$/.test(key) && !isStrange) return 'secret'
  if (!/^pk_test_\w+$/.test(key)) {
    // Never the key itself: a live key sent here by mistake must not appear in a log.
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 7)}****`,
    })
  }
  if (!endpoint.publishable) {
    throw new Refusal(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    })
  }
  if (isStrange) throw missing('payment_intent', id)
  return 'publishable'
}

function keyOf(authorization: string | undefined): string | null {
  const [, scheme, credential] = /^(bearer|basic)\s+(\S+)$/i.exec(authorization ?? '') ?? []
  if (credential === undefined) return null
  if (scheme?.toLowerCase() === 'bearer') return credential
  return Buffer.from(credential, 'base64').toString().split(':')[0] ?? null
}

const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
])

/**
 * Returns the part that a browser may see: intents, also inside an error, without metadata and the merchant's own
 * fields.
 */
export function clientView(body: unknown): unknown {
  if (body === null || typeof body !== 'object') return body
  if ('error' in body && typeof body.error === 'object' && body.error !== null) {
    const error = Object.entries(body.error).map(([name, value]) => [name, clientView(value)])
    return { error: Object.fromEntries(error) as unknown }
  }
  if (!('object' in body) || body.object !== 'payment_intent') return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => CLIENT_FIELDS.has(name)))
}
