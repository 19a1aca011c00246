import Stripe from 'stripe'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { ProviderAnswer } from '../../domains/transfers/ports.ts'
import { answer, firstOf, isMissing, rowsOf } from './answers.ts'
import { createClient, type StripeSettings } from './client.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Stripe's set-up of the account of our secret key. */
export interface StripeAccount {
  readonly id: string
  readonly charges: boolean
  readonly payouts: boolean
  /** Capability to charge cards: `active` or `pending`; undefined when Stripe does not report it. */
  readonly cards: string | undefined
  /** Capability to debit bank accounts in the United States, likewise. */
  readonly debits: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined
  /** Currency of the balance: `USD`. */
  readonly currency: string | undefined
  /** Requirements that Stripe still has, by its own names: `company.tax_id`. */
  readonly due: readonly string[]
}

/** An address to which Stripe sends events. */
export interface StripeEndpoint {
  readonly url: string
  readonly enabled: boolean
  /** `*` means all. */
  readonly events: readonly string[]
}

/**
 * Whether both keys belong to one account. `same` and `other`: the publishable key reads, or does not find, a payment
 * of the secret key's account. `looks_same` and `looks_other`: there is no payment yet, so only the keys' format
 * suggests it.
 */
export type KeyMatch = 'same' | 'other' | 'looks_same' | 'looks_other'

/** Reads the account's set-up at Stripe, without changing it. */
export interface StripeSetup {
  /** Events that an endpoint must send. */
  readonly events: readonly string[]
  readAccount(): Promise<ProviderAnswer<StripeAccount>>
  listEndpoints(): Promise<ProviderAnswer<readonly StripeEndpoint[]>>
  /** Compares the keys of the account with this id. Refused when Stripe does not accept the publishable key. */
  compareKeys(accountId: string): Promise<ProviderAnswer<KeyMatch>>
}

// Stripe may add fields at any time, so only the fields we use are checked.
const dues = v.nullish(v.array(providerText), [])
const account = v.object({
  id: providerText,
  object: v.literal('account'),
  charges_enabled: v.boolean(),
  payouts_enabled: v.boolean(),
  capabilities: v.optional(
    v.object({
      card_payments: v.optional(providerText),
      us_bank_account_ach_payments: v.optional(providerText),
    }),
  ),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  default_currency: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{3}$/), v.toUpperCase())),
  requirements: v.optional(v.object({ currently_due: dues, past_due: dues })),
})
const endpoint = v.object({
  object: v.literal('webhook_endpoint'),
  url: providerText,
  status: v.string(),
  enabled_events: v.array(providerText),
})
const payment = v.object({ id: providerText, client_secret: providerText })

function toAccount(body: unknown): StripeAccount {
  const told = v.parse(account, body)
  const { currently_due: current = [], past_due: late = [] } = told.requirements ?? {}
  return {
    id: told.id,
    charges: told.charges_enabled,
    payouts: told.payouts_enabled,
    cards: told.capabilities?.card_payments,
    debits: told.capabilities?.us_bank_account_ach_payments,
    country: told.country,
    currency: told.default_currency,
    due: [...new Set([...late, ...current])],
  }
}

function toEndpoint(body: unknown): StripeEndpoint {
  const { url, status, enabled_events: events } = v.parse(endpoint, body)
  return { url, enabled: status === 'enabled', events }
}

/**
 * Compares the keys' format. Newer keys contain the account's id: `acct_1…` has `pk_live_51…`. Stripe shows such keys
 * but documents no format, so this is only a hint.
 */
function looksOf(publishableKey: string, accountId: string): KeyMatch {
  const start = `5${accountId.replace(/^acct_/, '')}`
  return publishableKey.replace(/^pk_(test|live)_/, '').startsWith(start) ? 'looks_same' : 'looks_other'
}

/**
 * Creates the reader of our set-up at Stripe. The publishable key reads a payment as a browser does, by its client
 * secret.
 */
export function createStripeSetup(
  settings: StripeSettings & { readonly publishableKey: string },
  fetchFunction: ProviderFetch,
): StripeSetup {
  const { publishableKey } = settings
  const stripe = createClient(settings, fetchFunction)
  const browser = createClient({ ...settings, secretKey: publishableKey }, fetchFunction)
  return {
    events: WEBHOOK_EVENTS,
    readAccount: () => answer(async () => toAccount(await stripe.accounts.retrieveCurrent())),
    listEndpoints: () =>
      answer(async () => rowsOf(await stripe.webhookEndpoints.list({ limit: 100 })).map(toEndpoint)),
    compareKeys: (accountId) =>
      answer(async () => {
        const latest = firstOf(await stripe.paymentIntents.list({ limit: 1 }))
        if (latest === undefined) return looksOf(publishableKey, accountId)
        const { id, client_secret } = v.parse(payment, latest)
        try {
          const shown = await browser.paymentIntents.retrieve(id, { client_secret })
          if (v.parse(payment, shown).id !== id) throw new TypeError('Another payment than the one asked for')
          return 'same'
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && isMissing(error)) return 'other'
          throw error
        }
      }),
  }
}
