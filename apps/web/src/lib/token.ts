import type { SignedIn } from '@sesa/contract'
import { ApiError, request, serverNow } from './http.ts'
import { retrying } from './retry.ts'

/**
 * The ID token: in memory only, replaced through the session cookie before it ends. Nothing here touches storage.
 */
interface Token {
  idToken: string
  expiresAt: string
}

/** A token this close to its end is replaced first, so that it does not end under way. */
const EARLY_MS = 60_000

let token: Token | null = null
let refreshing: Promise<string | null> | null = null
let onLost: () => void = () => undefined

export function setToken(next: Token | null): void {
  token = next
}

/** Called when the session behind the token has ended. */
export function onSessionLost(listener: () => void): void {
  onLost = listener
}

/** The token to bear, or null when signed out. Replaces one that is about to end. */
export async function bearer(): Promise<string | null> {
  if (token === null) return null
  return Date.parse(token.expiresAt) - serverNow() > EARLY_MS ? token.idToken : refreshToken()
}

/** A fresh token; calls that come together share one request. Null when the session has ended. */
export function refreshToken(): Promise<string | null> {
  refreshing ??= fetchToken().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function fetchToken(): Promise<string | null> {
  try {
    const answer = (await retrying(() => request({ method: 'POST', path: '/auth/token' }))) as SignedIn
    token = { idToken: answer.idToken, expiresAt: answer.expiresAt }
    return token.idToken
  } catch (error) {
    // Only the server's own "no" ends a session; a lost connection does not.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    token = null
    onLost()
    return null
  }
}
