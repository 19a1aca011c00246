import { circuitBreaker, CircuitState, CountBreaker, ExponentialBackoff, handleAll } from 'cockatiel'
import type { HttpAnswer, ProviderFetch } from './provider-fetch.ts'

/** At least 8 of the last 20 calls are needed; when more than a quarter of them failed, the provider counts as down. */
const BREAKER = { threshold: 0.25, size: 20, minimumNumberOfCalls: 8 }
/** Interval between probes of a provider that is down, in milliseconds, with random jitter. */
const PROBES = { initialDelay: 1_000, maxDelay: 10_000 }

/** A provider's change of state, for metrics and logs. */
export type BreakerChange = 'down' | 'probed' | 'back'

const CHANGES: Readonly<Partial<Record<CircuitState, BreakerChange>>> = {
  [CircuitState.Open]: 'down',
  [CircuitState.HalfOpen]: 'probed',
  [CircuitState.Closed]: 'back',
}

/**
 * Wraps the `fetch` of one provider so that it stops calling the provider while it is down: it then throws at once and
 * sends nothing. No answer, a status of 500 or more, and 429 count as failures. Callers treat the error as an unknown
 * outcome, like any call without an answer.
 */
export function withBreaker(
  fetchFunction: ProviderFetch,
  told: (change: BreakerChange) => void,
): ProviderFetch {
  // The only results are those of `fetchFunction`.
  const isFailure = (answer: unknown): boolean => {
    const { status } = answer as HttpAnswer
    return status >= 500 || status === 429
  }
  const policy = circuitBreaker(handleAll.orWhenResult(isFailure), {
    breaker: new CountBreaker(BREAKER),
    halfOpenAfter: new ExponentialBackoff(PROBES),
  })
  policy.onStateChange((state) => {
    const change = CHANGES[state]
    if (change !== undefined) told(change)
  })
  return (url, request) => policy.execute(() => fetchFunction(url, request))
}
