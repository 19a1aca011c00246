import Stripe from 'stripe'

const stripe = new Stripe('sk_test_x')

/** The fields of a card provider's event that tests set. */
export interface CardNotice {
  readonly id?: string
  readonly type?: string
  readonly livemode?: boolean
  readonly object?: Readonly<Record<string, unknown>>
}

/** How an event is signed; `age` in seconds, `tamper` changes it after signing. */
export interface SigningOptions {
  readonly secret?: string
  readonly age?: number
  readonly tamper?: boolean
}

/** Sends a signed event of the card provider to the server. */
export function sendCardEvent(
  base: string,
  event: CardNotice,
  { secret = 'whsec_engine', age = 0, tamper = false }: SigningOptions = {},
): Promise<Response> {
  const payload = JSON.stringify({
    id: event.id ?? `evt_${Math.random()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    livemode: event.livemode ?? false,
    pending_webhooks: 0,
    request: null,
    type: event.type ?? 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', ...event.object } },
  })
  const timestamp = Math.floor(Date.now() / 1000) - age
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return fetch(`${base}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: tamper ? payload.replace('succeeded', 'canceled') : payload,
  })
}
