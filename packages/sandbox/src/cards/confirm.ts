import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { startDebit } from './bank/debits.ts'
import { BANK } from './bank/params.ts'
import { charge, decline } from './charging.ts'
import type { Network } from './events.ts'
import { useCvc } from './cvc-tokens.ts'
import { createMethod, findMethod } from './methods.ts'
import { choice, email, flag, hash, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import type { Kept } from './objects/store.ts'
import { checkType, checkUsable } from './saved-methods.ts'
import { behaviourOf, type Behaviour } from './test-cards.ts'
import { invalid, unexpectedState } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/** Confirms a stored intent: charges the card, asks for 3-D Secure first, or starts to debit the bank account. */
export function confirmIntent(
  network: Network,
  intent: Stripe.PaymentIntent,
  params: Params,
  byMerchant: boolean,
): Answer {
  checkConfirmable(intent, byMerchant)
  const returnUrl = returnUrlOf(params)
  const automatic = intent.automatic_payment_methods
  if (byMerchant && !returnUrl && automatic?.enabled && automatic.allow_redirects !== 'never') {
    throw invalid(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { param: 'return_url' },
    )
  }
  const method = methodFor(network, intent, params)
  checkUsable(intent, method)
  checkType(intent, method.object)
  useCvc(network, intent, method.object, params)
  intent.setup_future_usage = changedUsage(intent, params, byMerchant)
  if ('receipt_email' in params) intent.receipt_email = email(params, 'receipt_email') ?? null
  if (method.object.type === BANK) return startDebit(network, intent, method, params, byMerchant)
  if (!isChallenged(intent, behaviourOf(method.secret['behaviour']))) {
    return charge(network, intent, method, false)
  }
  if (flag(params, 'off_session') || flag(params, 'error_on_requires_action')) {
    const why = {
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    }
    return decline(network, intent, method.object, why, false)
  }
  const inFrame = behaviourOf(method.secret['behaviour']).inFrame === true && flag(params, 'use_stripe_sdk')
  return challenge(network, intent, method.object, inFrame ? 'frame' : { returnUrl })
}

function isChallenged(intent: Stripe.PaymentIntent, { challenge: when }: Behaviour): boolean {
  if (when !== 'on_request') return when === true
  return intent.payment_method_options?.card?.request_three_d_secure !== 'automatic'
}

function challenge(
  network: Network,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  shown: 'frame' | { readonly returnUrl: string | null },
): Answer {
  // A new token per attempt: a page left open from an earlier attempt must not decide this one.
  const token = randomBytes(16).toString('hex')
  intent.status = 'requires_action'
  intent.payment_method = method.id
  intent.last_payment_error = null
  const url = `${network.publicUrl}/stripe/3ds/${intent.id}?attempt=${token}`
  intent.next_action =
    shown === 'frame'
      ? // Only Stripe and Stripe.js know this shape.
        {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${url}&frame=1` },
        }
      : { type: 'redirect_to_url', redirect_to_url: { url, return_url: shown.returnUrl } }
  network.store.save(intent, { challenge: token, method: method.id })
  network.emit('payment_intent.requires_action', intent)
  return { status: 200, body: intent }
}

function methodFor(network: Network, intent: Stripe.PaymentIntent, params: Params): Kept<'payment_method'> {
  const data = hash(params, 'payment_method_data')
  if (data) return createMethod(network, data, 'payment_method_data')
  const named = text(params, 'payment_method') ?? intent.payment_method
  if (typeof named === 'string') return findMethod(network, named)
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    intent,
  )
}

/** Returns the changed usage. A browser may set `setup_future_usage`, but neither unset nor weaken it. */
function changedUsage(
  intent: Stripe.PaymentIntent,
  params: Params,
  byMerchant: boolean,
): Stripe.PaymentIntent['setup_future_usage'] {
  const before = intent.setup_future_usage
  const wanted = choice(params, 'setup_future_usage', ['off_session', 'on_session'])
  if (wanted === undefined || wanted === before) return before
  if (!byMerchant && before === 'off_session') {
    throw invalid(
      'You cannot update setup_future_usage from off_session to on_session with a publishable key.',
      {
        param: 'setup_future_usage',
      },
    )
  }
  return wanted
}

function checkConfirmable(intent: Stripe.PaymentIntent, byMerchant: boolean): void {
  if (intent.confirmation_method === 'manual' && !byMerchant) {
    throw invalid(
      'This PaymentIntent cannot be confirmed using your publishable key because its `confirmation_method` is set to `manual`. Please use your secret key instead, or create a PaymentIntent with `confirmation_method` set to `automatic`.',
    )
  }
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    )
  }
  // Also from requires_action: the customer may return from the bank's page and pay with another card.
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
      intent,
    )
  }
}

function returnUrlOf(params: Params): string | null {
  const given = text(params, 'return_url')
  if (given === undefined) return null
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) {
    throw invalid('Not a valid URL', { param: 'return_url', code: 'url_invalid' })
  }
  return given
}
