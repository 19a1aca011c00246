import { createHash } from 'node:crypto'

/** Tokens remembered at most, a few hundred bytes each. */
const MOST = 10_000

export interface TokenCache<T> {
  /** The claims of a token checked before; undefined if it is unknown, evicted or expired. `now` is in milliseconds. */
  get(token: string, now: number): T | undefined
  /** Remembers a token that has been verified, until it ends. */
  set(token: string, value: T, endsAt: number): void
}

/**
 * Remembers verified tokens by their hash, the oldest making room, so that a signed-in call needs no thread of Node's
 * pool, where password hashes run. It says that a token is genuine, and nothing of whether its session still stands.
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
