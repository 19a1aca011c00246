import type Stripe from 'stripe'

// Builders of the merchant's account and its webhook endpoint. See objects.ts.

/** The part of an account's id that Stripe's newer keys also contain. */
const ACCOUNT = '1SesaSandbox0000'
export const ACCOUNT_ID = `acct_${ACCOUNT}`
/** The account's initial endpoint. */
export const ENDPOINT_ID = 'we_1SesaSandbox0000sandboxEndpoint'

/** Returns true for a key that contains another account's id. Older keys contain no id. */
export function isOfAnotherAccount(key: string): boolean {
  const [, account] = /^(?:sk|pk)_test_5(1\w{15})\w+$/.exec(key) ?? []
  return account !== undefined && account !== ACCOUNT
}

/** Builds the merchant's account after Stripe has verified it. */
export function buildAccount(): Stripe.Account & { created: number } {
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_type: 'company',
    capabilities: {
      card_payments: 'active',
      transfers: 'active',
      us_bank_account_ach_payments: 'active',
    },
    charges_enabled: true,
    country: 'US',
    created: 1_767_225_600,
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@sesa.example',
    payouts_enabled: true,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: [],
      disabled_reason: null,
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    type: 'standard',
  }
}

/** Builds an endpoint as Stripe returns it; `now` is in seconds. */
export function buildEndpoint(
  id: string,
  url: string,
  events: readonly string[],
  now: number,
): Stripe.WebhookEndpoint {
  return {
    id,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: now,
    description: null,
    enabled_events: [...events],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}
