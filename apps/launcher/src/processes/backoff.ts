import { setTimeout as sleep } from 'node:timers/promises'

const shortest = 250
const longest = 10_000
const steadyAfter = 30_000

export interface Backoff {
  /** Waits longer after each failure; a steady run resets the wait. Returns early when `signal` aborts. */
  wait(): Promise<void>
  started(): void
}

/** Spaces out restarts of something that keeps failing: 250 ms, doubling up to 10 s. */
export function createBackoff(signal: AbortSignal): Backoff {
  let delay = shortest
  let since = Date.now()
  return {
    started: () => {
      since = Date.now()
    },
    wait: async () => {
      if (Date.now() - since > steadyAfter) delay = shortest
      await sleep(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, longest)
    },
  }
}
