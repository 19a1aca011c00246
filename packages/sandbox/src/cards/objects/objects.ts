import type Stripe from 'stripe'
import { newId } from './store.ts'

// Builders of the network's objects with every field of the pinned API version. Their return types are the SDK's,
// so the compiler refuses a missing or wrongly nullable field.

/** The values of a new intent; all other fields start empty. `now` is in seconds, `amount` in minor units. */
export interface NewIntent {
  amount: number
  currency: string
  now: number
  captureMethod: Stripe.PaymentIntent['capture_method']
  automatic: Stripe.PaymentIntent['automatic_payment_methods']
  confirmationMethod: Stripe.PaymentIntent['confirmation_method']
  threeDSecure: 'any' | 'automatic' | 'challenge'
  description: string | null
  /** The end of the statement descriptor. */
  suffix: string | null
  receiptEmail: string | null
  customer: string | null
  futureUsage: Stripe.PaymentIntent['setup_future_usage']
  metadata: Record<string, string>
}

export function buildIntent(from: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi_3')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: from.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: from.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: from.captureMethod,
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: from.confirmationMethod,
    created: from.now,
    currency: from.currency,
    customer: from.customer,
    customer_account: null,
    description: from.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: from.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: from.threeDSecure,
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: from.receiptEmail,
    review: null,
    setup_future_usage: from.futureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: from.suffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

/** The visible data of a card, without its number. */
export interface CardFace {
  brand: string
  country: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string
  wallet: CardWallet | null
}

/** Wallets that the sandbox simulates. */
export type CardWallet = 'apple_pay' | 'google_pay'

const walletOf = (type: CardWallet) => ({ dynamic_last4: null, [type]: {}, type })

/** Builds a payment method; `card` is null for one of another type. */
export function buildMethod(
  card: CardFace | null,
  billing: Stripe.PaymentMethod['billing_details'],
  now: number,
): Stripe.PaymentMethod {
  return {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    ...(card !== null && { card: buildCard(card) }),
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

const buildCard = (card: CardFace): Stripe.PaymentMethod.Card => ({
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
  country: card.country,
  display_brand: card.brand,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  fingerprint: card.fingerprint,
  funding: 'credit',
  generated_from: null,
  last4: card.last4,
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: card.wallet === null ? null : walletOf(card.wallet),
})

const isPlayed = (type: string | undefined): type is CardWallet =>
  type === 'apple_pay' || type === 'google_pay'

/** Result of one attempt to charge. `declined` carries the refusal's codes. */
export type ChargeEnd =
  | { kind: 'captured' | 'authorised' }
  | { kind: 'declined'; code: string | null; message: string; declineCode: string | null }

/** Builds a charge of the whole `intent` on `method`; `now` is in seconds. */
export function buildCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  end: ChargeEnd,
  authenticated: boolean,
  now: number,
): Stripe.Charge {
  const paid = end.kind !== 'declined'
  return {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: end.kind === 'captured' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: statementOf(intent),
    captured: end.kind === 'captured',
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: end.kind === 'declined' ? end.code : null,
    failure_message: end.kind === 'declined' ? end.message : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(end),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: buildCardDetails(intent, method, paid, authenticated) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

const PREFIX = 'SESA'
const LONGEST_STATEMENT = 22

/** Returns the text on the card statement: the account's prefix and the payment's suffix, cut to 22 characters. */
function statementOf({ statement_descriptor_suffix: suffix }: Stripe.PaymentIntent): string {
  return suffix === null ? 'SESA SANDBOX' : `${PREFIX}* ${suffix}`.slice(0, LONGEST_STATEMENT)
}

function buildOutcome(end: ChargeEnd): Stripe.Charge['outcome'] {
  const common = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (end.kind === 'declined') {
    return {
      ...common,
      network_status: 'declined_by_network',
      reason: end.declineCode ?? end.code,
      risk_level: 'normal',
      seller_message: 'The bank did not approve the payment.',
      type: 'issuer_declined',
    }
  }
  return {
    ...common,
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    seller_message: 'Payment complete.',
    type: 'authorized',
  }
}

function buildCardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  paid: boolean,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card
  return {
    amount_authorized: paid ? intent.amount : null,
    authorization_code: paid ? newId('', 6) : null,
    brand: card?.brand ?? null,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: paid ? 'pass' : null,
    },
    country: card?.country ?? null,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: paid ? newId('', 15) : null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('', 20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: isPlayed(card?.wallet?.type) ? walletOf(card.wallet.type) : null,
  }
}
