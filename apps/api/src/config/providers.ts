import { createPublicKey } from 'node:crypto'
import { COUNTRIES, byCountry } from '@sesa/contract'
import * as v from 'valibot'
import { environmentProblems, isSandbox, REAL } from './mode.ts'
import { address, form, oneOf, text } from './schemas.ts'
import { defaulted, extra, group, needs, optional, secret, type Environment } from './setting.ts'

/** Set by the launcher. */
export const SANDBOX = group({
  title: 'The sandbox',
  isInternal: true,
  isRead: isSandbox,
  allOrNone: true,
  purpose: 'The sandbox, unless SESA_MODE is test or live',
})({
  SANDBOX_URL: optional(address).means('Its address'),
  SANDBOX_STRIPE_WEBHOOK_SECRET: optional(text).means('Signs its card notifications'),
  SANDBOX_PAWAPAY_CALLBACK_KEY: extra(v.string()).means('The public key (PEM) of its pawaPay callbacks'),
})

const secretKey = form(/^(sk|rk)_/, 'begins with sk_ or rk_')
const version = form(
  /^\d{4}-\d{2}-\d{2}\.preview$/,
  'is a preview version of the API such as 2026-05-27.preview',
)

export const CARDS = group({ title: 'Cards: Stripe', ...REAL, allOrNone: true, purpose: 'Cards' })({
  STRIPE_SECRET_KEY: secret(secretKey, 'sk_live_...').means('The secret key'),
  STRIPE_PUBLISHABLE_KEY: optional(form(/^pk_/, 'begins with pk_'), 'pk_live_...').means(
    'The publishable key',
  ),
  STRIPE_WEBHOOK_SECRET: secret(form(/^whsec_/, 'begins with whsec_'), 'whsec_...').means(
    'The secret of the endpoint /webhooks/stripe',
  ),
  STRIPE_WALLETS: defaulted('off', oneOf('on', 'off')).means(
    'Offers Apple Pay and Google Pay: on or off. Follow docs/going-live.md first',
  ),
  STRIPE_ACCOUNT_FUNDING_VERSION: extra(version, '2026-05-27.preview').means(
    'The preview version of account funding that Stripe approved',
  ),
})

function isPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** A PEM on one line, the format of env files. */
const publicKey = v.pipe(
  v.string(),
  v.transform((line) => line.replaceAll('\\n', '\n')),
  v.check(isPublicKey, 'has another form: it is a public key on P-256 in PEM, in one line'),
)
const postalCode = form(/^[0-9A-Za-z -]{1,16}$/, 'is at most 16 letters, digits, spaces and hyphens')

export const PAWAPAY = group({
  title: 'Mobile money: pawaPay',
  intro: 'At least one of pawaPay and MTN MoMo.',
  ...{ ...REAL, allOrNone: true, purpose: 'Mobile money' },
  problems: (env) => ({
    ...needs(env, 'PAWAPAY_CALLBACK_KEY', 'PAWAPAY_TOKEN'),
    ...needs(env, 'PAWAPAY_REMITTANCES', 'PAWAPAY_TOKEN'),
    ...needs(env, 'PAWAPAY_NO_POSTAL_CODE', 'PAWAPAY_REMITTANCES'),
  }),
})({
  PAWAPAY_TOKEN: secret(text).means('The token of the API'),
  PAWAPAY_CALLBACK_KEY: extra(publicKey, '-----BEGIN PUBLIC KEY-----\\n...\\n-----END PUBLIC KEY-----').means(
    'The public key of callbacks, in PEM, in one line',
  ),
  PAWAPAY_REMITTANCES: extra(oneOf('alpha-2', 'alpha-3'), 'alpha-3').means(
    'With remittances: the account’s country format, alpha-2 or alpha-3',
  ),
  PAWAPAY_NO_POSTAL_CODE: defaulted('00000', postalCode).means(
    'The placeholder for a missing postal code in remittances',
  ),
})

export const MOMO = group({
  title: 'Mobile money: MTN MoMo',
  intro: 'Register the host of SESA_PUBLIC_URL with each API user: MTN calls /webhooks/mtn-momo/ there.',
  ...REAL,
})({
  MTN_MOMO_PRODUCT: defaulted('remittance', oneOf('remittance', 'disbursement')).means(
    'remittance or disbursement; change it only while no MTN pay-out is in flight',
  ),
})

