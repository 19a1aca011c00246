type Environment = Readonly<Record<string, string | undefined>>

/** Each provider's address in its two environments, by the setting with which a test replaces it. */
export const PROVIDER_URLS = {
  PAWAPAY_URL: { live: 'https://api.pawapay.io', test: 'https://api.sandbox.pawapay.io' },
  MTN_MOMO_URL: {
    live: 'https://proxy.momoapi.mtn.com',
    test: 'https://sandbox.momodeveloper.mtn.com',
  },
  AFRICASTALKING_URL: {
    live: 'https://api.africastalking.com',
    test: 'https://api.sandbox.africastalking.com',
  },
  SMILE_ID_URL: { live: 'https://api.smileidentity.com', test: 'https://testapi.smileidentity.com' },
  TWILIO_URL: { live: 'https://api.twilio.com', test: 'https://api.twilio.com' },
  OPENEXCHANGERATES_URL: {
    live: 'https://openexchangerates.org/api/latest.json',
    test: 'https://openexchangerates.org/api/latest.json',
  },
  EXCHANGERATE_API_URL: {
    live: 'https://v6.exchangerate-api.com',
    test: 'https://v6.exchangerate-api.com',
  },
} as const

/** Settings with which a test replaces a provider; Stripe's keys choose its environment. */
const REPLACED = [...Object.keys(PROVIDER_URLS), 'STRIPE_URL']

const hostOf = (url: string): string => new URL(url).hostname.replace(/\.+$/, '')
/** The company in a host, whatever its top-level domain. */
const companyOf = (host: string): string | undefined => host.split('.').at(-2)

/** Whether an address is one of a provider's that is not its test environment: money would really move there. */
function leadsToLive(
  given: string,
  { live, test }: { readonly live: string; readonly test: string },
): boolean {
  if (!URL.canParse(given)) return false
  const host = hostOf(given)
  return host !== hostOf(test) && companyOf(host) === companyOf(hostOf(live))
}

/**
 * Returns a sentence for each address of a provider that the mode must not have: any other than its own in live mode, and
 * one of its live environment in test mode.
 */
export function listWrongUrls(env: Environment, mode: 'test' | 'live'): string[] {
  if (mode === 'live')
    return REPLACED.filter((name) => (env[name] ?? '') !== '').map(
      (name) => `${name} points a live provider elsewhere. It is for tests; remove it.`,
    )
  return Object.entries(PROVIDER_URLS).flatMap(([name, urls]) =>
    leadsToLive((env[name] ?? '').trim(), urls)
      ? [`${name} is the provider's live address, but SESA_MODE is test. Remove it: ${urls.test} is used.`]
      : [],
  )
}
