import type Stripe from 'stripe'
import { newId, type PaymentElementFeatures } from './store.ts'

// Builders of customers and customer sessions. See objects.ts.

/** The values of a new customer; all other fields start empty. `now` is in seconds. */
export interface NewCustomer {
  readonly description: string | null
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly metadata: Record<string, string>
  readonly now: number
}

export function buildCustomer({ now, ...from }: NewCustomer): Stripe.Customer {
  return {
    id: newId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: newId('', 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...from,
  }
}

export function buildCustomerSession(
  customer: string,
  clientSecret: string,
  paymentElement: { readonly enabled: boolean; readonly features: PaymentElementFeatures | null },
  now: number,
  expiresAt: number,
): Stripe.CustomerSession {
  const off = { enabled: false }
  const offWithFeatures = { enabled: false, features: null }
  return {
    object: 'customer_session',
    client_secret: clientSecret,
    components: {
      active_entitlements: off,
      buy_button: off,
      customer_portal: off,
      customer_sheet: offWithFeatures,
      mobile_payment_element: offWithFeatures,
      payment_element: { ...paymentElement },
      pricing_table: off,
    },
    created: now,
    customer,
    customer_account: null,
    expires_at: expiresAt,
    livemode: false,
  }
}