export const MOMO_GH = group({
  title: 'MTN MoMo in Ghana',
  ...{ ...REAL, allOrNone: true, purpose: 'Mobile money' },
  problems: (env) => environmentProblems(env, 'MTN_MOMO_GH_TARGET', 'MTN_MOMO_URL'),
})({
  MTN_MOMO_GH_SUBSCRIPTION_KEY: secret(text).means('The subscription key'),
  MTN_MOMO_GH_API_USER: optional(text).means('The API user'),
  MTN_MOMO_GH_API_KEY: secret(text).means('The API user’s key'),
  MTN_MOMO_GH_TARGET: extra(text, 'mtnghana').means('MTN’s environment; sandbox in test mode'),
})

export const MOMO_LR = group({
  title: 'MTN MoMo in Liberia',
  ...{ ...REAL, allOrNone: true, purpose: 'Mobile money' },
  problems: (env) => environmentProblems(env, 'MTN_MOMO_LR_TARGET', 'MTN_MOMO_URL'),
})({
  MTN_MOMO_LR_SUBSCRIPTION_KEY: secret(text).means('The subscription key'),
  MTN_MOMO_LR_API_USER: optional(text).means('The API user'),
  MTN_MOMO_LR_API_KEY: secret(text).means('The API user’s key'),
  MTN_MOMO_LR_TARGET: extra(text, 'mtnliberia').means('MTN’s environment; sandbox in test mode'),
})

const COLLECTION_INTRO =
  'Customers pay here from MTN wallets. MTN gives money back only through its disbursement product, so both keys belong together.'

export const MOMO_GH_COLLECTION = group({
  title: 'Paying with MTN MoMo in Ghana',
  intro: COLLECTION_INTRO,
  ...{ ...REAL, allOrNone: true },
})({
  MTN_MOMO_GH_COLLECTION_SUBSCRIPTION_KEY: secret(text).means(
    'The subscription key of the collection product',
  ),
  MTN_MOMO_GH_COLLECTION_API_USER: optional(text).means('Its API user'),
  MTN_MOMO_GH_COLLECTION_API_KEY: secret(text).means('That API user’s key'),
  MTN_MOMO_GH_REFUND_SUBSCRIPTION_KEY: secret(text).means('The subscription key of the disbursement product'),
  MTN_MOMO_GH_REFUND_API_USER: optional(text).means('Its API user'),
  MTN_MOMO_GH_REFUND_API_KEY: secret(text).means('That API user’s key'),
})

export const MOMO_LR_COLLECTION = group({
  title: 'Paying with MTN MoMo in Liberia',
  ...{ ...REAL, allOrNone: true },
})({
  MTN_MOMO_LR_COLLECTION_SUBSCRIPTION_KEY: secret(text).means(
    'The subscription key of the collection product',
  ),
  MTN_MOMO_LR_COLLECTION_API_USER: optional(text).means('Its API user'),
  MTN_MOMO_LR_COLLECTION_API_KEY: secret(text).means('That API user’s key'),
  MTN_MOMO_LR_REFUND_SUBSCRIPTION_KEY: secret(text).means('The subscription key of the disbursement product'),
  MTN_MOMO_LR_REFUND_API_USER: optional(text).means('Its API user'),
  MTN_MOMO_LR_REFUND_API_KEY: secret(text).means('That API user’s key'),
})

const webhookSecret = form(/^.{32,256}$/, 'is 32 to 256 characters: openssl rand -hex 24 makes one')

export const MONIME = group({
  title: 'Paying with Monime in Sierra Leone',
  intro: 'Create its webhook for /webhooks/monime with HS256 and the events of payment_code and payout.',
  ...{ ...REAL, allOrNone: true },
})({
  MONIME_TOKEN: secret(text).means('The token of the API'),
  MONIME_SPACE_ID: optional(form(/^spc-/, 'begins with spc-'), 'spc-...').means('The space'),
  MONIME_WEBHOOK_SECRET: secret(webhookSecret).means('The secret of the webhook'),
})

const reportsToken = form(
  /^[\w-]{32,128}$/,
  'is a secret of at least 32 letters and digits: openssl rand -hex 24 makes one',
)

