import type { DestinationCode } from '@sesa/contract'
import * as v from 'valibot'
import { listMalformedSettings } from './provider-setting-forms.ts'
import { listWrongUrls, PROVIDER_URLS } from './provider-urls.ts'
import { monthlyRequestsOf } from './rate-plans.ts'
import { readRemittances } from './remittance-settings.ts'
import { readScreening, SCREENING_NAMES, type ScreeningSettings } from './screening-settings.ts'
import { listVendorProblems, readSmsVendors, type SmsVendors } from './sms-settings.ts'

/**
 * Where money and messages go. `sandbox`: one process of ours plays every provider. `test`: the providers' own test
 * environments. `live`: real money.
 */
export type ProviderSettings =
  | {
      readonly mode: 'sandbox'
      readonly url: string
      readonly stripeWebhookSecret: string
      /** Public key (PEM) that verifies pawaPay's callbacks; without it they are not verified. */
      readonly pawapayCallbackKey?: string | undefined
    }
  | RealSettings

export interface RealSettings {
  readonly mode: 'test' | 'live'
  readonly stripe: {
    readonly secretKey: string
    readonly publishableKey: string
    readonly webhookSecret: string
    /** Address of the API; Stripe's own host when undefined. */
    readonly url: string | undefined
    /** Whether the card form may offer Apple Pay and Google Pay. */
    readonly wallets: boolean
    /** The preview version of the API that lets the account name sender and recipient. */
    readonly fundingVersion: string | undefined
  }
  readonly pawapay:
    | {
        readonly url: string
        readonly token: string
        readonly callbackKey: string | undefined
        /**
         * Set when the account has remittances: its country format, and the placeholder for a missing postal
         * code.
         */
        readonly remittances:
          | { readonly countries: 'alpha-2' | 'alpha-3'; readonly noPostalCode: string }
          | undefined
      }
    | undefined
  readonly momo: readonly MomoMarket[]
  readonly africasTalking:
    | {
        readonly url: string
        readonly username: string
        readonly apiKey: string
        readonly from: string | undefined
        /** The secret in the address of delivery reports; without it none is read. */
        readonly reportsToken: string | undefined
      }
    | undefined
  /** The vendors for each country's numbers, in order. */
  readonly smsVendors: SmsVendors
  readonly twilio:
    | {
        readonly url: string
        readonly accountSid: string
        readonly authToken: string
        readonly from: string
      }
    | undefined
  readonly smtp: { readonly url: string; readonly from: string }
  readonly openExchangeRates:
    | { readonly url: string; readonly appId: string; readonly monthlyRequests: number }
    | undefined
  readonly exchangeRateApi:
    | { readonly url: string; readonly apiKey: string; readonly monthlyRequests: number }
    | undefined
  readonly screening: ScreeningSettings
}

export interface MomoMarket {
  readonly country: Extract<DestinationCode, 'GH' | 'LR'>
  readonly url: string
  readonly product: 'disbursement' | 'remittance'
  readonly targetEnvironment: string
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
}

/** Missing or wrong settings; the message names them and says what to do. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const LIVE_KEY = /^(sk|rk|pk)_live_/
const TEST_KEY = /^(sk|rk|pk)_test_/

/** Settings that belong together: set all of them, or none. */
const GROUPS = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  pawapay: ['PAWAPAY_TOKEN'],
  momoGhana: ['MTN_MOMO_GH_SUBSCRIPTION_KEY', 'MTN_MOMO_GH_API_USER', 'MTN_MOMO_GH_API_KEY'],
  momoLiberia: ['MTN_MOMO_LR_SUBSCRIPTION_KEY', 'MTN_MOMO_LR_API_USER', 'MTN_MOMO_LR_API_KEY'],
  africasTalking: ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  smtp: ['SMTP_URL', 'MAIL_FROM'],
  openExchangeRates: ['OPENEXCHANGERATES_APP_ID'],
  exchangeRateApi: ['EXCHANGERATE_API_KEY'],
  screening: SCREENING_NAMES,
} as const satisfies Record<string, readonly string[]>

