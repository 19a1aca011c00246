import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { BANK_PARAMS, faceOf, readAccount, type ReadAccount } from './bank/methods.ts'
import { BANK } from './bank/params.ts'
import { accountNamed } from './bank/test-accounts.ts'
import type { Network } from './events.ts'
import { buildMethod, type CardWallet } from './objects/objects.ts'
import { allowOnly, choice, hash, integer, metadata, nested, required, text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import type { Kept } from './objects/store.ts'
import { NAMED_METHODS, behaviourName, brandOf, countryOf, passesLuhn } from './test-cards.ts'
import { Refusal, invalid, missing } from './protocol/wire.ts'

const METHOD_PARAMS = [
  'type',
  'card',
  BANK,
  'billing_details',
  'allow_redisplay',
  'metadata',
  'radar_options',
]
const CARD_PARAMS = ['number', 'exp_month', 'exp_year', 'cvc', 'networks', 'token']
const BILLING_PARAMS = ['address', 'email', 'name', 'phone', 'tax_id']
const ADDRESS_PARAMS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state']

/** The sandbox's own names for wallet tokens; real wallets create a new token for each payment. */
const WALLET_TOKENS: Readonly<Record<string, CardWallet>> = {
  tok_sandbox_google_pay: 'google_pay',
  tok_sandbox_apple_pay: 'apple_pay',
}
const WALLET_CARD = '4242424242424242'

/**
 * Creates a payment method from `payment_method_data` or the body of `POST /v1/payment_methods`. Throws 402 for an
 * impossible card.
 */
export function createMethod(network: Network, data: Params, within = ''): Kept<'payment_method'> {
  checkNames(data, within)
  const type = required(data, 'type')
  if (type === BANK) {
    return keepBankAccount(
      network,
      readAccount(data, billingDetails(hash(data, 'billing_details') ?? {})),
      data,
    )
  }
  if (type !== 'card') {
    throw invalid('The sandbox accepts cards and US bank accounts only.', { param: 'type' })
  }
  const card = hash(data, 'card')
  if (!card) throw invalid('Missing required param: card.', { param: 'card', code: 'parameter_missing' })
  const token = text(card, 'token')
  if (token !== undefined) {
    const wallet = WALLET_TOKENS[token]
    if (!wallet)
      throw invalid(`No such token: '${token}'`, { param: 'card[token]', code: 'resource_missing' })
    return keepMethod(network, WALLET_CARD, 12, nextYear(network), data, wallet)
  }
  const number = required(card, 'number').replace(/[\s-]/g, '')
  const expMonth = integer(card, 'exp_month')
  const expYear = fullYear(integer(card, 'exp_year'))
  checkCard(number, expMonth, expYear, text(card, 'cvc'), new Date(network.now() * 1000))
  return keepMethod(network, number, expMonth ?? 0, expYear ?? 0, data)
}

/** Refuses names that a payment method does not have; `within` names the hash that contains it. */
function checkNames(data: Params, within: string): void {
  allowOnly(data, METHOD_PARAMS, within)
  const billing = hash(data, 'billing_details') ?? {}
  const billingName = nested(within, 'billing_details')
  allowOnly(hash(data, 'card') ?? {}, CARD_PARAMS, nested(within, 'card'))
  allowOnly(hash(data, BANK) ?? {}, BANK_PARAMS, nested(within, BANK))
  allowOnly(billing, BILLING_PARAMS, billingName)
  allowOnly(hash(billing, 'address') ?? {}, ADDRESS_PARAMS, nested(billingName, 'address'))
}

/** Returns the method with this id, or the one for a `pm_card_…` or `pm_usBankAccount_…` name. Throws 404 `resource_missing`. */
export function findMethod(network: Network, id: string): Kept<'payment_method'> {
  const number = NAMED_METHODS[id]
  if (number !== undefined) {
    return keepMethod(network, number, 12, nextYear(network), {})
  }
  const account = accountNamed(id)
  if (account !== undefined) {
    return keepBankAccount(network, faceOf(account), { billing_details: { name: 'Jenny Rosen' } })
  }
  const found = network.store.find('payment_method', id)
  if (!found) throw missing('PaymentMethod', id, 'payment_method')
  return found
}

const nextYear = (network: Network): number => new Date(network.now() * 1000).getUTCFullYear() + 1

function keepMethod(
  network: Network,
  number: string,
  expMonth: number,
  expYear: number,
  data: Params,
  wallet: CardWallet | null = null,
): Kept<'payment_method'> {
  const face = {
    brand: brandOf(number),
    country: countryOf(number),
    last4: number.slice(-4),
    expMonth,
    expYear,
    fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
    wallet,
  }
  const built = buildMethod(face, billingDetails(hash(data, 'billing_details') ?? {}), network.now())
  return keep(network, built, data, { behaviour: behaviourName(number) })
}

function keepBankAccount(
  network: Network,
  { number, face }: ReadAccount,
  data: Params,
): Kept<'payment_method'> {
  const built = buildMethod(null, billingDetails(hash(data, 'billing_details') ?? {}), network.now())
  return keep(network, { ...built, type: BANK, us_bank_account: face }, data, { account: number })
}

function keep(
  network: Network,
  built: Stripe.PaymentMethod,
  data: Params,
  secret: Record<string, string>,
): Kept<'payment_method'> {
  const object: Stripe.PaymentMethod = {
    ...built,
    metadata: metadata(data, {}),
    allow_redisplay: choice(data, 'allow_redisplay', ['always', 'limited', 'unspecified']) ?? 'unspecified',
  }
  network.store.insert(object, null, secret)
  return { object, secret }
}

function billingDetails(from: Params): Stripe.PaymentMethod['billing_details'] {
  const address = hash(from, 'address') ?? {}
  const line = (name: string) => text(address, name) ?? null
  return {
    address: {
      city: line('city'),
      country: line('country'),
      line1: line('line1'),
      line2: line('line2'),
      postal_code: line('postal_code'),
      state: line('state'),
    },
    email: text(from, 'email') ?? null,
    name: text(from, 'name') ?? null,
    phone: text(from, 'phone') ?? null,
    tax_id: text(from, 'tax_id') ?? null,
  }
}

function fullYear(year: number | undefined): number | undefined {
  return year !== undefined && year < 100 ? 2000 + year : year
}

const LONGEST_VALIDITY_YEARS = 50

function checkCard(
  number: string,
  month: number | undefined,
  year: number | undefined,
  cvc: string | undefined,
  today: Date,
): void {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  const thisYear = today.getUTCFullYear()
  const monthWrong = cardError(
    'invalid_expiry_month',
    'exp_month',
    "Your card's expiration month is invalid.",
  )
  if (month === undefined || month < 1 || month > 12) throw monthWrong
  if (year === undefined || year < thisYear || year > thisYear + LONGEST_VALIDITY_YEARS) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) throw monthWrong
  const cvcLength = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== undefined && !cvcLength.test(cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
}

function cardError(code: string, param: string, message: string): Refusal {
  return new Refusal(402, { type: 'card_error', code, param, message }, true)
}
