import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import { newId } from './objects/store.ts'
import type { CardStore } from './objects/store.ts'

/** The API version of the pinned SDK (stripe 23.1.0), whose object shapes `objects.ts` builds. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

/** The events that the merchant's webhook subscribes to; others are only listed. */
const SUBSCRIBED: ReadonlySet<string> = new Set<Stripe.Event['type']>([
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'review.opened',
  'review.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
])

/** The call that caused an event; null for an event that no call caused. */
export interface Cause {
  requestId: string
  idempotencyKey: string | null
}

/** What one operation works with: the books, the clock in whole seconds, and events. */
export interface Network {
  store: CardStore
  /** The API version that the call requests. */
  apiVersion: string
  now(): number
  publicUrl: string
  schedule: World['schedule']
  emit<T extends Stripe.Event['type']>(
    type: T,
    object: Extract<Stripe.Event, { type: T }>['data']['object'],
    previous?: Record<string, unknown>,
  ): void
}

/**
 * Returns the network for one call. Events are stored, and sent if subscribed, in the caller's transaction.
 */
export function networkFor(
  world: World,
  store: CardStore,
  cause: Cause | null,
  apiVersion: string = API_VERSION,
): Network {
  const now = () => Math.floor(world.now() / 1000)
  return {
    store,
    apiVersion,
    now,
    publicUrl: world.options.publicUrl,
    schedule: (kind, key, dueAt, payload) => world.schedule(kind, key, dueAt, payload),
    emit(type, object, previous) {
      const sent = SUBSCRIBED.has(type)
      const event: Stripe.EventBase = {
        id: newId('evt_3'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: previous ? { object, previous_attributes: previous } : { object },
        livemode: false,
        pending_webhooks: sent ? 1 : 0,
        request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
        type,
      }
      store.insert(event)
      if (!sent) return
      world.deliver('stripe', {
        path: '/webhooks/stripe',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(event),
        sign: 'stripe',
      })
    },
  }
}
