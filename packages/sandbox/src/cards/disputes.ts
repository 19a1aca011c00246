import type Stripe from 'stripe'
import { book } from './balance.ts'
import type { Network } from './events.ts'
import { disputeFees } from './fees.ts'
import { buildDispute, type Movement } from './objects/objects-after.ts'
import { checkShape, flag, hash, metadata, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { chargeOf, list } from './objects/reads.ts'
import { invalid, missing } from './protocol/wire.ts'
import type { Answer } from './protocol/wire.ts'

/**
 * Opens a dispute: the cardholder's bank takes back the payment. Does nothing if the charge is disputed, refunded or
 * missing.
 */
export function dispute(network: Network, chargeId: string): void {
  const made = network.store.find('charge', chargeId)?.object
  if (!made || made.disputed || made.refunded) return
  made.disputed = true
  network.store.save(made)
  const opened = buildDispute(made, network.now())
  opened.balance_transactions = [book(network, opened, disputed(-opened.amount, 'dispute', disputeFees()))]
  network.store.insert(opened, made.id)
  network.emit('charge.dispute.created', opened)
}

/** Handles `GET /v1/disputes`, also by `payment_intent` or `charge`. */
export function listDisputes(network: Network, params: Params): Answer {
  const intentId = text(params, 'payment_intent')
  const chargeId =
    text(params, 'charge') ?? (intentId === undefined ? undefined : chargeOf(network, intentId))
  return list<'dispute'>(network.store.all('dispute', chargeId), params, '/v1/disputes', {
    names: ['charge', 'payment_intent'],
  })
}

const EVIDENCE = {
  access_activity_log: null,
  appeal: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Record<keyof Stripe.DisputeUpdateParams.Evidence, null>

/** Evidence that decides a test dispute at once, as Stripe documents it: https://docs.stripe.com/testing#disputes */
const DECIDES: Readonly<Record<string, 'won' | 'lost'>> = { winning_evidence: 'won', losing_evidence: 'lost' }

/** Handles `POST /v1/disputes/{id}`: submits evidence. */
export function updateDispute(network: Network, id: string, params: Params): Answer {
  checkShape(params, { evidence: EVIDENCE, metadata: null, submit: null })
  flag(params, 'submit')
  metadata(params, {})
  const found = openDispute(network, id)
  const evidence = text(hash(params, 'evidence') ?? {}, 'uncategorized_text')
  found.status = 'under_review'
  found.evidence_details = { ...found.evidence_details, has_evidence: true, submission_count: 1 }
  network.store.save(found)
  network.emit('charge.dispute.updated', found)
  const end = DECIDES[evidence ?? '']
  return { status: 200, body: end === undefined ? found : decide(network, found, end) }
}

/** Handles `POST /v1/disputes/{id}/close`: accepts the dispute as lost. */
export function closeDispute(network: Network, id: string): Answer {
  return { status: 200, body: decide(network, openDispute(network, id), 'lost') }
}

function openDispute(network: Network, id: string): Stripe.Dispute {
  const found = network.store.find('dispute', id)?.object
  if (!found) throw missing('dispute', id)
  if (found.status === 'won' || found.status === 'lost') throw invalid('This dispute is already closed')
  return found
}

function decide(network: Network, decided: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  decided.status = status
  if (status === 'won') {
    decided.balance_transactions.push(book(network, decided, disputed(decided.amount, 'dispute_reversal')))
  }
  network.store.save(decided)
  network.emit('charge.dispute.closed', decided)
  return decided
}

const disputed = (
  amount: number,
  category: 'dispute' | 'dispute_reversal',
  fees: Movement['fees'] = [],
): Movement => ({ type: 'adjustment', category, amount, fees })