type Group = keyof typeof GROUPS

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== ''
const isWhole = (env: Environment, group: Group): boolean => GROUPS[group].every((name) => isSet(env, name))

/** Groups of which at least one is required, and their purpose. */
const NEEDED: readonly { readonly any: readonly Group[]; readonly what: string }[] = [
  { any: ['stripe'], what: 'Cards' },
  { any: ['pawapay', 'momoGhana', 'momoLiberia'], what: 'Mobile money' },
  { any: ['africasTalking', 'twilio'], what: 'SMS' },
  { any: ['smtp'], what: 'Email' },
  { any: ['openExchangeRates', 'exchangeRateApi'], what: 'Exchange rates' },
  { any: ['screening'], what: 'Screening' },
]

/**
 * Returns a sentence for each error in the settings of `test` and `live`: an incomplete provider, a missing one, keys of the
 * other environment, and malformed values. Empty when a start would be accepted.
 */
export function findProblems(env: Environment, mode: 'test' | 'live'): string[] {
  const half = Object.values(GROUPS).flatMap((names) => {
    const missing = names.filter((name) => !isSet(env, name))
    return missing.length === 0 || missing.length === names.length
      ? []
      : [
          `${missing.join(' and ')} is missing beside ${names.filter((name) => isSet(env, name)).join(' and ')}.`,
        ]
  })
  const none = NEEDED.filter(({ any }) => !any.some((group) => isWhole(env, group))).map(
    ({ any, what }) => `${what}: set ${any.map((group) => GROUPS[group].join(', ')).join('; or ')}.`,
  )
  const wrong = mode === 'live' ? TEST_KEY : LIVE_KEY
  const mixed = Object.entries(env)
    .filter(([, value]) => wrong.test((value ?? '').trim()))
    .map(([name]) => `${name} holds a ${mode === 'live' ? 'test' : 'live'} key, but SESA_MODE is ${mode}.`)
  return [
    ...half,
    ...none,
    ...mixed,
    ...listWrongUrls(env, mode),
    ...listMalformedSettings(env, mode),
    ...listVendorProblems(env),
  ]
}

