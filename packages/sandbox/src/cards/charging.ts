import type Stripe from 'stripe'
import { book } from './balance.ts'
import type { Network } from './events.ts'
import { BALANCE_CURRENCY } from './exchange.ts'
import { chargeFees } from './fees.ts'
import { WARNING_DUE, openReview } from './fraud.ts'
import { buildCharge } from './objects/objects.ts'
import type { ChargeEnd } from './objects/objects.ts'
import type { Kept } from './objects/store.ts'
import { keepAfterCharge } from './saved-methods.ts'
import { behaviourOf } from './test-cards.ts'
import type { Decline } from './test-cards.ts'
import { docUrl } from './protocol/wire.ts'
import type { Answer, ErrorBody } from './protocol/wire.ts'

/** Days until a charge's money is available. */
const PENDING_DAYS = 2
const ACCOUNT_COUNTRY = 'US'
const REPORTED_AFTER_MS = 1_000
/** The kind of stored due work for disputes. */
export const DISPUTE_DUE = 'card.dispute'

const EXPIRED: Decline = { code: 'expired_card', message: 'Your card has expired.' }

/** Returns true once the card's last month has passed, which happens to saved cards. */
function hasExpired({ card }: Stripe.PaymentMethod, now: number): boolean {
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month) <= now * 1000
}

/** Charges `intent` on `method`, after any challenge. Answers 200 with the intent, or 402 when the card declines. */
export function charge(
  network: Network,
  intent: Stripe.PaymentIntent,
  method: Kept<'payment_method'>,
  authenticated: boolean,
): Answer {
  const behaviour = behaviourOf(method.secret['behaviour'])
  const refused = hasExpired(method.object, network.now()) ? EXPIRED : behaviour.decline
  if (refused) return decline(network, intent, method.object, refused, authenticated)
  const manual = intent.capture_method === 'manual'
  const end: ChargeEnd = { kind: manual ? 'authorised' : 'captured' }
  const made = buildCharge(intent, method.object, end, authenticated, network.now())
  intent.latest_charge = made.id
  intent.payment_method = method.object.id
  intent.next_action = null
  intent.last_payment_error = null
  network.store.insert(made, intent.id)
  keepAfterCharge(network, intent, method)
  if (manual) {
    intent.status = 'requires_capture'
    intent.amount_capturable = intent.amount
    network.store.save(intent)
    network.emit('charge.succeeded', made)
    network.emit('payment_intent.amount_capturable_updated', intent)
    return { status: 200, body: intent }
  }
  succeed(network, intent, made, method)
  return { status: 200, body: intent }
}

/** Books a captured charge on its intent, which becomes `succeeded`. */
export function succeed(
  network: Network,
  intent: Stripe.PaymentIntent,
  made: Stripe.Charge,
  method: Kept<'payment_method'>,
): void {
  const behaviour = behaviourOf(method.secret['behaviour'])
  const now = network.now()
  const cents = network.exchange.toCents(made.amount_captured, made.currency)
  const transaction = book(network, made, {
    type: 'charge',
    amount: made.amount_captured,
    fees: chargeFees(cents, {
      isForeign: method.object.card?.country !== ACCOUNT_COUNTRY,
      isConverted: made.currency !== BALANCE_CURRENCY,
    }),
    availableOn: behaviour.availableAtOnce ? now : now + PENDING_DAYS * 86_400,
  })
  made.balance_transaction = transaction.id
  network.store.save(made)
  intent.status = 'succeeded'
  intent.amount_capturable = 0
  intent.amount_received = made.amount_captured
  network.store.save(intent, {})
  network.emit('charge.succeeded', made)
  network.emit('payment_intent.succeeded', intent)
  if (behaviour.disputed) {
    network.schedule(DISPUTE_DUE, made.id, now * 1000 + REPORTED_AFTER_MS, null)
  }
  if (behaviour.warned) {
    network.schedule(WARNING_DUE, made.id, now * 1000 + REPORTED_AFTER_MS, null)
  }
  if (behaviour.reviewed) openReview(network, made.id)
}

/**
 * Declines the payment: books a failed charge, returns the intent to `requires_payment_method` and answers 402 with the
 * reason.
 */
export function decline(
  network: Network,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  why: Decline,
  authenticated: boolean,
): Answer {
  const failed = buildCharge(
    intent,
    method,
    {
      kind: 'declined',
      code: why.code ?? null,
      message: why.message,
      declineCode: why.decline_code ?? null,
    },
    authenticated,
    network.now(),
  )
  network.store.insert(failed, intent.id)
  intent.latest_charge = failed.id
  const error: ErrorBody = {
    type: 'card_error',
    ...why,
    charge: failed.id,
    ...(why.code ? { doc_url: docUrl(why.code) } : {}),
    payment_method: method,
  }
  network.emit('charge.failed', failed)
  return fail(network, intent, 402, error)
}

/** Returns the intent to `requires_payment_method` with `error` as its last error; answers `error` with `status`. */
export function fail(
  network: Network,
  intent: Stripe.PaymentIntent,
  status: number,
  error: ErrorBody,
): Answer {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  network.store.save(intent, {})
  network.emit('payment_intent.payment_failed', intent)
  return { status, body: { error: { ...error, payment_intent: intent } } }
}
