/**
 * Pages that the links in our emails open. The token is the page's fragment (`/verify-email#<token>`), so neither
 * server logs nor other sites receive it.
 */
export const EMAIL_LINK_PAGES = {
  verify: '/verify-email',
  reset: '/reset-password',
  undo: '/undo-email',
} as const

/** Maximum length of a link's `to` parameter, in characters. */
export const TO_MAX = 300

/** Minimum password length, in characters. */
export const PASSWORD_MIN = 8

/** Normalizes a password, so that every keyboard's spelling of its letters matches (NFKC, as NIST SP 800-63B requires). */
export const normalPassword = (typed: string): string => typed.normalize('NFKC')

/**
 * The BroadcastChannel on which the Google popup answers: `{ ok: true }`, or `{ ok: false, code }` with an error code.
 * The cookie is already set, and `POST /auth/token` returns the ID token.
 */
export const SIGN_IN_CHANNEL = 'sesa-sign-in'
