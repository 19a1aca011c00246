import type Stripe from 'stripe'
import { isDebit } from './bank/test-accounts.ts'
import { book, isFunded, nextAvailable } from './balance.ts'
import type { Network } from './events.ts'
import { buildRefund } from './objects/objects-after.ts'
import { allowOnly, choice, email, integer, metadata, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { behaviourOf } from './test-cards.ts'
import { Refusal, invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

const REFUND_PARAMS = ['amount', 'charge', 'instructions_email', 'metadata', 'payment_intent', 'reason']
const ENDS_AFTER_MS = 3_000
const DEBIT_REFUND_DAYS = 180
/** The kind of stored due work for refunds whose result changes later. */
export const REFUND_DUE = 'card.refund'
const WHEN_FUNDED = 'when_funded'

/** Handles `POST /v1/refunds`: the whole remainder of a charge, or `amount` minor units of it. */
export function createRefund(network: Network, params: Params): Answer {
  allowOnly(params, REFUND_PARAMS)
  email(params, 'instructions_email')
  const charge = chargeToRefund(network, params)
  const amount = refundable(network, charge, integer(params, 'amount'))
  const end = refundEnd(network, charge)
  const funded = isFunded(network, { amount, currency: charge.currency })
  const refund = buildRefund(charge, {
    amount,
    reason: choice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: metadata(params, {}),
    pending: !funded ? 'insufficient_funds' : end === 'succeeds_later' ? 'processing' : null,
    now: network.now(),
  })
  if (funded) refund.balance_transaction = bookRefund(network, charge, refund)
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  network.store.insert(refund, charge.id)
  network.store.save(charge)
  if (!funded) waitForFunds(network, refund.id)
  else if (end) network.schedule(REFUND_DUE, refund.id, network.now() * 1000 + ENDS_AFTER_MS, end)
  network.emit('refund.created', refund)
  network.emit('charge.refunded', charge, before)
  return { status: 200, body: refund }
}

/** Returns how a refund ends later, if it does: one to a bank account takes some days. */
function refundEnd(network: Network, charge: Stripe.Charge): 'fails_later' | 'succeeds_later' | undefined {
  if (isDebit(charge)) return 'succeeds_later'
  const method = network.store.find('payment_method', charge.payment_method ?? '')
  return behaviourOf(method?.secret['behaviour']).refund
}

const bookRefund = (network: Network, charge: Stripe.Charge, refund: Stripe.Refund): string =>
  book(network, refund, {
    ...(isDebit(charge) ? { type: 'payment_refund', category: 'refund' } : { type: 'refund' }),
    amount: -refund.amount,
  }).id

/** Ends a refund later: it succeeds, or it fails after success and the merchant gets the money back. */
export function endRefund(network: Network, id: string, end: unknown): void {
  const refund = network.store.find('refund', id)?.object
  const charge = refund && network.store.find('charge', idOf(refund.charge))?.object
  if (!refund || !charge || refund.status === 'failed') return
  if (end === 'succeeds_later') return succeed(network, refund)
  if (end === WHEN_FUNDED) {
    if (!isFunded(network, refund)) return waitForFunds(network, id)
    refund.balance_transaction = bookRefund(network, charge, refund)
    return succeed(network, refund)
  }
  failRefund(network, refund, charge, 'expired_or_canceled_card')
}

/** Ends the pending refunds of a debit that its bank takes back: the money would leave twice. */
export function failPendingRefunds(network: Network, charge: Stripe.Charge): void {
  for (const refund of network.store.all('refund', charge.id)) {
    if (refund.status === 'pending' && refund.balance_transaction !== null)
      failRefund(network, refund, charge, 'charge_for_pending_refund_disputed')
  }
}

function failRefund(network: Network, refund: Stripe.Refund, charge: Stripe.Charge, reason: string): void {
  const before = { status: refund.status }
  refund.status = 'failed'
  delete refund.pending_reason
  refund.failure_reason = reason
  refund.failure_balance_transaction = book(network, refund, {
    type: 'refund_failure',
    amount: refund.amount,
  }).id
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  network.store.save(refund)
  network.store.save(charge)
  network.emit('refund.updated', refund, before)
  network.emit('charge.refund.updated', refund, before)
  network.emit('refund.failed', refund, before)
}

function succeed(network: Network, refund: Stripe.Refund): void {
  const before = { status: refund.status }
  refund.status = 'succeeded'
  delete refund.pending_reason
  network.store.save(refund)
  network.emit('refund.updated', refund, before)
  network.emit('charge.refund.updated', refund, before)
}

/** Schedules another check when money becomes available, or in an hour. */
function waitForFunds(network: Network, id: string): void {
  const seconds = nextAvailable(network) ?? network.now() + 3_600
  network.schedule(REFUND_DUE, id, seconds * 1_000, WHEN_FUNDED)
}

/** Checks every refund that waits for funds at once. */
export function retryUnfunded(network: Network): void {
  for (const { id, pending_reason: reason } of network.store.all('refund')) {
    if (reason === 'insufficient_funds') network.schedule(REFUND_DUE, id, network.now() * 1_000, WHEN_FUNDED)
  }
}

function chargeToRefund(network: Network, params: Params): Stripe.Charge {
  const intentId = text(params, 'payment_intent')
  const chargeId = text(params, 'charge')
  if (intentId === undefined && chargeId === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  if (intentId === undefined) {
    const found = network.store.find('charge', chargeId ?? '')
    if (!found) throw missing('charge', chargeId ?? '', 'charge')
    return found.object
  }
  const intent = network.store.find('payment_intent', intentId)
  if (!intent) throw missing('payment_intent', intentId, 'payment_intent')
  const found = network.store.find('charge', idOf(intent.object.latest_charge))
  if (!found || (chargeId !== undefined && chargeId !== found.object.id)) throw nothingToRefund(intentId)
  return found.object
}

function refundable(network: Network, charge: Stripe.Charge, asked: number | undefined): number {
  const refused = (code: string, message: string) =>
    new Refusal(400, { type: 'invalid_request_error', code, message, charge: charge.id }, true)
  if (!charge.captured || charge.status !== 'succeeded') throw nothingToRefund(idOf(charge.payment_intent))
  if (isDebit(charge) && network.now() - charge.created >= DEBIT_REFUND_DAYS * 86_400) {
    throw invalid(`Bank debits can be refunded for ${DEBIT_REFUND_DAYS} days.`, { param: 'payment_intent' })
  }
  if (isTakenBack(network, charge)) {
    throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
  }
  const remaining = charge.amount_captured - charge.amount_refunded
  if (remaining === 0) {
    throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  }
  const amount = asked ?? remaining
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  if (amount > remaining) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${remaining}), in the minor unit of ${charge.currency}.`,
      { param: 'amount', code: 'amount_too_large' },
    )
  }
  return amount
}

/** Returns true while a dispute blocks refunds: after a won one, the charge can be refunded again. */
function isTakenBack(network: Network, charge: Stripe.Charge): boolean {
  return network.store.all('dispute', charge.id).some(({ status }) => status !== 'won')
}

function nothingToRefund(intentId: string): Refusal {
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  return new Refusal(400, { type: 'invalid_request_error', message, param: 'payment_intent' }, true)
}

function idOf(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}
