import type Stripe from 'stripe'
import type { Network } from './events.ts'
import { newId } from './objects/store.ts'
import { chargeOf, list } from './objects/reads.ts'
import { text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/** The kind of stored due work for early fraud warnings. */
export const WARNING_DUE = 'card.fraud_warning'

/**
 * Reports a charge as fraud, as the cardholder's bank would. Does nothing if the charge is missing or was already
 * reported.
 */
export function warn(network: Network, chargeId: string): void {
  const made = network.store.find('charge', chargeId)?.object
  if (!made || network.store.all('radar.early_fraud_warning', made.id).length > 0) return
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr_1'),
    object: 'radar.early_fraud_warning',
    actionable: !made.refunded && !made.disputed,
    charge: made.id,
    created: network.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: made.payment_intent ?? '',
  }
  network.store.insert(warning, made.id)
  network.emit('radar.early_fraud_warning.created', warning)
}

/** Queues a captured charge for review, like a Radar rule; does nothing if it had a review. */
export function openReview(network: Network, chargeId: string): void {
  const made = network.store.find('charge', chargeId)?.object
  if (!made || made.review !== null) return
  const review: Stripe.Review = {
    id: newId('prv_1'),
    object: 'review',
    billing_zip: null,
    charge: made.id,
    closed_reason: null,
    created: network.now(),
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: 'rule',
    payment_intent: made.payment_intent ?? '',
    reason: 'rule',
    session: null,
  }
  network.store.insert(review, made.id)
  made.review = review.id
  network.store.save(made)
  const intentId = typeof made.payment_intent === 'string' ? made.payment_intent : ''
  const intent = network.store.find('payment_intent', intentId)?.object
  if (intent) network.store.save({ ...intent, review: review.id })
  network.emit('review.opened', review)
}

/** Closes an open review with Stripe's word for the reason, such as `approved` or `refunded_as_fraud`. */
export function closeReview(network: Network, id: string, reason: Stripe.Review.ClosedReason): Answer {
  const review = network.store.find('review', id)?.object
  if (!review) throw missing('review', id)
  if (!review.open) throw invalid('This review is already closed.')
  const closed: Stripe.Review = { ...review, open: false, closed_reason: reason, reason }
  network.store.save(closed)
  network.emit('review.closed', closed)
  return { status: 200, body: closed }
}

/** Handles `GET /v1/radar/early_fraud_warnings`, also by `payment_intent` or `charge`. */
export function listWarnings(network: Network, params: Params): Answer {
  const intentId = text(params, 'payment_intent')
  const chargeId =
    text(params, 'charge') ?? (intentId === undefined ? undefined : chargeOf(network, intentId))
  const rows = network.store.all('radar.early_fraud_warning', chargeId)
  return list<'radar.early_fraud_warning'>(rows, params, '/v1/radar/early_fraud_warnings', {
    names: ['charge', 'payment_intent'],
  })
}

/** Handles `GET /v1/reviews`: only the open ones. */
export function listReviews(network: Network, params: Params): Answer {
  const open = network.store.all('review').filter((review) => review.open)
  return list<'review'>(open, params, '/v1/reviews')
}
