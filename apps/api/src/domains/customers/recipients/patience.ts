import { setTimeout as delay } from 'node:timers/promises'

/** Waits for an answer for at most `ms`; returns null without one. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const patience = new AbortController()
  return Promise.race([answer, delay(ms, null, { signal: patience.signal })]).finally(() => patience.abort())
}
