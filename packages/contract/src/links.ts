/**
 * Pages that links in our mails open; the link's token is the page's fragment (`/verify-email#<token>`), so that it
 * reaches neither server logs nor other sites.
 */
export const EMAIL_LINK_PAGES = {
  verify: '/verify-email',
  reset: '/reset-password',
  undo: '/undo-email',
} as const

/** Longest `to` that a link in a mail carries on, in characters. */
export const TO_MAX = 300

/** Shortest password taken, in characters. */
export const PASSWORD_MIN = 8

/**
 * The BroadcastChannel on which the Google popup answers: `{ ok: true }`, or `{ ok: false, code }` with an error code. The
 * cookie is set by then: `POST /auth/token` gives the ID token.
 */
export const SIGN_IN_CHANNEL = 'sesa-sign-in'
