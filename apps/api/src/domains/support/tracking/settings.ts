/** Days for which a link works after the transfer has reached its final state. */
export const DAYS_AFTER_END = 30

/** Maximum shared links per transfer; a new one ends the oldest. */
export const MOST_LINKS = 5
