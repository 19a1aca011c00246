import type Stripe from 'stripe'
import { readAccount } from './account.ts'
import { BANK, BANK_OPTIONS, BROWSER_ACCEPTANCE } from './bank/params.ts'
import type { Network } from './events.ts'
import { previewParams } from './money-services.ts'
import { checkShape, choice, email, flag, hash, integer, shortText, text, words } from './protocol/params.ts'
import type { Params, Shape } from './protocol/params.ts'
import { invalid } from './protocol/wire.ts'

/** Currencies that the merchant's account can charge. Not the cedi: https://docs.stripe.com/currencies lists no GHS. */
const PRESENTABLE = ['usd', 'lrd', 'sle']
/** The payment method types that an account can enable, and the capability that each needs. */
const CAPABILITIES: Readonly<Record<string, keyof Stripe.Account.Capabilities>> = {
  card: 'card_payments',
  [BANK]: 'us_bank_account_ach_payments',
}
/** Minimum amount in cents, or their equivalent at Stripe's rate. */
const LEAST_CENTS = 50
const MOST = 99_999_999
const LONGEST_DESCRIPTION = 1_000
const LONGEST_SUFFIX = 22

type Names<T> = Record<keyof T, Shape | null>
const CARD_OPTIONS = {
  capture_method: null,
  cvc_token: null,
  installments: { enabled: null, plan: { count: null, interval: null, type: null } },
  mandate_options: null,
  moto: null,
  network: null,
  request_extended_authorization: null,
  request_incremental_authorization: null,
  request_multicapture: null,
  request_overcapture: null,
  request_three_d_secure: null,
  require_cvc_recollection: null,
  setup_credential_usage: null,
  setup_future_usage: null,
  statement_descriptor_suffix_kana: null,
  statement_descriptor_suffix_kanji: null,
  stored_credential_usage: null,
  three_d_secure: null,
} satisfies Names<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card>
const SHIPPING = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  carrier: null,
  name: null,
  phone: null,
  tracking_number: null,
} satisfies Names<Stripe.PaymentIntentCreateParams.Shipping>
const MANDATE = {
  customer_acceptance: {
    accepted_at: null,
    offline: {},
    online: { ip_address: null, user_agent: null },
    type: null,
  } satisfies Names<Stripe.PaymentIntentCreateParams.MandateData.CustomerAcceptance>,
}
const RADAR = { referrer: null, session: null } satisfies Names<Stripe.PaymentIntentCreateParams.RadarOptions>

/** `payment_method_data` and `metadata` have parsers that check them. */
const CONFIRM: Shape = {
  payment_method: null,
  payment_method_data: null,
  payment_method_options: { card: CARD_OPTIONS, [BANK]: BANK_OPTIONS },
  return_url: null,
  receipt_email: null,
  off_session: null,
  error_on_requires_action: null,
  mandate_data: MANDATE,
  setup_future_usage: null,
  shipping: SHIPPING,
  use_stripe_sdk: null,
  radar_options: RADAR,
}
const UPDATE: Shape = {
  amount: null,
  currency: null,
  customer: null,
  description: null,
  metadata: null,
  payment_method: null,
  payment_method_options: { card: CARD_OPTIONS, [BANK]: BANK_OPTIONS },
  receipt_email: null,
  setup_future_usage: null,
  shipping: SHIPPING,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
}
const CREATE: Shape = {
  ...UPDATE,
  ...CONFIRM,
  automatic_payment_methods: { allow_redirects: null, enabled: null },
  capture_method: null,
  confirm: null,
  confirmation_method: null,
}

/** Refuses parameters that `POST /v1/payment_intents` does not have in this API version. */
export function checkCreate(params: Params, apiVersion: string): void {
  const byVersion = [...methodParams(apiVersion), ...previewParams(apiVersion)].map((name) => [name, null])
  checkShape(params, { ...CREATE, ...(Object.fromEntries(byVersion) as Shape) })
  flag(params, 'use_stripe_sdk')
}

