import type Stripe from 'stripe'
import { recallDebit } from './bank/debits.ts'
import { BANK, bankOptions, checkBankCurrency, checkOptionTypes } from './bank/params.ts'
import { charge, fail, succeed } from './charging.ts'
import { confirmIntent } from './confirm.ts'
import { customerParam } from './customers.ts'
import type { Network } from './events.ts'
import { findIntent } from './find-intent.ts'
import { findMethod } from './methods.ts'
import { buildIntent } from './objects/objects.ts'
import {
  amountIn,
  checkConfirm,
  checkCreate,
  checkDescriptor,
  checkUpdate,
  currencyParam,
  futureUsage,
  methodTypes,
  payment,
  threeDSecure,
} from './intent-params.ts'
import { readPaymentDetails } from './money-services.ts'
import { checkType, checkUsable } from './saved-methods.ts'
import { allowOnly, choice, email, flag, hash, integer, metadata, required, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, unexpectedState } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/** Handles `POST /v1/payment_intents`. */
export function createIntent(network: Network, params: Params): Answer {
  checkCreate(params, network.apiVersion)
  const details = readPaymentDetails(params)
  const allowed = methodTypes(network, params, 'allowed_payment_method_types')
  const types = allowed ?? methodTypes(network, params, 'payment_method_types')
  if (types && 'automatic_payment_methods' in params) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, payment method types.',
      {
        param: 'automatic_payment_methods',
      },
    )
  }
  const currency = currencyParam(required(params, 'currency'))
  const { description, suffix } = payment(params)
  checkOptionTypes(params, types ?? ['card'])
  const intent = buildIntent({
    amount: requiredAmount(network, params, currency),
    currency,
    now: network.now(),
    captureMethod:
      choice(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic',
    automatic: types ? null : automaticMethods(hash(params, 'automatic_payment_methods') ?? {}),
    confirmationMethod: choice(params, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    threeDSecure: threeDSecure(params) ?? 'automatic',
    description,
    suffix,
    receiptEmail: email(params, 'receipt_email') ?? null,
    metadata: metadata(params, {}),
    customer: customerParam(network, params),
    futureUsage: futureUsage(params) ?? null,
  })
  intent.payment_method_options = types?.includes(BANK)
    ? bankOptions(params, currency)
    : (cardOptions(params) ?? intent.payment_method_options)
  if (types) intent.payment_method_types = types
  if (allowed) intent.allowed_payment_method_types = allowed
  if (details !== null) Object.assign(intent, { payment_details: details })
  const confirmed = flag(params, 'confirm') ?? false
  const method = text(params, 'payment_method')
  if (method !== undefined && !confirmed) setMethod(network, intent, method)
  network.store.insert(intent)
  network.emit('payment_intent.created', intent)
  return confirmed ? confirmIntent(network, intent, params, true) : { status: 200, body: intent }
}

/** Names the method that a later confirmation uses. */
function setMethod(network: Network, intent: Stripe.PaymentIntent, id: string): void {
  const named = findMethod(network, id)
  checkUsable(intent, named)
  checkType(intent, named.object)
  intent.payment_method = named.object.id
  intent.status = 'requires_confirmation'
}

/** Parses the card options that the sandbox supports: how 3-D Secure is requested, and whether a saved card's CVC is. */
function cardOptions(params: Params): Stripe.PaymentIntent['payment_method_options'] | undefined {
  const card = hash(hash(params, 'payment_method_options') ?? {}, 'card')
  if (!card) return undefined
  const request = choice(card, 'request_three_d_secure', ['any', 'automatic', 'challenge'])
  return {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: request ?? 'automatic',
      ...(flag(card, 'require_cvc_recollection') && { require_cvc_recollection: true }),
    },
  }
}

