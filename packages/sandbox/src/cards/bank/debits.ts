import type Stripe from 'stripe'
import { book } from '../balance.ts'
import { fail } from '../charging.ts'
import type { Network } from '../events.ts'
import { BALANCE_CURRENCY } from '../exchange.ts'
import { debitFees, disputeFees, FAILED_DEBIT_CENTS } from '../fees.ts'
import { buildDispute } from '../objects/objects-after.ts'
import { buildCharge } from '../objects/objects.ts'
import { newId, type Kept } from '../objects/store.ts'
import type { Params } from '../protocol/params.ts'
import { docUrl } from '../protocol/wire.ts'
import type { Answer, ErrorBody } from '../protocol/wire.ts'
import { failPendingRefunds } from '../refunds.ts'
import { keepAfterCharge } from '../saved-methods.ts'
import { chargeDetails } from './methods.ts'
import { checkMandate } from './params.ts'
import {
  answerOf,
  FAILURES,
  isDebit,
  type BankAnswer,
  type FailureCode,
  type ReturnReason,
} from './test-accounts.ts'

/** The kinds of stored due work: a bank's answer to a debit, and a debit that it takes back. */
export const DEBIT_DUE = 'card.debit'
export const RETURN_DUE = 'card.debit_return'
const RETURNED_AFTER_MS = 1_000
/** Days until a debit's money is available, from the bank's answer. */
const PENDING_DAYS = 2

/** Starts a debit: the payment is `processing` until the customer's bank answers. */
export function startDebit(
  network: Network,
  intent: Stripe.PaymentIntent,
  method: Kept<'payment_method'>,
  params: Params,
  byMerchant: boolean,
): Answer {
  checkMandate(params, byMerchant)
  const { object } = method
  const now = network.now()
  const made: Stripe.Charge = {
    ...buildCharge(intent, object, { kind: 'captured' }, false, now),
    id: newId('py_3'),
    // Captured and not paid: no money has moved.
    paid: false,
    payment_method_details: chargeDetails(object.us_bank_account),
    status: 'pending',
  }
  intent.status = 'processing'
  intent.latest_charge = made.id
  intent.payment_method = object.id
  intent.next_action = null
  intent.last_payment_error = null
  network.store.insert(made, intent.id)
  network.store.save(intent, {})
  keepAfterCharge(network, intent, method)
  network.emit('charge.pending', made)
  network.emit('payment_intent.processing', intent)
  const answer = answerOf(method.secret['account']) ?? { kind: 'silent' }
  const { answers, afterSeconds } = network.store.debitSettings()
  if (answer.kind !== 'silent' && answers === 'auto')
    network.schedule(DEBIT_DUE, made.id, (now + afterSeconds) * 1_000, answer)
  return { status: 200, body: intent }
}

/** Ends a pending debit as the customer's bank answers. Returns false if it is not pending. */
export function answerDebit(network: Network, chargeId: string, answer: BankAnswer): boolean {
  const found = pendingDebit(network, chargeId)
  if (!found || answer.kind === 'silent') return false
  const { made, intent } = found
  if (answer.kind === 'fails') {
    failDebit(network, intent, made, answer.code)
    return true
  }
  succeed(network, intent, made)
  if (answer.kind === 'returns') {
    network.schedule(RETURN_DUE, made.id, network.now() * 1_000 + RETURNED_AFTER_MS, answer.reason)
  }
  return true
}

interface PendingDebit {
  readonly made: Stripe.Charge
  readonly intent: Stripe.PaymentIntent
}

function pendingDebit({ store }: Network, chargeId: string): PendingDebit | null {
  const made = store.find('charge', chargeId)?.object
  if (made?.status !== 'pending' || typeof made.payment_intent !== 'string') return null
  const intent = store.find('payment_intent', made.payment_intent)?.object
  return intent === undefined ? null : { made, intent }
}

function succeed(network: Network, intent: Stripe.PaymentIntent, made: Stripe.Charge): void {
  made.status = 'succeeded'
  made.paid = true
  made.balance_transaction = book(network, made, {
    type: 'payment',
    category: 'charge',
    amount: made.amount,
    fees: debitFees(made.amount),
    availableOn: network.now() + PENDING_DAYS * 86_400,
  }).id
  network.store.save(made)
  intent.status = 'succeeded'
  intent.amount_received = made.amount
  network.store.save(intent, {})
  network.emit('charge.succeeded', made)
  network.emit('payment_intent.succeeded', intent)
}

function failDebit(
  network: Network,
  intent: Stripe.PaymentIntent,
  made: Stripe.Charge,
  code: FailureCode,
): void {
  const message = FAILURES[code]
  endUnpaid(network, made, { failure_code: code, failure_message: message })
  const fee = { type: 'stripe_fee', category: 'fee', amount: -FAILED_DEBIT_CENTS } as const
  book(network, { id: null, currency: BALANCE_CURRENCY }, fee)
  const id = typeof made.payment_method === 'string' ? made.payment_method : ''
  const method = network.store.find('payment_method', id)?.object
  const error: ErrorBody = {
    type: 'invalid_request_error',
    code,
    message,
    charge: made.id,
    doc_url: docUrl(code),
    ...(method && { payment_method: method }),
  }
  fail(network, intent, 402, error)
}

/** Ends a charge without money; its failure is empty where nobody failed it. */
function endUnpaid(
  network: Network,
  made: Stripe.Charge,
  failure: Pick<Stripe.Charge, 'failure_code' | 'failure_message'>,
): void {
  Object.assign(made, { ...failure, status: 'failed', captured: false, amount_captured: 0 })
  network.store.save(made)
  network.emit('charge.failed', made)
}

/**
 * Recalls a pending debit before it reaches the bank, for a cancellation. Stripe does so only in rare cases, and
 * publishes one account for it. Returns false for every other debit.
 */
export function recallDebit(network: Network, intent: Stripe.PaymentIntent): boolean {
  const id = typeof intent.latest_charge === 'string' ? intent.latest_charge : ''
  const found = pendingDebit(network, id)
  const used = typeof found?.made.payment_method === 'string' ? found.made.payment_method : ''
  const account = network.store.find('payment_method', used)?.secret['account']
  if (!found || answerOf(account)?.kind !== 'silent') return false
  endUnpaid(network, found.made, { failure_code: null, failure_message: 'The payment was canceled.' })
  return true
}

/**
 * Takes a paid debit back, as the customer's bank does: a dispute that is lost at once, whatever was refunded before.
 * Returns false if the debit is not paid, or was taken back before.
 */
export function returnDebit(network: Network, chargeId: string, reason: ReturnReason): boolean {
  const made = network.store.find('charge', chargeId)?.object
  if (made?.status !== 'succeeded' || !isDebit(made) || made.disputed) return false
  made.disputed = true
  network.store.save(made)
  failPendingRefunds(network, made)
  const opened = buildDispute(made, network.now(), reason)
  opened.balance_transactions = [
    book(network, opened, {
      type: 'adjustment',
      category: 'dispute',
      amount: -opened.amount,
      fees: disputeFees(),
    }),
  ]
  network.store.insert(opened, made.id)
  network.emit('charge.dispute.created', opened)
  network.emit('charge.dispute.funds_withdrawn', opened)
  const lost: Stripe.Dispute = { ...opened, status: 'lost' }
  network.store.save(lost)
  network.emit('charge.dispute.closed', lost)
  return true
}
