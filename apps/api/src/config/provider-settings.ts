import { SCREENING } from './compliance.ts'
import { MODE } from './mode.ts'
import * as rows from './providers.ts'
import { readSettings, type Environment, type Values } from './setting.ts'
import { PROVIDER_URLS, STAND_INS } from './stand-ins.ts'

export const PROVIDERS = {
  ...{
    ...MODE,
    ...rows.SANDBOX,
    ...rows.CARDS,
    ...rows.PAWAPAY,
    ...rows.MOMO,
    ...rows.MOMO_GH,
    ...rows.MOMO_LR,
  },
  ...{ ...rows.MOMO_GH_COLLECTION, ...rows.MOMO_LR_COLLECTION, ...rows.MONIME },
  ...{ ...rows.AFRICASTALKING, ...rows.TWILIO, ...rows.SMS_VENDORS, ...rows.EMAIL },
  ...{ ...rows.OPEN_EXCHANGE_RATES, ...rows.EXCHANGE_RATE_API, ...SCREENING, ...STAND_INS },
}
type Settings = Values<typeof PROVIDERS>

/** A single process of ours plays every provider. */
interface SandboxSettings {
  readonly mode: 'sandbox'
  readonly url: string
  readonly stripeWebhookSecret: string
  /** Public key (PEM) that verifies pawaPay's callbacks; without it they are not verified. */
  readonly pawapayCallbackKey?: string | undefined
}

/** The providers' own test environments, or real money. */
export type RealSettings = Settings & { readonly mode: 'test' | 'live' } & Readonly<
    Record<keyof typeof PROVIDER_URLS, string>
  >

export type ProviderSettings = SandboxSettings | RealSettings

export function providersOf(s: Settings): ProviderSettings {
  const mode = s.SESA_MODE
  if (mode === 'sandbox')
    return {
      mode,
      url: s.SANDBOX_URL ?? '',
      stripeWebhookSecret: s.SANDBOX_STRIPE_WEBHOOK_SECRET ?? '',
      pawapayCallbackKey: s.SANDBOX_PAWAPAY_CALLBACK_KEY,
    }
  const names = Object.keys(PROVIDER_URLS) as (keyof typeof PROVIDER_URLS)[]
  const urls = names.map((name) => [name, s[name] ?? PROVIDER_URLS[name][mode]])
  return { ...s, ...(Object.fromEntries(urls) as Record<keyof typeof PROVIDER_URLS, string>), mode }
}

/** Reads the providers' settings. Throws ConfigError with a line for each problem. */
export const readProviderSettings = (env: Environment): ProviderSettings =>
  providersOf(readSettings(env, PROVIDERS))