function readReal(env: Environment, mode: 'test' | 'live'): RealSettings {
  const problems = findProblems(env, mode)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const get = (name: string): string => env[name] ?? ''
  const optional = (name: string): string | undefined => env[name] || undefined
  const urlOf = (name: keyof typeof PROVIDER_URLS): string =>
    (optional(name) ?? PROVIDER_URLS[name][mode]).replace(/\/$/, '')
  const market = (country: 'GH' | 'LR', target: string): MomoMarket => ({
    country,
    url: urlOf('MTN_MOMO_URL'),
    product: get('MTN_MOMO_PRODUCT') === 'disbursement' ? 'disbursement' : 'remittance',
    targetEnvironment: optional(`MTN_MOMO_${country}_TARGET`) ?? (mode === 'live' ? target : 'sandbox'),
    subscriptionKey: get(`MTN_MOMO_${country}_SUBSCRIPTION_KEY`),
    apiUser: get(`MTN_MOMO_${country}_API_USER`),
    apiKey: get(`MTN_MOMO_${country}_API_KEY`),
  })
  return {
    mode,
    stripe: {
      secretKey: get('STRIPE_SECRET_KEY'),
      publishableKey: get('STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: get('STRIPE_WEBHOOK_SECRET'),
      url: optional('STRIPE_URL'),
      wallets: get('STRIPE_WALLETS') === 'on',
      fundingVersion: optional('STRIPE_ACCOUNT_FUNDING_VERSION'),
    },
    pawapay: isWhole(env, 'pawapay')
      ? {
          url: urlOf('PAWAPAY_URL'),
          token: get('PAWAPAY_TOKEN'),
          // A PEM in one line, as env files hold it.
          callbackKey: optional('PAWAPAY_CALLBACK_KEY')?.replaceAll('\\n', '\n'),
          remittances: readRemittances(env),
        }
      : undefined,
    momo: [
      ...(isWhole(env, 'momoGhana') ? [market('GH', 'mtnghana')] : []),
      ...(isWhole(env, 'momoLiberia') ? [market('LR', 'mtnliberia')] : []),
    ],
    africasTalking: isWhole(env, 'africasTalking')
      ? {
          url: urlOf('AFRICASTALKING_URL'),
          username: get('AFRICASTALKING_USERNAME'),
          apiKey: get('AFRICASTALKING_API_KEY'),
          from: optional('AFRICASTALKING_FROM'),
          reportsToken: optional('AFRICASTALKING_REPORTS_TOKEN'),
        }
      : undefined,
    smsVendors: readSmsVendors(env),
    twilio: isWhole(env, 'twilio')
      ? {
          url: urlOf('TWILIO_URL'),
          accountSid: get('TWILIO_ACCOUNT_SID'),
          authToken: get('TWILIO_AUTH_TOKEN'),
          from: get('TWILIO_FROM'),
        }
      : undefined,
    smtp: { url: get('SMTP_URL'), from: get('MAIL_FROM') },
    openExchangeRates: isWhole(env, 'openExchangeRates')
      ? {
          url: urlOf('OPENEXCHANGERATES_URL'),
          appId: get('OPENEXCHANGERATES_APP_ID'),
          monthlyRequests: monthlyRequestsOf(env, 'OPENEXCHANGERATES_MONTHLY_REQUESTS'),
        }
      : undefined,
    exchangeRateApi: isWhole(env, 'exchangeRateApi')
      ? {
          url: urlOf('EXCHANGERATE_API_URL'),
          apiKey: get('EXCHANGERATE_API_KEY'),
          monthlyRequests: monthlyRequestsOf(env, 'EXCHANGERATE_API_MONTHLY_REQUESTS'),
        }
      : undefined,
    screening: readScreening(env),
  }
}

const sandboxSettings = v.object({
  SANDBOX_URL: v.pipe(v.string(), v.url()),
  SANDBOX_STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.minLength(1)),
  SANDBOX_PAWAPAY_CALLBACK_KEY: v.optional(v.string()),
})

/** Refuses live keys beside the sandbox: a mistake that could cost money. */
function readSandbox(env: Environment): ProviderSettings {
  const live = Object.entries(env).find(([, value]) => LIVE_KEY.test((value ?? '').trim()))
  if (live) {
    throw new ConfigError(
      `Setting ${live[0]} holds a live key beside the sandbox. Remove it, or set SESA_MODE=live.`,
    )
  }
  const result = v.safeParse(sandboxSettings, env)
  if (!result.success) {
    throw new ConfigError(`Setting ${v.getDotPath(result.issues[0]) ?? '?'}: ${result.issues[0].message}.`)
  }
  const {
    SANDBOX_URL: url,
    SANDBOX_STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    SANDBOX_PAWAPAY_CALLBACK_KEY: pawapayCallbackKey,
  } = result.output
  return {
    mode: 'sandbox',
    url: url.replace(/\/$/, ''),
    stripeWebhookSecret,
    ...(pawapayCallbackKey !== undefined && { pawapayCallbackKey }),
  }
}

/** Reads the providers' settings. Throws ConfigError with one line for each error. */
export function readProviderSettings(env: Environment): ProviderSettings {
  const mode = env['SESA_MODE'] || 'sandbox'
  if (mode === 'test' || mode === 'live') return readReal(env, mode)
  if (mode === 'sandbox') return readSandbox(env)
  throw new ConfigError(`Setting SESA_MODE is ${mode}. Set it to sandbox, test or live.`)
}
