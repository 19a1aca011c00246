import type Stripe from 'stripe'
import { isDebit, type ReturnReason } from '../bank/test-accounts.ts'
import { newId } from './store.ts'

// Builders of the objects that follow a charge: refunds, balance transactions, disputes. See objects.ts.

/** A movement of the merchant's balance. */
export interface Movement {
  readonly type:
    | 'charge'
    | 'payment'
    | 'refund'
    | 'payment_refund'
    | 'refund_failure'
    | 'adjustment'
    | 'stripe_fee'
    | 'payout'
    | 'payout_failure'
  /** Its name in reports; default: its type. */
  readonly category?: 'charge' | 'refund' | 'dispute' | 'dispute_reversal' | 'fee' | 'payout_reversal'
  /** Minor units in the source's currency: positive for money in, negative for money out. */
  readonly amount: number
  readonly fees?: Stripe.BalanceTransaction.FeeDetail[]
  /** Seconds since the epoch; default: now. */
  readonly availableOn?: number
}

export function buildRefund(
  charge: Stripe.Charge,
  from: {
    amount: number
    reason: Stripe.Refund['reason']
    metadata: Record<string, string>
    /** Why it does not succeed at once; null if it does. */
    pending: 'processing' | 'insufficient_funds' | null
    now: number
  },
): Stripe.Refund {
  const bank = isDebit(charge)
  const refund: Stripe.Refund = {
    id: newId(bank ? 'pyr_1' : 're_3'),
    object: 'refund',
    amount: from.amount,
    balance_transaction: null,
    charge: charge.id,
    created: from.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: bank
      ? { us_bank_transfer: { reference: null, reference_status: 'pending' }, type: 'us_bank_transfer' }
      : {
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
          type: 'card',
        },
    metadata: from.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: from.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: from.pending === null ? 'succeeded' : 'pending',
    transfer_reversal: null,
  }
  return from.pending === null ? refund : { ...refund, pending_reason: from.pending }
}

/** Builds a balance transaction: positive minor units for money in, negative for money out. */
export function buildBalanceTransaction(
  source: { readonly id: string | null },
  from: Movement & { readonly currency: string; readonly exchangeRate: number | null; readonly now: number },
): Stripe.BalanceTransaction {
  const { fees = [], availableOn = from.now } = from
  const fee = fees.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: newId('txn_3'),
    object: 'balance_transaction',
    amount: from.amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: from.now,
    currency: from.currency,
    description: null,
    exchange_rate: from.exchangeRate,
    fee,
    fee_details: fees,
    net: from.amount - fee,
    reporting_category: from.category ?? from.type,
    source: source.id,
    status: availableOn <= from.now ? 'available' : 'pending',
    type: from.type,
  }
}

const RESPONSE_DAYS = 9

/** Builds a dispute. `reason` is a bank's for a debit it takes back, to which a merchant cannot respond. */
export function buildDispute(charge: Stripe.Charge, now: number, reason?: ReturnReason): Stripe.Dispute {
  return {
    id: newId('du_1'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: reason === undefined ? now + RESPONSE_DAYS * 86_400 : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: reason === undefined ? '10' : null,
    payment_intent: charge.payment_intent,
    reason: reason ?? 'fraudulent',
    status: 'needs_response',
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
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
  enhanced_evidence: {},
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
}
