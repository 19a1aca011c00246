import type Stripe from 'stripe'
import type { Network } from './events.ts'
import type { Kept } from './objects/store.ts'
import { allowOnly, required } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/** Why a method can no longer be used: it paid once without being saved, or it was detached. */
const SPENT =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'

/** Refuses a method that this intent may not use: a used one, or another customer's. */
export function checkUsable(intent: Stripe.PaymentIntent, { object, secret }: Kept<'payment_method'>): void {
  if (secret['spent']) throw invalid(SPENT, { param: 'payment_method' })
  if (object.customer === null || object.customer === intent.customer) return
  throw invalid(
    intent.customer === null
      ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
      : `The customer does not have a payment method with the ID ${object.id}. The payment method must be attached to the customer.`,
    { param: 'payment_method' },
  )
}

/** Refuses a method of a type that the intent does not take. */
export function checkType(
  { payment_method_types: types }: Stripe.PaymentIntent,
  { type }: Stripe.PaymentMethod,
): void {
  if (types.includes(type)) return
  throw invalid(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach one of the following PaymentMethod types: ${types.join(', ')}.`,
    { param: 'payment_method' },
  )
}

/** Saves a charged method for its customer if the intent says so; otherwise the charge uses it up. */
export function keepAfterCharge(
  network: Network,
  intent: Stripe.PaymentIntent,
  { object, secret }: Kept<'payment_method'>,
): void {
  if (object.customer !== null) return
  if (typeof intent.customer !== 'string' || intent.setup_future_usage === null) {
    network.store.save(object, { ...secret, spent: '1' })
    return
  }
  object.customer = intent.customer
  network.store.save(object)
  network.emit('payment_method.attached', object)
}

/** Handles `POST /v1/payment_methods/{id}/detach`, permanently. */
export function detachMethod(network: Network, id: string, params: Params): Answer {
  allowOnly(params, [])
  return { status: 200, body: detach(network, id) }
}

/** Detaches a method, which can then never be used again. Throws if it belongs to no customer. */
export function detach(network: Network, id: string): Stripe.PaymentMethod {
  const { object, secret } = methodWith(network, id)
  const { customer } = object
  if (customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { param: 'payment_method' },
    )
  }
  object.customer = null
  network.store.save(object, { ...secret, spent: '1' })
  network.emit('payment_method.detached', object, { customer })
  return object
}

/** Handles `POST /v1/payment_methods/{id}/attach`. */
export function attachMethod(
  network: Network,
  id: string,
  params: Params,
  findCustomer: (id: string) => Stripe.Customer,
): Answer {
  allowOnly(params, ['customer'])
  const { object, secret } = methodWith(network, id)
  if (secret['spent']) throw invalid(SPENT, { param: 'payment_method' })
  if (object.type !== 'card') throw invalid('The sandbox saves cards only.', { param: 'payment_method' })
  const customer = findCustomer(required(params, 'customer')).id
  if (object.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  object.customer = customer
  network.store.save(object)
  network.emit('payment_method.attached', object)
  return { status: 200, body: object }
}

function methodWith(network: Network, id: string): Kept<'payment_method'> {
  const found = network.store.find('payment_method', id)
  if (!found) throw missing('PaymentMethod', id, 'payment_method')
  return found
}
