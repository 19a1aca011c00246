import { setTimeout as delay } from 'node:timers/promises'

/** Waits for an answer, but not longer than `ms`; null without one. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const patience = new AbortController()
  return Promise.race([answer, delay(ms, null, { signal: patience.signal })]).finally(() => patience.abort())
}
