import type Stripe from 'stripe'
import { charge, fail, succeed } from './charging.ts'
import { confirmIntent } from './confirm.ts'
import { customerParam } from './customers.ts'
import type { Network } from './events.ts'
import { findIntent } from './find-intent.ts'
import { findMethod } from './methods.ts'
import { buildIntent } from './objects/objects.ts'
import { previewParams, readPaymentDetails } from './money-services.ts'
import { checkUsable } from './saved-methods.ts'
import { allowOnly, choice, flag, hash, integer, metadata, required, text, words } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, unexpectedState } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/** The currencies that the merchant's account can charge. Not the cedi: https://docs.stripe.com/currencies lists no GHS. */
const PRESENTABLE = ['usd', 'eur', 'gbp', 'lrd', 'sle']
const LEAST = 50
const MOST = 99_999_999
const CONFIRM_PARAMS = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'receipt_email',
  'off_session',
  'error_on_requires_action',
  'mandate_data',
  'setup_future_usage',
  'shipping',
  'use_stripe_sdk',
  'radar_options',
  'client_secret',
]
const UPDATE_PARAMS = [
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
]
const CREATE_PARAMS = [
  ...UPDATE_PARAMS,
  ...CONFIRM_PARAMS.filter((name) => name !== 'client_secret'),
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
]

/** `POST /v1/payment_intents`. */
export function createIntent(network: Network, params: Params): Answer {
  allowOnly(params, [
    ...CREATE_PARAMS,
    ...methodParams(network.apiVersion),
    ...previewParams(network.apiVersion),
  ])
  const details = readPaymentDetails(params)
  const allowed = words(params, 'allowed_payment_method_types')
  const types = allowed ?? words(params, 'payment_method_types')
  if (types && !types.includes('card'))
    throw invalid('The sandbox accepts cards only.', { param: 'payment_method_types' })
  if (types && 'automatic_payment_methods' in params) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, payment method types.',
      {
        param: 'automatic_payment_methods',
      },
    )
  }
  const intent = buildIntent({
    amount: requiredAmount(params),
    currency: currencyParam(required(params, 'currency')),
    now: network.now(),
    captureMethod:
      choice(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic',
    automatic: types ? null : automaticMethods(hash(params, 'automatic_payment_methods') ?? {}),
    description: text(params, 'description') ?? null,
    receiptEmail: text(params, 'receipt_email') ?? null,
    metadata: metadata(params, {}),
    customer: customerParam(network, params),
    futureUsage: futureUsage(params) ?? null,
  })
  intent.payment_method_options = cardOptions(params) ?? intent.payment_method_options
  if (types) intent.payment_method_types = types
  if (allowed) intent.allowed_payment_method_types = ['card']
  if (details !== null) Object.assign(intent, { payment_details: details })
  const confirmed = flag(params, 'confirm') ?? false
  const method = text(params, 'payment_method')
  if (method !== undefined && !confirmed) {
    const named = findMethod(network, method)
    checkUsable(intent, named)
    intent.payment_method = named.object.id
    intent.status = 'requires_confirmation'
  }
  network.store.insert(intent)
  network.emit('payment_intent.created', intent)
  return confirmed ? confirmIntent(network, intent, params, true) : { status: 200, body: intent }
}

/** Reads how 3-D Secure is requested, the only option of a card that the sandbox acts on. */
function cardOptions(params: Params): Stripe.PaymentIntent['payment_method_options'] | undefined {
  const card = hash(hash(params, 'payment_method_options') ?? {}, 'card')
  const request = choice(card ?? {}, 'request_three_d_secure', ['any', 'automatic', 'challenge'])
  if (request === undefined) return undefined
  return {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: request },
  }
}

/** `POST /v1/payment_intents/{id}`. */
export function updateIntent(network: Network, id: string, params: Params): Answer {
  allowOnly(params, UPDATE_PARAMS)
  const intent = findIntent(network, id)
  const ended = intent.status === 'succeeded' || intent.status === 'canceled'
  if (ended && Object.keys(params).some((name) => !['metadata', 'description', 'expand'].includes(name))) {
    throw unexpectedState(
      `This PaymentIntent's parameters could not be updated because it has a status of ${intent.status}.`,
      intent,
    )
  }
  const currency = text(params, 'currency')
  intent.amount = amountParam(params) ?? intent.amount
  if (currency !== undefined) intent.currency = currencyParam(currency)
  if ('description' in params) intent.description = text(params, 'description') ?? null
  if ('receipt_email' in params) intent.receipt_email = text(params, 'receipt_email') ?? null
  intent.customer = customerParam(network, params) ?? intent.customer
  intent.setup_future_usage = futureUsage(params) ?? intent.setup_future_usage
  const method = text(params, 'payment_method')
  if (method !== undefined) {
    const named = findMethod(network, method)
    checkUsable(intent, named)
    intent.payment_method = named.object.id
    intent.status = 'requires_confirmation'
    intent.next_action = null
  }
  intent.metadata = metadata(params, intent.metadata)
  network.store.save(intent)
  return { status: 200, body: intent }
}

