import Stripe from 'stripe'
import { listenForWebhooks, startSandbox } from '../../testing/sandbox.ts'

export const PUBLISHABLE_KEY = 'pk_test_sandbox'
export const RETURN_URL = 'http://shop.test/transfer-status'

/**
 * Starts a sandbox with a merchant: its SDK client, and the events that its endpoint received, with checked
 * signatures.
 */
export async function startMerchant(dataFile = ':memory:', ahead = 0) {
  const hooks = await listenForWebhooks()
  const sandbox = await startSandbox(hooks.url, dataFile, ahead)
  const { hostname, port } = new URL(sandbox.url)
  const clientOf = (key: string, maxNetworkRetries = 0, timeout = 10_000) =>
    new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries, timeout })

  return {
    ...sandbox,
    hooks,
    clientOf,
    stripe: clientOf('sk_test_sandbox'),
    /** Returns the events so far; throws on a wrong signature. A test's clock may be far ahead. */
    events: () =>
      hooks.received
        .filter(({ path }) => path === '/webhooks/stripe')
        .map(({ body, headers }) =>
          Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_test'),
        ),
    /** Confirms as a browser does; returns the status and the parsed answer. */
    async confirm(intent: Stripe.PaymentIntent, number: string, more: Record<string, string> = {}) {
      const response = await fetch(`${sandbox.url}/sandbox/stripe/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
        body: new URLSearchParams({
          client_secret: intent.client_secret ?? '',
          return_url: RETURN_URL,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '40',
          'payment_method_data[card][cvc]': '123',
          ...more,
        }),
      })
      return { status: response.status, body: (await response.json()) as ConfirmAnswer }
    },
    async close() {
      await sandbox.close()
      await hooks.close()
    },
  }
}

export type Merchant = Awaited<ReturnType<typeof startMerchant>>

/** The part of a confirmation's answer that tests read. */
interface ConfirmAnswer {
  status?: string
  metadata?: unknown
  next_action?: {
    type: string
    redirect_to_url: { url: string; return_url: string }
    use_stripe_sdk?: { stripe_js: string }
  }
  error?: {
    type: string
    code: string
    decline_code?: string
    message: string
    payment_intent?: { status: string; metadata?: unknown }
  }
}

/** Creates a payment of 25.00 USD that waits for a card. */
export function unpaid(merchant: Merchant, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return merchant.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    metadata: { transfer_id: 'tr_91' },
    ...more,
  })
}

/** Creates a payment of 25.00 USD and pays it with `card`. */
export async function paid(merchant: Merchant, card = '4242424242424242') {
  const intent = await unpaid(merchant)
  await merchant.confirm(intent, card)
  return merchant.stripe.paymentIntents.retrieve(intent.id)
}
