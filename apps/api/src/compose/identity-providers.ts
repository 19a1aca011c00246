import type { Config } from '../config/config.ts'
import type { IdentityChecksDeps } from '../domains/compliance/index.ts'
import { createSmileId } from '../providers/smile-id/index.ts'
import { createStripeIdentity } from '../providers/stripe/identity/index.ts'
import { alert } from './report.ts'
import { guardedFetch } from './watched-fetch.ts'

/** Returns the `fetch` for a provider; goes down and comes back with an alert. */
const fetchOf = (provider: string): typeof fetch =>
  guardedFetch(provider, (change) => {
    if (change !== 'probed') alert(`${provider} is ${change}`)
  })

/** Creates the providers of identity checks, and the plan of each country that has one. */
export function identityProviders({
  identity: { stripeIdentity, smileId, plans },
  http,
  legal,
  providerTimeoutMs: timeout,
}: Pick<Config, 'identity' | 'http' | 'legal' | 'providerTimeoutMs'>): Pick<
  IdentityChecksDeps,
  'providers' | 'plans'
> {
  const providers = [
    ...(stripeIdentity
      ? [
          createStripeIdentity(
            { ...stripeIdentity, baseUrl: stripeIdentity.url, timeout },
            fetchOf('stripe-identity'),
          ),
        ]
      : []),
    ...(smileId
      ? [
          createSmileId(
            {
              ...smileId,
              baseUrl: smileId.url,
              companyName: legal.name,
              publicUrl: http.publicUrl,
              timeout,
            },
            fetchOf('smile-id'),
          ),
        ]
      : []),
  ]
  const ready = Object.entries(plans).flatMap(([country, { provider: name, documents }]) => {
    const provider = providers.find((one) => one.name === name)
    return provider === undefined ? [] : [[country, { provider, documents }] as const]
  })
  return { providers, plans: Object.fromEntries(ready) }
}
