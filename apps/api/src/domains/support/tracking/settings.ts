/** How long a link works after the transfer has reached its final state, in days. */
export const DAYS_AFTER_END = 30

/** How many links made for sharing one transfer keeps; a new one ends the oldest. */
export const MOST_LINKS = 5