/** `POST /v1/payment_intents/{id}/confirm`; `byMerchant` when called with the secret key. */
export function confirmExisting(network: Network, id: string, params: Params, byMerchant: boolean): Answer {
  allowOnly(params, CONFIRM_PARAMS)
  return confirmIntent(network, findIntent(network, id), params, byMerchant)
}

/** Reads `setup_future_usage`: whether the card is saved for payments with the customer present, or without. */
function futureUsage(params: Params): 'off_session' | 'on_session' | undefined {
  return choice(params, 'setup_future_usage', ['off_session', 'on_session'])
}

/** `POST /v1/payment_intents/{id}/capture`: all or part of what a manual intent holds; the rest is released. */
export function captureIntent(network: Network, id: string, params: Params): Answer {
  allowOnly(params, ['amount_to_capture', 'metadata', 'statement_descriptor'])
  const intent = findIntent(network, id)
  const held = chargeOf(network, intent)
  if (intent.status !== 'requires_capture' || !held) {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    )
  }
  const amount = integer(params, 'amount_to_capture') ?? intent.amount_capturable
  if (amount < 1 || amount > intent.amount_capturable) {
    throw invalid('The amount to capture is greater than the amount that can be captured.', {
      param: 'amount_to_capture',
    })
  }
  held.captured = true
  held.amount_captured = amount
  const method = findMethod(network, held.payment_method ?? '')
  succeed(network, intent, held, method)
  return { status: 200, body: intent }
}

const CANCELLABLE: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

/** `POST /v1/payment_intents/{id}/cancel`. An uncaptured hold on the card is released. */
export function cancelIntent(network: Network, id: string, params: Params): Answer {
  allowOnly(params, ['cancellation_reason'])
  const reason = choice(params, 'cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  const intent = findIntent(network, id)
  if (!CANCELLABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELLABLE.join(', ')}.`,
      intent,
    )
  }
  const held = intent.status === 'requires_capture' ? chargeOf(network, intent) : null
  if (held) {
    held.refunded = true
    held.amount_refunded = held.amount
    network.store.save(held)
  }
  intent.status = 'canceled'
  intent.canceled_at = network.now()
  intent.cancellation_reason = reason ?? null
  intent.amount_capturable = 0
  intent.next_action = null
  network.store.save(intent, {})
  network.emit('payment_intent.canceled', intent)
  return { status: 200, body: intent }
}

/**
 * Ends the running 3-D Secure challenge. Returns null when none has this token (an old page, a second click).
 */
export function endChallenge(
  network: Network,
  id: string,
  token: string,
  passed: boolean,
): Stripe.PaymentIntent | null {
  const kept = network.store.find('payment_intent', id)
  if (kept?.object.status !== 'requires_action' || kept.secret['challenge'] !== token) return null
  const intent = kept.object
  const method = findMethod(network, kept.secret['method'] ?? '')
  if (passed) {
    charge(network, intent, method, true)
  } else {
    fail(network, intent, 400, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method.object,
    })
  }
  return intent
}

function chargeOf(network: Network, intent: Stripe.PaymentIntent): Stripe.Charge | null {
  const id = intent.latest_charge
  return typeof id === 'string' ? (network.store.find('charge', id)?.object ?? null) : null
}

/**
 * Returns the parameter names for the list of payment methods: Stripe removed the old one a month after
 * adding the new one.
 */
function methodParams(apiVersion: string): readonly string[] {
  return [
    ...(apiVersion < '2026-08-26' ? ['payment_method_types'] : []),
    ...(apiVersion >= '2026-07-29' ? ['allowed_payment_method_types'] : []),
  ]
}

function automaticMethods(given: Params): Stripe.PaymentIntent['automatic_payment_methods'] {
  allowOnly(given, ['enabled', 'allow_redirects'])
  return {
    enabled: flag(given, 'enabled') ?? true,
    allow_redirects: choice(given, 'allow_redirects', ['always', 'never']) ?? 'always',
  }
}

function requiredAmount(params: Params): number {
  const amount = amountParam(params)
  if (amount === undefined) {
    throw invalid('Missing required param: amount.', { param: 'amount', code: 'parameter_missing' })
  }
  return amount
}

function amountParam(params: Params): number | undefined {
  const amount = integer(params, 'amount')
  if (amount === undefined) return undefined
  if (amount < LEAST) {
    throw invalid('Amount must convert to at least 50 cents.', {
      param: 'amount',
      code: 'amount_too_small',
    })
  }
  if (amount > MOST) {
    throw invalid('Amount must be no more than 999,999.99', { param: 'amount', code: 'amount_too_large' })
  }
  return amount
}

function currencyParam(given: string): string {
  const currency = given.toLowerCase()
  if (!PRESENTABLE.includes(currency)) {
    throw invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${PRESENTABLE.join(', ')}`,
      { param: 'currency' },
    )
  }
  return currency
}
