import type Stripe from 'stripe'
import { PUBLISHABLE_KEY, type Merchant } from './merchant.ts'

/** What Stripe.js sends with the confirmation of a bank debit. */
const BROWSER_MANDATE = {
  'mandate_data[customer_acceptance][type]': 'online',
  'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
}

/** The mandate that a server gives. */
export const MANDATE = {
  customer_acceptance: { type: 'online', online: { ip_address: '192.0.2.1', user_agent: 'Test' } },
} as const

/** Creates a payment of 25.00 USD that takes US bank accounts only. */
export function unpaidDebit(merchant: Merchant, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return merchant.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    metadata: { transfer_id: 'tr_91' },
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_options: {
      us_bank_account: {
        verification_method: 'instant',
        financial_connections: { permissions: ['payment_method'] },
      },
    },
    ...more,
  })
}

/** Confirms with a bank account, as a browser does; returns the status and the parsed answer. */
export async function confirmBank(
  merchant: Merchant,
  { id, client_secret: secret }: Stripe.PaymentIntent,
  account: string,
  more: Record<string, string> = {},
) {
  const form = {
    client_secret: secret ?? '',
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_number]': account,
    'payment_method_data[us_bank_account][account_holder_type]': 'individual',
    'payment_method_data[billing_details][name]': 'Ama Mensah',
    'payment_method_data[billing_details][email]': 'ama@example.com',
    ...BROWSER_MANDATE,
    ...more,
  }
  const response = await fetch(`${merchant.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    // An empty value leaves the parameter out.
    body: new URLSearchParams(Object.entries(form).filter(([, value]) => value !== '')),
  })
  const body = (await response.json()) as {
    status?: string
    error?: { code?: string; param?: string; message: string }
  }
  return { status: response.status, body }
}

/** Creates a payment and starts to debit this account. */
export async function debited(
  merchant: Merchant,
  account: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  const intent = await unpaidDebit(merchant, more)
  await confirmBank(merchant, intent, account)
  return merchant.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
}
