import * as v from 'valibot'
import { isLive, REAL } from './mode.ts'
import { group, isSet, optional, type Environment } from './setting.ts'

/** Each provider's address in its two environments, by the setting with which a test replaces it. */
export const PROVIDER_URLS = {
  PAWAPAY_URL: { live: 'https://api.pawapay.io', test: 'https://api.sandbox.pawapay.io' },
  MTN_MOMO_URL: { live: 'https://proxy.momoapi.mtn.com', test: 'https://sandbox.momodeveloper.mtn.com' },
  MONIME_URL: { live: 'https://api.monime.io', test: 'https://api.monime.io' },
  AFRICASTALKING_URL: {
    live: 'https://api.africastalking.com',
    test: 'https://api.sandbox.africastalking.com',
  },
  TWILIO_URL: { live: 'https://api.twilio.com', test: 'https://api.twilio.com' },
  SMILE_ID_URL: { live: 'https://api.smileidentity.com', test: 'https://testapi.smileidentity.com' },
  OPENEXCHANGERATES_URL: {
    live: 'https://openexchangerates.org/api/latest.json',
    test: 'https://openexchangerates.org/api/latest.json',
  },
  EXCHANGERATE_API_URL: { live: 'https://v6.exchangerate-api.com', test: 'https://v6.exchangerate-api.com' },
} as const

const hostOf = (url: string): string => new URL(url).hostname.replace(/\.+$/, '')
/** Returns the company in a host name, whatever its top-level domain. */
const companyOf = (host: string): string | undefined => host.split('.').at(-2)

/** Returns true if an address belongs to a provider but not to its test environment: real money would move there. */
function leadsToLive(
  given: string,
  { live, test }: { readonly live: string; readonly test: string },
): boolean {
  if (!URL.canParse(given)) return false
  const host = hostOf(given)
  return host !== hostOf(test) && companyOf(host) === companyOf(hostOf(live))
}

/** Returns the lines about addresses that the mode forbids: live mode allows only the providers' own. */
const problems = (env: Environment): Record<string, boolean> => ({
  ...Object.fromEntries(
    Object.keys(STAND_INS).map((name) => [
      `Setting ${name} points a live provider elsewhere. It is for tests; remove it.`,
      isLive(env) && isSet(env, name),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(PROVIDER_URLS).map(([name, urls]) => [
      `Setting ${name} is the provider's live address, but SESA_MODE is test. Remove it: ${urls.test} is used.`,
      !isLive(env) && leadsToLive((env[name] ?? '').trim(), urls),
    ]),
  ),
})

const cleanUrl = v.pipe(
  v.string(),
  v.transform((value) => value.replace(/\/$/, '')),
)
const stand = (provider: string) => optional(cleanUrl).means(`Another address of ${provider}`)

export const STAND_INS = group({
  title: 'Stand-ins for providers',
  intro: 'For tests and rehearsals. Live mode refuses them.',
  ...REAL,
  problems,
})({
  STRIPE_URL: stand('Stripe; its keys choose the environment'),
  PAWAPAY_URL: stand('pawaPay'),
  MTN_MOMO_URL: stand('MTN MoMo'),
  MONIME_URL: stand('Monime; its keys choose the environment'),
  AFRICASTALKING_URL: stand('Africa’s Talking'),
  TWILIO_URL: stand('Twilio'),
  SMILE_ID_URL: stand('Smile ID'),
  OPENEXCHANGERATES_URL: stand('Open Exchange Rates'),
  EXCHANGERATE_API_URL: stand('ExchangeRate-API'),
})
