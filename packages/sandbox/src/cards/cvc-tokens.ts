import type Stripe from 'stripe'
import type { Network } from './events.ts'
import { newId } from './objects/store.ts'
import { allowOnly, hash, required, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { Refusal, invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

const PARAM = 'payment_method_options[card][cvc_token]'

/** Handles `POST /v1/tokens` with `cvc_update`: a one-time token for the CVC that a customer typed again. */
export function createToken(network: Network, params: Params): Answer {
  allowOnly(params, ['cvc_update'])
  const update = hash(params, 'cvc_update')
  if (!update)
    throw invalid('Missing required param: cvc_update.', { param: 'cvc_update', code: 'parameter_missing' })
  allowOnly(update, ['cvc'], 'cvc_update')
  if (!/^\d{3,4}$/.test(required(update, 'cvc'))) {
    const message = "Your card's security code is invalid."
    throw new Refusal(402, { type: 'card_error', code: 'invalid_cvc', param: 'cvc', message }, true)
  }
  const token: Stripe.Token = {
    id: newId('cvctok_1', 23),
    object: 'token',
    client_ip: null,
    created: network.now(),
    livemode: false,
    type: 'cvc_update',
    used: false,
  }
  network.store.insert(token)
  return { status: 200, body: token }
}

/**
 * Consumes the CVC token of a confirmation. Refuses an attached card without one where the intent requires it; Stripe
 * does not document that error, so its message is the sandbox's own.
 */
export function useCvc(
  network: Network,
  { payment_method_options: options }: Stripe.PaymentIntent,
  { customer }: Stripe.PaymentMethod,
  params: Params,
): void {
  const id = text(hash(hash(params, 'payment_method_options') ?? {}, 'card') ?? {}, 'cvc_token')
  if (id === undefined) {
    if (customer === null || options?.card?.require_cvc_recollection !== true) return
    throw invalid('This PaymentIntent requires the CVC of an attached card again. Provide a cvc_token.', {
      param: PARAM,
    })
  }
  const token = network.store.find('token', id)?.object
  if (!token) throw missing('Token', id, PARAM)
  if (token.used)
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, {
      param: PARAM,
      code: 'token_already_used',
    })
  network.store.save({ ...token, used: true })
}
