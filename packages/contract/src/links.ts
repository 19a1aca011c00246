/**
 * Pages that links in our mails open; the link's token is the page's fragment (`/verify-email#<token>`), so that it
 * reaches neither server logs nor other sites.
 */
export const EMAIL_LINK_PAGES = {
  verify: '/verify-email',
  reset: '/reset-password',
  undo: '/undo-email',
} as const

/** Shortest password taken, in characters. */
export const PASSWORD_MIN = 8
