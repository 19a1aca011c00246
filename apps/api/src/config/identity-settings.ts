import { CHECKED_DOCUMENTS, COUNTRIES, type CheckedDocument, type CountryCode } from '@sesa/contract'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'
import { PROVIDER_URLS } from './provider-urls.ts'

const PROVIDERS = ['stripe-identity', 'smile-id'] as const
type ProviderName = (typeof PROVIDERS)[number]

export interface IdentityPlan {
  readonly provider: ProviderName
  readonly documents: readonly CheckedDocument[]
}

/** The providers of identity checks. One without keys is undefined, and its countries offer no check. */
export interface IdentitySettings {
  readonly stripeIdentity:
    | { readonly key: string; readonly webhookSecret: string; readonly url: string | undefined }
    | undefined
  readonly smileId: { readonly url: string; readonly partnerId: string; readonly apiKey: string } | undefined
  readonly plans: Readonly<Partial<Record<CountryCode, IdentityPlan>>>
}

type Environment = Readonly<Record<string, string | undefined>>

const AFRICAN: IdentityPlan = {
  provider: 'smile-id',
  documents: ['passport', 'id_card', 'driving_licence', 'voter_id'],
}
/** Without a setting: Stripe takes US documents, Smile ID those of Ghana, Liberia and Sierra Leone. */
const DEFAULTS: Readonly<Record<CountryCode, IdentityPlan>> = {
  US: { provider: 'stripe-identity', documents: ['passport', 'driving_licence', 'id_card'] },
  GH: AFRICAN,
  LR: AFRICAN,
  SL: AFRICAN,
}

/** Settings that belong together: set all of them, or none. */
const GROUPS: Readonly<Record<ProviderName, readonly [string, string]>> = {
  'stripe-identity': ['STRIPE_IDENTITY_KEY', 'STRIPE_IDENTITY_WEBHOOK_SECRET'],
  'smile-id': ['SMILE_ID_PARTNER_ID', 'SMILE_ID_API_KEY'],
}

const isName = (text: string): text is ProviderName => PROVIDERS.some((name) => name === text)
const isDocument = (text: string): text is CheckedDocument =>
  CHECKED_DOCUMENTS.some((document) => document === text)

/** Reads `smile-id:passport,id_card`. Throws ConfigError. */
function readPlan(setting: string, text: string): IdentityPlan {
  const [name = '', list = ''] = text.split(':')
  const documents = list.split(',').map((document) => document.trim())
  const isComplete = isName(name) && documents.every(isDocument)
  if (!isComplete)
    throw new ConfigError(
      `Setting ${setting} has another form. It names a provider and documents, such as smile-id:passport,id_card. ` +
        `The providers are ${PROVIDERS.join(' and ')}, the documents ${CHECKED_DOCUMENTS.join(', ')}.`,
    )
  return { provider: name, documents: documents.filter(isDocument) }
}

function isConfigured(env: Environment, provider: ProviderName): boolean {
  const names = GROUPS[provider]
  const missing = names.filter((name) => !env[name])
  if (missing.length === 1)
    throw new ConfigError(
      `${missing.join()} is missing beside ${names.find((name) => env[name]) ?? provider}.`,
    )
  return missing.length === 0
}

/** Reads who checks identities. Throws ConfigError for half a provider, a malformed plan, or one without keys. */
export function readIdentitySettings(env: Environment, providers: ProviderSettings): IdentitySettings {
  const isSandbox = providers.mode === 'sandbox'
  const has = {
    'stripe-identity': isSandbox || isConfigured(env, 'stripe-identity'),
    'smile-id': isSandbox || isConfigured(env, 'smile-id'),
  }
  const plans: Partial<Record<CountryCode, IdentityPlan>> = {}
  for (const { code } of COUNTRIES) {
    const setting = `IDENTITY_CHECKS_${code}`
    const text = env[setting]
    if (text === 'off') continue
    const plan = text ? readPlan(setting, text) : DEFAULTS[code]
    if (has[plan.provider]) plans[code] = plan
    else if (text) throw new ConfigError(`${GROUPS[plan.provider][0]} is missing beside ${setting}.`)
  }
  if (providers.mode === 'sandbox')
    return {
      stripeIdentity: {
        key: 'rk_test_sandbox',
        webhookSecret: providers.stripeWebhookSecret,
        url: providers.url,
      },
      smileId: {
        url: `${providers.url}/sandbox/smile-id`,
        partnerId: '2001',
        apiKey: 'sandbox-smile-id-key',
      },
      plans,
    }
  return {
    stripeIdentity: has['stripe-identity']
      ? {
          key: env['STRIPE_IDENTITY_KEY'] ?? '',
          webhookSecret: env['STRIPE_IDENTITY_WEBHOOK_SECRET'] ?? '',
          url: providers.stripe.url,
        }
      : undefined,
    smileId: has['smile-id']
      ? {
          url: (env['SMILE_ID_URL'] || PROVIDER_URLS.SMILE_ID_URL[providers.mode]).replace(/\/$/, ''),
          partnerId: env['SMILE_ID_PARTNER_ID'] ?? '',
          apiKey: env['SMILE_ID_API_KEY'] ?? '',
        }
      : undefined,
    plans,
  }
}