/** Handles `POST /v1/payment_intents/{id}`. */
export function updateIntent(network: Network, id: string, params: Params): Answer {
  checkUpdate(params)
  const intent = findIntent(network, id)
  const ended = ['succeeded', 'canceled', 'processing'].includes(intent.status)
  if (ended && Object.keys(params).some((name) => !['metadata', 'description', 'expand'].includes(name))) {
    throw unexpectedState(
      `This PaymentIntent's parameters could not be updated because it has a status of ${intent.status}.`,
      intent,
    )
  }
  checkOptionTypes(params, intent.payment_method_types)
  intent.currency = currencyParam(text(params, 'currency') ?? intent.currency)
  if (intent.payment_method_types.includes(BANK)) checkBankCurrency(intent.currency)
  intent.amount = amountIn(network, params, intent.currency) ?? intent.amount
  const { description, suffix } = payment(params)
  if ('description' in params) intent.description = description
  if ('statement_descriptor_suffix' in params) intent.statement_descriptor_suffix = suffix
  if ('receipt_email' in params) intent.receipt_email = email(params, 'receipt_email') ?? null
  requestThreeDSecure(intent, params)
  intent.customer = customerParam(network, params) ?? intent.customer
  intent.setup_future_usage = futureUsage(params) ?? intent.setup_future_usage
  const method = text(params, 'payment_method')
  if (method !== undefined) {
    setMethod(network, intent, method)
    intent.next_action = null
  }
  intent.metadata = metadata(params, intent.metadata)
  network.store.save(intent)
  return { status: 200, body: intent }
}

/** Handles `POST /v1/payment_intents/{id}/confirm`; `byMerchant` when called with the secret key. */
export function confirmExisting(network: Network, id: string, params: Params, byMerchant: boolean): Answer {
  checkConfirm(params, byMerchant)
  const intent = findIntent(network, id)
  checkOptionTypes(params, intent.payment_method_types)
  if (!byMerchant) refuseWeakening(params)
  requestThreeDSecure(intent, params)
  return confirmIntent(network, intent, params, byMerchant)
}

/**
 * Refuses a browser that would weaken its own checks. Stripe documents no error for this: the message is the sandbox's
 * own.
 */
function refuseWeakening(params: Params): void {
  const card = hash(hash(params, 'payment_method_options') ?? {}, 'card') ?? {}
  const name = ['request_three_d_secure', 'require_cvc_recollection'].find((each) => each in card)
  if (name !== undefined)
    throw invalid(`You cannot set payment_method_options[card][${name}] with a publishable key.`, {
      param: `payment_method_options[card][${name}]`,
    })
}

function requestThreeDSecure(intent: Stripe.PaymentIntent, params: Params): void {
  const card = intent.payment_method_options?.card
  const wanted = threeDSecure(params)
  if (card && wanted !== undefined) card.request_three_d_secure = wanted
}

/**
 * Handles `POST /v1/payment_intents/{id}/capture`: captures all or part of a manual intent's hold and releases the
 * rest.
 */
export function captureIntent(network: Network, id: string, params: Params): Answer {
  allowOnly(params, ['amount_to_capture', 'metadata', 'statement_descriptor'])
  checkDescriptor(params)
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

/** Handles `POST /v1/payment_intents/{id}/cancel`. Releases an uncaptured hold on the card. */
export function cancelIntent(network: Network, id: string, params: Params): Answer {
  allowOnly(params, ['cancellation_reason'])
  const reason = choice(params, 'cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  const intent = findIntent(network, id)
  const isRecalled = intent.status === 'processing' && recallDebit(network, intent)
  if (!isRecalled && !CANCELLABLE.includes(intent.status)) {
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

/** Ends the running 3-D Secure challenge. Returns null if none has this token (an old page, a second click). */
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

function automaticMethods(given: Params): Stripe.PaymentIntent['automatic_payment_methods'] {
  return {
    enabled: flag(given, 'enabled') ?? true,
    allow_redirects: choice(given, 'allow_redirects', ['always', 'never']) ?? 'always',
  }
}

function requiredAmount(network: Network, params: Params, currency: string): number {
  const amount = amountIn(network, params, currency)
  if (amount === undefined) {
    throw invalid('Missing required param: amount.', { param: 'amount', code: 'parameter_missing' })
  }
  return amount
}
