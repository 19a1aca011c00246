import { circuitBreaker, CircuitState, CountBreaker, ExponentialBackoff, handleAll } from 'cockatiel'

/** Of the last 20 calls, once there were 8: more than a quarter failed, and a provider is taken for down. */
const BREAKER = { threshold: 0.25, size: 20, minimumNumberOfCalls: 8 }
/** One call in so many milliseconds, spread at random, asks whether it is back. */
const PROBES = { initialDelay: 1_000, maxDelay: 10_000 }

/** What became of a provider, for whoever watches. */
export type BreakerChange = 'down' | 'probed' | 'back'

const CHANGES: Readonly<Partial<Record<CircuitState, BreakerChange>>> = {
  [CircuitState.Open]: 'down',
  [CircuitState.HalfOpen]: 'probed',
  [CircuitState.Closed]: 'back',
}

/**
 * A `fetch` for one provider that stops asking while the provider is down: then it throws at once, and nothing is sent.
 * No answer, a status of 500 or more, and 429 count as failures. Callers take what it throws as an unknown outcome, as they
 * do with any call that has no answer.
 */
export function withBreaker(
  fetchFunction: typeof fetch,
  told: (change: BreakerChange) => void,
): typeof fetch {
  const isFailure = (response: unknown): boolean =>
    response instanceof Response && (response.status >= 500 || response.status === 429)
  const policy = circuitBreaker(handleAll.orWhenResult(isFailure), {
    breaker: new CountBreaker(BREAKER),
    halfOpenAfter: new ExponentialBackoff(PROBES),
  })
  policy.onStateChange((state) => {
    const change = CHANGES[state]
    if (change !== undefined) told(change)
  })
  return (input, init) => policy.execute(() => fetchFunction(input, init))
}
