import type Stripe from 'stripe'
import { choice, flag, hash, nested, text, words } from '../protocol/params.ts'
import type { Params, Shape } from '../protocol/params.ts'
import { invalid } from '../protocol/wire.ts'

export const BANK = 'us_bank_account'
const WITHIN = `payment_method_options[${BANK}]`
const CONNECTIONS = `${WITHIN}[financial_connections]`

/** The options of `payment_method_options[us_bank_account]`. */
export const BANK_OPTIONS = {
  financial_connections: {
    filters: { account_subcategories: null },
    permissions: null,
    prefetch: null,
    return_url: null,
  },
  mandate_options: { collection_method: null },
  networks: { requested: null },
  setup_future_usage: null,
  target_date: null,
  transaction_purpose: null,
  verification_method: null,
} satisfies Record<keyof Stripe.PaymentIntentCreateParams.PaymentMethodOptions.UsBankAccount, Shape | null>

/** Options that the sandbox does not play, so that nothing relies on them. */
const NOT_PLAYED = ['mandate_options', 'networks', 'setup_future_usage', 'target_date'] as const

/**
 * Parses the options of a payment that debits a bank account. Refuses what such a payment cannot be, and what the
 * sandbox does not play: other verification than the instant one, saved accounts.
 */
export function bankOptions(
  params: Params,
  currency: string,
): NonNullable<Stripe.PaymentIntent['payment_method_options']> {
  checkBankCurrency(currency)
  const refused = { capture_method: 'manual', confirmation_method: 'manual' } as const
  for (const [name, value] of Object.entries(refused)) {
    if (params[name] !== value) continue
    throw invalid(`The payment method type ${BANK} cannot be used with ${name} ${value}.`, { param: name })
  }
  if ('setup_future_usage' in params) throw notPlayed('setup_future_usage')
  const given = hash(hash(params, 'payment_method_options') ?? {}, BANK) ?? {}
  for (const name of NOT_PLAYED) if (name in given) throw notPlayed(nested(WITHIN, name))
  const verification = choice(given, 'verification_method', ['automatic', 'instant', 'microdeposits'], WITHIN)
  if (verification !== 'instant') throw notPlayed(`${WITHIN}[verification_method]`)
  const purpose = choice(given, 'transaction_purpose', ['goods', 'other', 'services', 'unspecified'], WITHIN)
  const permissions = readPermissions(hash(given, 'financial_connections') ?? {})
  return {
    us_bank_account: {
      financial_connections: { ...(permissions && { permissions }), prefetch: null },
      ...(purpose !== undefined && { transaction_purpose: purpose }),
      verification_method: verification,
    },
  }
}

function readPermissions(given: Params): string[] | undefined {
  const permissions = words(given, 'permissions')
  if (permissions === undefined) return undefined
  const known = ['balances', 'ownership', 'payment_method', 'transactions']
  if (!permissions.includes('payment_method') || !permissions.every((each) => known.includes(each))) {
    throw invalid(`Invalid permissions: the permission payment_method must be included.`, {
      param: `${CONNECTIONS}[permissions]`,
    })
  }
  return permissions
}

/** Refuses a currency that bank accounts in the US cannot pay. */
export function checkBankCurrency(currency: string): void {
  if (currency === 'usd') return
  throw invalid(
    `The currency provided (${currency}) is invalid. Payments with ${BANK} support the following currencies: usd.`,
    { param: 'currency' },
  )
}

const notPlayed = (param: string) =>
  invalid(`The sandbox debits bank accounts once and with verification_method instant; not ${param}.`, {
    param,
  })

/** Refuses options of a type of payment method that the payment does not take. */
export function checkOptionTypes(params: Params, types: readonly string[]): void {
  const name = Object.keys(hash(params, 'payment_method_options') ?? {}).find((each) => !types.includes(each))
  if (name === undefined) return
  throw invalid(`payment_method_options[${name}] needs a payment that takes ${name}.`, {
    param: `payment_method_options[${name}]`,
  })
}

/** The mandate that a browser gives: Stripe reads the address and the browser itself. */
export const BROWSER_ACCEPTANCE: Shape = { online: { infer_from_client: null }, type: null }

const NO_MANDATE =
  'This PaymentIntent requires a mandate, but no existing mandate was found. Ensure you are passing `mandate_data` when confirming the PaymentIntent or have previously set up a mandate with this PaymentMethod.'

/** Refuses a debit that the customer has not authorized: Stripe.js sends the mandate itself, a server must. */
export function checkMandate(params: Params, byMerchant: boolean): void {
  const acceptance = hash(hash(params, 'mandate_data') ?? {}, 'customer_acceptance')
  if (!acceptance) throw invalid(NO_MANDATE, { param: 'mandate_data' })
  const within = 'mandate_data[customer_acceptance]'
  const type = choice(acceptance, 'type', ['offline', 'online'], within)
  if (type === undefined) throw missingParam(`${within}[type]`)
  if (type === 'offline') return
  const online = hash(acceptance, 'online')
  if (!online) throw missingParam(`${within}[online]`)
  if (!byMerchant) {
    if (flag(online, 'infer_from_client') !== true) throw missingParam(`${within}[online][infer_from_client]`)
    return
  }
  for (const name of ['ip_address', 'user_agent'])
    if (text(online, name) === undefined) throw missingParam(`${within}[online][${name}]`)
}

export const missingParam = (param: string) =>
  invalid(`Missing required param: ${param}.`, { param, code: 'parameter_missing' })
