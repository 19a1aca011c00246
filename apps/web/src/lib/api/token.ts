import type { SignedIn } from '@sesa/contract'
import { ApiError, AWAITED_BY_ALL_MS, request, serverNow } from './http.ts'
import { retrying } from './retry.ts'

/**
 * The ID token: in memory only, replaced through the session cookie before it ends. Nothing here touches storage.
 */
interface Token {
  idToken: string
  expiresAt: string
  /** The account it belongs to. The cookie may change owner: another tab signs in with the same one. */
  uid: string
}

/** Why this tab has no token any more: the session ended, or the cookie now belongs to another account. */
type Loss = 'ended' | 'replaced'

/** A token this close to its expiry is replaced first, so that it does not expire in flight. */
const EARLY_MS = 60_000

let token: Token | null = null
let refreshing: Promise<string> | null = null
let onLost: (loss: Loss) => void = () => undefined

export function setToken(next: SignedIn | null): void {
  token = next && { idToken: next.idToken, expiresAt: next.expiresAt, uid: next.user.uid }
}

/** Adopts a fresh token of the current account. A token of another account signs this tab out. */
export function renewToken(next: SignedIn): void {
  if (token?.uid === next.user.uid) setToken(next)
  else lose('replaced')
}

/** Called when the session behind the token is over. */
export function onSessionLost(listener: typeof onLost): void {
  onLost = listener
}

/** The account whose token this tab has; null when signed out. */
export function whoIsHere(): string | null {
  return token?.uid ?? null
}

/** The failure of a call whose account has signed out: another account's token must not be used for it. */
export function gone(): ApiError {
  return new ApiError({ code: 'unauthenticated', message: 'You are no longer signed in here.' }, 401)
}

/**
 * The token to bear for this account. Replaces one that is about to end.
 * @throws ApiError when the account is not signed in here any more.
 */
export async function bearer(uid: string): Promise<string> {
  if (token?.uid !== uid) throw gone()
  return Date.parse(token.expiresAt) - serverNow() > EARLY_MS ? token.idToken : refreshToken(uid)
}

/**
 * A fresh token for this account; calls that come together share one request.
 * @throws ApiError when the account is not signed in here any more.
 */
export async function refreshToken(uid: string): Promise<string> {
  if (token?.uid !== uid) throw gone()
  refreshing ??= fetchToken(uid).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function fetchToken(uid: string): Promise<string> {
  let answer: SignedIn | null
  try {
    answer = (await retrying(() =>
      request({ method: 'POST', path: '/auth/token', limitMs: AWAITED_BY_ALL_MS }),
    )) as SignedIn
  } catch (error) {
    // Only the server's own "no" ends a session; a lost connection does not.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    answer = null
  }
  // The signed-in account may have changed while we waited.
  if (whoIsHere() !== uid) throw gone()
  if (answer) renewToken(answer)
  else lose('ended')
  if (token?.uid !== uid) throw gone()
  return token.idToken
}

function lose(loss: Loss): void {
  token = null
  onLost(loss)
}
