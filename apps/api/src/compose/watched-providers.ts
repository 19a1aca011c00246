import type { Config } from '../config/config.ts'
import type { Providers } from './provider-ports.ts'
import { createProviders } from './providers.ts'
import { alert } from './report.ts'

/** Creates the configured providers, and alerts when one goes down or comes back. */
export function watchedProviders({ secret, secretBefore, ...config }: Config): Providers {
  return createProviders(config.providers, {
    publicUrl: config.http.publicUrl,
    timeout: config.SESA_PROVIDER_TIMEOUT_MS,
    callbackSecrets: secretBefore ? [secret, secretBefore] : [secret],
    watch: (provider, change) => {
      if (change !== 'probed') alert(`${provider} is ${change}`)
    },
  })
}
