import { withBreaker } from '../lib/breaker.ts'
import type { Config } from '../config/config.ts'
import type { PushSettings } from '../domains/record/index.ts'
import { createWebPush, PUSH_SERVICES } from '../providers/web-push/index.ts'
import { alert } from './report.ts'
import { timedFetch } from './watched-fetch.ts'
import type { ProviderFetch } from '../lib/provider-fetch.ts'

/** The breakers that one process keeps: push services have a few hosts each. */
const MOST_HOSTS = 50

/**
 * Composes push notifications; null where none are configured. Each push service has its own breaker, without an alert:
 * they are not ours, and email remains.
 */
export function composePush({
  push,
  providers,
  SESA_PROVIDER_TIMEOUT_MS: timeoutMs,
}: Config): PushSettings | null {
  if (push === null) return null
  const breakers = new Map<string, ProviderFetch>()
  const fetchFor = (host: string): ProviderFetch => {
    const known = breakers.get(host)
    if (known) return known
    if (breakers.size >= MOST_HOSTS) breakers.clear()
    const made = withBreaker(timedFetch('push'), () => undefined)
    breakers.set(host, made)
    return made
  }
  return {
    services: PUSH_SERVICES,
    sender: createWebPush({ ...push, timeoutMs, fetchFor }),
    sandboxUrl: providers.mode === 'sandbox' ? providers.url : undefined,
    onRefused: (host) => alert(`${host} rejects our push notifications: check VAPID_* and the clock`),
  }
}
