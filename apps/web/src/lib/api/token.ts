import type { SignedIn } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { ApiError, AWAITED_BY_ALL_MS, request, serverNow } from '@sesa/ui/api/http.ts'
import { retrying } from '@sesa/ui/api/retry.ts'

/** The ID token: only in memory, and renewed through the session cookie before it expires. */
interface Token {
  idToken: string
  expiresAt: string
  /** The account of the token. The cookie's account may change, when another tab signs in. */
  uid: string
}

/** Why this tab lost its token: the session ended, or the cookie now belongs to another account. */
type Loss = 'ended' | 'replaced'

/** The answer of a sign-in that replaces the session arrives within this time, or is not waited for. */
const REPLACED_WITHIN_MS = 5_000
/** A token this close to its expiry is renewed first, so that it does not expire in flight. */
const EARLY_MS = 60_000

let token: Token | null = null
let refreshing: Promise<string> | null = null
/** The sign-in that replaces this session, while its answer is on its way. */
let replacing: Promise<unknown> = Promise.resolve()
let onLost: (loss: Loss) => void = () => undefined

export function setToken(next: SignedIn | null): void {
  token = next && { idToken: next.idToken, expiresAt: next.expiresAt, uid: next.user.uid }
}

/** Adopts a new token of the current account. A token of another account ends this tab's session. */
export function renewToken(next: SignedIn): void {
  if (token?.uid === next.user.uid) setToken(next)
  else lose('replaced')
}

/**
 * Signs the customer in once more and adopts the new session, whose token replaces this one. The earlier session ends before
 * the answer arrives, so a call that is refused meanwhile waits for it.
 */
export async function replaceSession<T extends { readonly data?: SignedIn }>(
  signIn: () => Promise<T>,
): Promise<T> {
  const work = signIn().then((answer) => {
    if (answer.data) renewToken(answer.data)
    return answer
  })
  replacing = work.catch(() => undefined)
  return work
}

/** Sets the listener for the loss of the session behind the token. */
export function onSessionLost(listener: typeof onLost): void {
  onLost = listener
}

/** Returns the account whose token this tab has, or null when signed out. */
export function getSignedInUid(): string | null {
  return token?.uid ?? null
}

/** Returns the failure of a call whose account has signed out: it must not use another account's token. */
export function signedOutError(): ApiError {
  return new ApiError(
    { code: 'unauthenticated', message: i18n.t('You’ve been signed out. Sign in again.') },
    401,
  )
}

/**
 * Returns this account's token for a call. Renews one that is about to expire.
 * @throws ApiError when the account is no longer signed in here.
 */
export async function getIdToken(uid: string): Promise<string> {
  if (token?.uid !== uid) throw signedOutError()
  return Date.parse(token.expiresAt) - serverNow() > EARLY_MS ? token.idToken : refreshToken(uid)
}

/**
 * Returns a new token for this account; simultaneous calls share one request.
 * @throws ApiError when the account is no longer signed in here.
 */
export async function refreshToken(uid: string): Promise<string> {
  if (token?.uid !== uid) throw signedOutError()
  refreshing ??= fetchToken(uid).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function fetchToken(uid: string): Promise<string> {
  const before = token
  let answer: SignedIn | null
  try {
    answer = (await retrying(() =>
      request({ method: 'POST', path: '/auth/token', limitMs: AWAITED_BY_ALL_MS }),
    )) as SignedIn
  } catch (error) {
    // Only the server's refusal ends a session; a lost connection does not.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    answer = null
    await Promise.race([replacing, new Promise((resolve) => setTimeout(resolve, REPLACED_WITHIN_MS))])
    if (token !== before && token?.uid === uid) return token.idToken
  }
  // The signed-in account may have changed while we waited.
  if (getSignedInUid() !== uid) throw signedOutError()
  if (answer) renewToken(answer)
  else lose('ended')
  if (token?.uid !== uid) throw signedOutError()
  return token.idToken
}

function lose(loss: Loss): void {
  token = null
  onLost(loss)
}
