import { createHash } from 'node:crypto'

/** Maximum number of cached tokens, a few hundred bytes each. */
const MOST = 10_000

export interface TokenCache<T> {
  /**
   * Returns the claims of a verified token; undefined if it is unknown, evicted or expired. `now` is in milliseconds.
   */
  get(token: string, now: number): T | undefined
  /** Caches a verified token until it expires. */
  set(token: string, value: T, endsAt: number): void
}

/**
 * Caches verified tokens by hash, evicting the oldest, so that a signed-in call needs no thread of Node's pool, where
 * password hashes run. A cached token is genuine; its session is checked elsewhere.
 */
export function createTokenCache<T>(most = MOST): TokenCache<T> {
  const kept = new Map<string, { readonly value: T; readonly endsAt: number }>()
  const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64')
  return {
    get(token, now) {
      const key = keyOf(token)
      const found = kept.get(key)
      if (found === undefined || found.endsAt > now) return found?.value
      kept.delete(key)
      return undefined
    },
    set(token, value, endsAt) {
      kept.set(keyOf(token), { value, endsAt })
      const oldest = kept.keys().next().value
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
  }
}
