import { COUNTRIES } from '@sesa/contract'
import type { Config } from '../config/config.ts'
import { complete } from '../config/setting.ts'
import type { IdentityChecksDeps } from '../domains/compliance/index.ts'
import { createSmileId } from '../providers/smile-id/index.ts'
import { createStripeIdentity } from '../providers/stripe/identity/index.ts'
import { alert } from './report.ts'
import { guardedFetch } from './watched-fetch.ts'
import type { ProviderFetch } from '../lib/provider-fetch.ts'

/** Returns the `fetch` for a provider; goes down and comes back with an alert. */
const fetchOf = (provider: string): ProviderFetch =>
  guardedFetch(provider, (change) => {
    if (change !== 'probed') alert(`${provider} is ${change}`)
  })

/** Returns the settings of the configured providers; in the sandbox, of its stand-ins. */
function settingsOf(config: Config) {
  const { providers } = config
  if (providers.mode !== 'sandbox')
    return {
      stripeIdentity: complete({
        key: config.STRIPE_IDENTITY_KEY,
        webhookSecret: config.STRIPE_IDENTITY_WEBHOOK_SECRET,
      }),
      stripeUrl: providers.STRIPE_URL,
      smileId: complete({
        baseUrl: providers.SMILE_ID_URL,
        partnerId: config.SMILE_ID_PARTNER_ID,
        apiKey: config.SMILE_ID_API_KEY,
      }),
    }
  const { url, stripeWebhookSecret } = providers
  return {
    stripeIdentity: { key: 'rk_test_sandbox', webhookSecret: stripeWebhookSecret },
    stripeUrl: url,
    smileId: { baseUrl: `${url}/sandbox/smile-id`, partnerId: '2001', apiKey: 'sandbox-smile-id-key' },
  }
}

/** Creates the configured providers of identity checks, and the plan of each country that has one. */
export function identityProviders(config: Config): Pick<IdentityChecksDeps, 'providers' | 'plans'> {
  const { http, legal, SESA_PROVIDER_TIMEOUT_MS: timeout } = config
  const { stripeIdentity, stripeUrl, smileId } = settingsOf(config)
  const providers = [
    stripeIdentity &&
      createStripeIdentity({ ...stripeIdentity, baseUrl: stripeUrl, timeout }, fetchOf('stripe-identity')),
    smileId &&
      createSmileId(
        { ...smileId, companyName: legal.name, publicUrl: http.publicUrl, timeout },
        fetchOf('smile-id'),
      ),
  ].filter((provider) => provider !== undefined)
  const plans = COUNTRIES.flatMap(({ code }) => {
    const plan = config[`IDENTITY_CHECKS_${code}`]
    const provider = providers.find(({ name }) => name === plan?.provider)
    return plan === null || provider === undefined
      ? []
      : [[code, { provider, documents: plan.documents }] as const]
  })
  return { providers, plans: Object.fromEntries(plans) }
}
