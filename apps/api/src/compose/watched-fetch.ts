import { channel } from 'node:diagnostics_channel'
import { withBreaker, type BreakerChange } from '../lib/breaker.ts'
import { providerFetch, type HttpAnswer, type ProviderFetch } from '../lib/provider-fetch.ts'

const ended = channel('sesa.provider-requests')

/** A finished HTTP request to a provider, as published on the diagnostics channel `sesa.provider-requests`. */
export interface ProviderRequest {
  readonly provider: string
  /** `ok`; `refused`, for a status of 400 to 499; `failed`, for one of 500 or more; or `no_answer`. */
  readonly outcome: 'ok' | 'refused' | 'failed' | 'no_answer'
  readonly seconds: number
}

const outcomeOf = ({ status }: HttpAnswer): ProviderRequest['outcome'] =>
  status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'

/** Returns the `fetch` for a provider, which publishes how long each request took and how it ended. */
export function timedFetch(provider: string): ProviderFetch {
  return async (url, request) => {
    const began = performance.now()
    let outcome: ProviderRequest['outcome'] = 'no_answer'
    try {
      const response = await providerFetch(url, request)
      outcome = outcomeOf(response)
      return response
    } finally {
      const seconds = (performance.now() - began) / 1_000
      if (ended.hasSubscribers) ended.publish({ provider, outcome, seconds } satisfies ProviderRequest)
    }
  }
}

/** How many circuit breakers of each provider are open in this process. */
const open = new Map<string, number>()

/** Returns the `fetch` for a provider, which makes no calls while that provider is down. */
export function guardedFetch(provider: string, told: (change: BreakerChange) => void): ProviderFetch {
  open.set(provider, open.get(provider) ?? 0)
  let isOpen = false
  return withBreaker(timedFetch(provider), (change) => {
    const isNow = change !== 'back'
    if (isNow !== isOpen) open.set(provider, (open.get(provider) ?? 0) + (isNow ? 1 : -1))
    isOpen = isNow
    told(change)
  })
}

/** Returns 1 for each provider that this process does not call because it is down, and 0 for the others. */
export const readBreakers = (): ReadonlyMap<string, number> =>
  new Map([...open].map(([provider, count]) => [provider, Math.min(count, 1)]))