/** Refuses parameters that `POST /v1/payment_intents/{id}` does not have. */
export const checkUpdate = (params: Params): void => checkShape(params, UPDATE)

/** Refuses parameters that `POST /v1/payment_intents/{id}/confirm` does not have. */
export function checkConfirm(params: Params, byMerchant: boolean): void {
  const mandate = byMerchant ? MANDATE : { customer_acceptance: BROWSER_ACCEPTANCE }
  checkShape(params, { ...CONFIRM, mandate_data: mandate, client_secret: null })
  flag(params, 'use_stripe_sdk')
  email(params, 'receipt_email')
}

/**
 * Returns the parameter names for the list of payment methods: Stripe removed the old one a month after
 * adding the new one.
 */
function methodParams(apiVersion: string): readonly string[] {
  return [
    ...(apiVersion < '2026-08-26' ? ['payment_method_types'] : []),
    ...(apiVersion >= '2026-07-29' ? ['allowed_payment_method_types'] : []),
  ]
}

/**
 * Parses a list of payment method types, all of which the account must have enabled. The sandbox plays one type in a
 * payment; Stripe allows several.
 */
export function methodTypes(
  { store }: Network,
  params: Params,
  name: 'allowed_payment_method_types' | 'payment_method_types',
): string[] | undefined {
  const types = words(params, name)
  const { capabilities } = readAccount(store)
  const isEnabled = (type: string) => {
    const needed = CAPABILITIES[type]
    return needed !== undefined && capabilities?.[needed] === 'active'
  }
  const missing = types?.find((type, place) => place > 0 || !isEnabled(type))
  if (missing !== undefined) {
    throw invalid(
      `The payment method type "${missing}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
      { param: name, code: 'payment_intent_invalid_parameter' },
    )
  }
  return types
}

/** Parses whether 3-D Secure is requested: for `any`, and for `challenge`, of each card that supports it. */
export function threeDSecure(params: Params): 'any' | 'automatic' | 'challenge' | undefined {
  const card = hash(hash(params, 'payment_method_options') ?? {}, 'card') ?? {}
  return choice(
    card,
    'request_three_d_secure',
    ['any', 'automatic', 'challenge'],
    'payment_method_options[card]',
  )
}

/** Parses `setup_future_usage`: whether the card is saved for payments with the customer present, or without. */
export function futureUsage(params: Params): 'off_session' | 'on_session' | undefined {
  return choice(params, 'setup_future_usage', ['off_session', 'on_session'])
}

/** Parses the payment's texts that the card statement and the dashboard show. */
export function payment(params: Params): { description: string | null; suffix: string | null } {
  checkDescriptor(params)
  return {
    description: shortText(params, 'description', LONGEST_DESCRIPTION) ?? null,
    suffix: shortText(params, 'statement_descriptor_suffix', LONGEST_SUFFIX) ?? null,
  }
}

/** Refuses a whole statement descriptor, which Stripe does not allow for cards. */
export function checkDescriptor(params: Params): void {
  if (text(params, 'statement_descriptor') === undefined) return
  throw invalid(
    'The `statement_descriptor` parameter is not supported for card charges. Use `statement_descriptor_suffix` instead.',
    { param: 'statement_descriptor' },
  )
}

/** Parses the amount, which must be at least 50 cents at Stripe's own rate. */
export function amountIn(network: Network, params: Params, currency: string): number | undefined {
  const amount = integer(params, 'amount')
  if (amount === undefined) return undefined
  if (network.exchange.toCents(amount, currency) < LEAST_CENTS) {
    throw invalid('Amount must convert to at least 50 cents.', {
      param: 'amount',
      code: 'amount_too_small',
    })
  }
  if (amount > MOST) {
    throw invalid('Amount must be no more than 999,999.99', { param: 'amount', code: 'amount_too_large' })
  }
  return amount
}

/** Parses a currency that the account can charge. */
export function currencyParam(given: string): string {
  const currency = given.toLowerCase()
  if (!PRESENTABLE.includes(currency)) {
    throw invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${PRESENTABLE.join(', ')}`,
      { param: 'currency' },
    )
  }
  return currency
}
