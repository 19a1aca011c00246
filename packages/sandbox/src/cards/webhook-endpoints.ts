import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import type { Network } from './events.ts'
import { buildEndpoint, ENDPOINT_ID } from './objects/objects-account.ts'
import { list } from './objects/reads.ts'
import type { CardStore } from './objects/store.ts'
import { checkShape, flag, text, words } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'
import { productUrl } from './webhook-receivers.ts'

/** Events that the merchant has chosen for its endpoint. */
const CHOSEN: readonly Stripe.Event['type'][] = [
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
]

/** Creates the merchant's endpoint at the product's public address, at every start. */
export function openEndpoint(world: World, store: CardStore): void {
  const now = Math.floor(world.now() / 1_000)
  const endpoint = buildEndpoint(ENDPOINT_ID, productUrl(world), CHOSEN, now)
  if (store.find('webhook_endpoint', ENDPOINT_ID)) store.save(endpoint)
  else store.insert(endpoint)
}

/** Handles `GET /v1/webhook_endpoints`. */
export function listEndpoints({ store }: Network, params: Params): Answer {
  return list<'webhook_endpoint'>(store.all('webhook_endpoint'), params, '/v1/webhook_endpoints', {
    byTime: false,
  })
}

/** Handles `POST /v1/webhook_endpoints/{id}`: its address, its events, and whether it is enabled. */
export function updateEndpoint({ store }: Network, id: string, params: Params): Answer {
  checkShape(params, { description: null, disabled: null, enabled_events: null, metadata: null, url: null })
  const endpoint = store.find('webhook_endpoint', id)?.object
  if (!endpoint) throw missing('webhook endpoint', id)
  const url = text(params, 'url') ?? endpoint.url
  if (!URL.canParse(url)) throw invalid('Invalid URL', { param: 'url', code: 'url_invalid' })
  const disabled = flag(params, 'disabled')
  const after: Stripe.WebhookEndpoint = {
    ...endpoint,
    url,
    enabled_events: words(params, 'enabled_events') ?? endpoint.enabled_events,
    status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
  }
  store.save(after)
  return { status: 200, body: after }
}
