import type Stripe from 'stripe'
import { findCustomer, methodsOf } from './customers.ts'
import type { Network } from './events.ts'
import { findIntent } from './find-intent.ts'
import { buildCustomerSession } from './objects/objects-customers.ts'
import { newId, type PaymentElementFeatures } from './objects/store.ts'
import {
  allowOnly,
  checkShape,
  choice,
  flag,
  hash,
  integer,
  required,
  text,
  words,
} from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

const FEATURES = {
  payment_method_allow_redisplay_filters: null,
  payment_method_redisplay: null,
  payment_method_redisplay_limit: null,
  payment_method_remove: null,
  payment_method_save: null,
  payment_method_save_usage: null,
} satisfies Record<keyof PaymentElementFeatures, null>
const WITHIN = 'components[payment_element][features]'
const MINUTES = 30
const SWITCH = ['disabled', 'enabled'] as const
const REDISPLAY = ['always', 'limited', 'unspecified'] as const

/** Handles `POST /v1/customer_sessions`, only for the Payment Element. Everything is disabled by default. */
export function createCustomerSession(network: Network, params: Params): Answer {
  checkShape(params, {
    components: { payment_element: { enabled: null, features: FEATURES } },
    customer: null,
  })
  const customer = findCustomer(network, required(params, 'customer'))
  const components = hash(params, 'components')
  if (!components)
    throw invalid('Missing required param: components.', { param: 'components', code: 'parameter_missing' })
  const element = hash(components, 'payment_element') ?? {}
  required(element, 'enabled')
  const enabled = flag(element, 'enabled') ?? false
  const features = enabled ? readFeatures(hash(element, 'features') ?? {}) : null
  const secret = newId('cuss_secret_', 24)
  const now = network.now()
  const expiresAt = now + MINUTES * 60
  network.store.keepSession({ secret, customer: customer.id, components: { features }, expiresAt })
  const body = buildCustomerSession(customer.id, secret, { enabled, features }, now, expiresAt)
  return { status: 200, body }
}

function readFeatures(given: Params): PaymentElementFeatures {
  const save = choice(given, 'payment_method_save', SWITCH, WITHIN) ?? 'disabled'
  const usage = choice(given, 'payment_method_save_usage', ['off_session', 'on_session'], WITHIN) ?? null
  if (save === 'enabled' && usage === null) {
    throw invalid('You must provide payment_method_save_usage when payment_method_save is enabled.', {
      param: `${WITHIN}[payment_method_save_usage]`,
    })
  }
  const limit = integer(given, 'payment_method_redisplay_limit', WITHIN) ?? 3
  if (limit < 1 || limit > 10) {
    throw invalid('payment_method_redisplay_limit must be between 1 and 10.', {
      param: `${WITHIN}[payment_method_redisplay_limit]`,
    })
  }
  const filters = words(given, 'payment_method_allow_redisplay_filters') ?? ['always']
  const unknown = filters.find((filter) => !REDISPLAY.some((known) => known === filter))
  if (unknown !== undefined)
    throw invalid(`Invalid allow_redisplay filter: ${unknown}`, {
      param: `${WITHIN}[payment_method_allow_redisplay_filters]`,
    })
  return {
    payment_method_allow_redisplay_filters: filters,
    payment_method_redisplay: choice(given, 'payment_method_redisplay', SWITCH, WITHIN) ?? 'disabled',
    payment_method_redisplay_limit: limit,
    payment_method_remove: choice(given, 'payment_method_remove', SWITCH, WITHIN) ?? 'disabled',
    payment_method_save: save,
    payment_method_save_usage: usage,
  }
}

/**
 * Handles `GET /v1/elements/sessions`: the card form's request in the browser, with the two secrets. Stripe.js makes a
 * similar, undocumented call: this answer is the sandbox's own invention. The customer's secret works once.
 */
export function openElements(network: Network, params: Params): Answer {
  allowOnly(params, ['client_secret', 'customer_session_client_secret'])
  const clientSecret = required(params, 'client_secret')
  const intent = findIntent(network, clientSecret.split('_secret_')[0] ?? '')
  if (intent.client_secret !== clientSecret)
    throw invalid('No such payment_intent', { param: 'client_secret' })
  const given = text(params, 'customer_session_client_secret')
  const session = given === undefined ? null : network.store.takeSession(given, network.now())
  if (given !== undefined && (!session || session.customer !== intent.customer)) {
    throw invalid('This Customer Session has expired, was used, or belongs to another customer.', {
      param: 'customer_session_client_secret',
    })
  }
  const features = session?.components.features ?? null
  return {
    status: 200,
    body: {
      object: 'elements_session',
      methods:
        features?.payment_method_redisplay === 'enabled' ? shown(network, session?.customer, features) : [],
      save: features?.payment_method_save === 'enabled' ? features.payment_method_save_usage : null,
      types: intent.payment_method_types,
      amount: intent.amount,
      currency: intent.currency,
      cvc: intent.payment_method_options?.card?.require_cvc_recollection === true,
    },
  }
}

function shown(
  network: Network,
  customer: string | undefined,
  {
    payment_method_allow_redisplay_filters: filters,
    payment_method_redisplay_limit: limit,
  }: PaymentElementFeatures,
): object[] {
  return methodsOf(network, customer ?? '')
    .filter(({ allow_redisplay }) => filters.some((filter) => filter === allow_redisplay))
    .slice(0, limit ?? 3)
    .map(({ id, card }: Stripe.PaymentMethod) => ({
      id,
      brand: card?.brand,
      last4: card?.last4,
      exp_month: card?.exp_month,
      exp_year: card?.exp_year,
    }))
}
