import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import { exchangeOf, type Exchange } from './exchange.ts'
import { newId } from './objects/store.ts'
import type { CardStore } from './objects/store.ts'
import { API_VERSION } from './protocol/versions.ts'
import { receiversOf } from './webhook-receivers.ts'

/** The call that caused an event; null without one. */
export interface Cause {
  requestId: string
  idempotencyKey: string | null
}

/** The context of one operation: the books, the clock in whole seconds, and events. */
export interface Network {
  store: CardStore
  /** API version that the call requests. */
  apiVersion: string
  exchange: Exchange
  now(): number
  publicUrl: string
  schedule: World['schedule']
  emit<T extends Stripe.Event['type']>(
    type: T,
    object: Extract<Stripe.Event, { type: T }>['data']['object'],
    previous?: Record<string, unknown>,
  ): void
}

/** Returns the network for one call. Events are stored, and sent if subscribed, in the caller's transaction. */
export type NetworkFor = (cause: Cause | null, apiVersion?: string) => Network

/** Creates the network for each call, over one set of books. `rates`: units of each currency per US dollar. */
export function networksOf(world: World, store: CardStore, rates: Map<string, string>): NetworkFor {
  const now = () => Math.floor(world.now() / 1000)
  return (cause, apiVersion = API_VERSION) => ({
    store,
    apiVersion,
    exchange: exchangeOf(rates, world.now),
    now,
    publicUrl: world.options.publicUrl,
    schedule: (kind, key, dueAt, payload) => world.schedule(kind, key, dueAt, payload),
    emit(type, object, previous) {
      const { count, isOurs } = receiversOf(world, store, type)
      const event: Stripe.EventBase = {
        id: newId('evt_3'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: previous ? { object, previous_attributes: previous } : { object },
        livemode: false,
        pending_webhooks: count,
        request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
        type,
      }
      store.insert(event)
      if (!isOurs) return
      world.deliver('stripe', {
        path: '/webhooks/stripe',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(event),
        sign: 'stripe',
      })
    },
  })
}
