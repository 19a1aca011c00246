import type Stripe from 'stripe'
import type { Network } from './events.ts'
import { buildCustomer } from './objects/objects-customers.ts'
import { list } from './objects/reads.ts'
import { allowOnly, choice, email, metadata, required, shortText, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'
import { detach } from './saved-methods.ts'

const CUSTOMER_PARAMS = ['description', 'email', 'metadata', 'name', 'phone']
const LONGEST_EMAIL = 512
const LONGEST_NAME = 150

/** Handles `POST /v1/customers`. */
export function createCustomer(network: Network, params: Params): Answer {
  allowOnly(params, CUSTOMER_PARAMS)
  shortText(params, 'email', LONGEST_EMAIL)
  const address = email(params, 'email')
  const customer = buildCustomer({
    description: text(params, 'description') ?? null,
    email: address ?? null,
    name: shortText(params, 'name', LONGEST_NAME) ?? null,
    phone: text(params, 'phone') ?? null,
    metadata: metadata(params, {}),
    now: network.now(),
  })
  network.store.insert(customer)
  network.emit('customer.created', customer)
  return { status: 200, body: customer }
}

/** Handles `GET /v1/customers/{id}`. A deleted customer remains, as `deleted`. */
export function retrieveCustomer(network: Network, id: string): Answer {
  const found = network.store.find('customer', id)
  if (!found) throw missing('customer', id)
  return { status: 200, body: found.secret['deleted'] ? deleted(id) : found.object }
}

/** Handles `DELETE /v1/customers/{id}`. Also detaches its saved cards. */
export function deleteCustomer(network: Network, id: string): Answer {
  const customer = findCustomer(network, id, 'id', 404)
  for (const method of methodsOf(network, id)) detach(network, method.id)
  network.store.save(customer, { deleted: '1' })
  network.emit('customer.deleted', customer)
  return { status: 200, body: deleted(id) }
}

/** Handles `GET /v1/customers/{id}/payment_methods`, also by `type` and `allow_redisplay`. */
export function listCustomerMethods(network: Network, id: string, params: Params): Answer {
  findCustomer(network, id, 'customer', 404)
  const type = text(params, 'type')
  const redisplay = choice(params, 'allow_redisplay', ['always', 'limited', 'unspecified'])
  const rows = methodsOf(network, id).filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (redisplay === undefined || row.allow_redisplay === redisplay),
  )
  return list<'payment_method'>(rows, params, `/v1/customers/${id}/payment_methods`, {
    names: ['allow_redisplay', 'type'],
    byTime: false,
  })
}

/** Handles `GET /v1/customers/{id}/payment_methods/{payment_method}`: 404 for another customer's card. */
export function retrieveCustomerMethod(network: Network, id: string, methodId: string): Answer {
  findCustomer(network, id, 'customer', 404)
  const method = methodsOf(network, id).find((row) => row.id === methodId)
  if (!method) throw missing('PaymentMethod', methodId, 'payment_method')
  return { status: 200, body: method }
}

/** Returns the customer named by `param`. Throws `resource_missing`, 400 unless another status is given. */
export function findCustomer(
  network: Network,
  id: string,
  param = 'customer',
  status: 400 | 404 = 400,
): Stripe.Customer {
  const found = network.store.find('customer', id)
  if (found && !found.secret['deleted']) return found.object
  if (status === 404) throw missing('customer', id, param)
  throw invalid(`No such customer: '${id}'`, { param, code: 'resource_missing' })
}

/** Parses an intent's `customer`; null without one. */
export function customerParam(network: Network, params: Params): string | null {
  return 'customer' in params ? findCustomer(network, required(params, 'customer')).id : null
}

/** Returns a customer's saved cards, newest first. */
export function methodsOf(network: Network, customer: string): Stripe.PaymentMethod[] {
  return network.store.all('payment_method').filter((row) => row.customer === customer)
}

const deleted = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true })