export const AFRICASTALKING = group({
  title: 'SMS: Africa’s Talking',
  intro: 'At least one of Africa’s Talking and Twilio.',
  ...{ ...REAL, allOrNone: true, purpose: 'SMS' },
  problems: (env) => environmentProblems(env, 'AFRICASTALKING_USERNAME', 'AFRICASTALKING_URL'),
})({
  AFRICASTALKING_USERNAME: optional(text).means('The username; sandbox in test mode'),
  AFRICASTALKING_API_KEY: secret(text).means('The key of the API'),
  AFRICASTALKING_FROM: extra(text, 'SESA').means('The sender'),
  AFRICASTALKING_REPORTS_TOKEN: secret(reportsToken, '', { isExtra: true }).means(
    'The secret in the address of delivery reports: docs/going-live.md',
  ),
})

export const TWILIO = group({ title: 'SMS: Twilio', ...REAL, allOrNone: true, purpose: 'SMS' })({
  TWILIO_ACCOUNT_SID: optional(form(/^AC/, 'begins with AC'), 'AC...').means('The account’s id'),
  TWILIO_AUTH_TOKEN: secret(text).means('The account’s token'),
  TWILIO_FROM: optional(text, 'MG...').means('The sender: messaging service, number or name'),
})

const VENDORS = { africastalking: 'AFRICASTALKING_USERNAME', twilio: 'TWILIO_ACCOUNT_SID' } as const

const LIST = 'has another form: it lists africastalking and twilio in order, with a comma'
const vendors = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((name) => name.trim())),
  v.array(v.picklist(['africastalking', 'twilio'], LIST)),
  v.check((list) => new Set(list).size === list.length, LIST),
)

/**
 * Returns the lines about each country's `prefix…` setting that names a provider without keys. `keys`: the setting whose
 * presence means that a provider is configured.
 */
export function missingKeys(env: Environment, prefix: string, keys: Readonly<Record<string, string>>) {
  const named = COUNTRIES.flatMap(({ code }) =>
    Object.entries(keys)
      .filter(([provider]) => env[prefix + code]?.includes(provider))
      .map(([, key]) => needs(env, prefix + code, key)),
  )
  return Object.assign({}, ...named) as Record<string, boolean>
}

export const SMS_VENDORS = group({
  title: 'SMS: vendors by country, in order',
  ...REAL,
  problems: (env) => missingKeys(env, 'SMS_VENDORS_', VENDORS),
})(
  byCountry(
    ({ code, name }) =>
      code === 'US'
        ? defaulted('twilio,africastalking', vendors).means(`${name} and every other country`)
        : defaulted('africastalking,twilio', vendors).means(name),
    'SMS_VENDORS_',
  ),
)

const smtp = form(/^smtps?:\/\/[^\s/]+/, 'is an address such as smtps://user:password@host')

export const EMAIL = group({ title: 'Email', ...REAL, allOrNone: true, purpose: 'Email' })({
  SMTP_URL: secret(smtp, 'smtps://user:password@mail.example:465').means('The mail server'),
  MAIL_FROM: optional(text, 'Sesa <no-reply@sesa.example>').means('The sender'),
})

const plan = v.pipe(
  form(/^[1-9]\d{0,6}$/, 'is the number of requests a month that the plan allows'),
  v.transform(Number),
)

export const OPEN_EXCHANGE_RATES = group({
  title: 'Exchange rates: Open Exchange Rates',
  intro: 'At least one of two sources. The first with a currency is used; the other confirms it.',
  ...{ ...REAL, allOrNone: true, purpose: 'Exchange rates' },
})({
  OPENEXCHANGERATES_APP_ID: secret(text).means('The application id'),
  OPENEXCHANGERATES_MONTHLY_REQUESTS: defaulted('1000', plan).means(
    'The plan’s requests a month; the product uses them',
  ),
})

export const EXCHANGE_RATE_API = group({
  title: 'Exchange rates: ExchangeRate-API',
  ...{ ...REAL, allOrNone: true, purpose: 'Exchange rates' },
})({
  EXCHANGERATE_API_KEY: secret(text).means('The key'),
  EXCHANGERATE_API_MONTHLY_REQUESTS: defaulted('1500', plan).means('The plan’s requests a month'),
})
