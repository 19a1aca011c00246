import type Stripe from 'stripe'
import type { Network } from './events.ts'
import { missing } from './protocol/wire.ts'

/** Returns the intent with this id. Throws 404 `resource_missing`. */
export function findIntent(network: Network, id: string): Stripe.PaymentIntent {
  const found = network.store.find('payment_intent', id)
  if (!found) throw missing('payment_intent', id, 'intent')
  return found.object
}
