/**
 * Pages that the links in our emails open. The token is the page's fragment (`/verify-email#<token>`), so it
 * reaches neither server logs nor other sites.
 */
export const EMAIL_LINK_PAGES = {
  verify: '/verify-email',
  reset: '/reset-password',
  undo: '/undo-email',
} as const

/** Longest `to` that a link in an email carries, in characters. */
export const TO_MAX = 300

/** Shortest accepted password, in characters. */
export const PASSWORD_MIN = 8

/** Returns a password in one form for every way that keyboards write its letters (NFKC, as NIST SP 800-63B has it). */
export const normalPassword = (typed: string): string => typed.normalize('NFKC')

/**
 * The BroadcastChannel on which the Google popup answers: `{ ok: true }`, or `{ ok: false, code }` with an
 * error code. By then the cookie is set, and `POST /auth/token` returns the ID token.
 */
export const SIGN_IN_CHANNEL = 'sesa-sign-in'
