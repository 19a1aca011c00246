/** Maximum alerts per account. */
export const MOST_ALERTS = 10

/** Start of the quiet hours in the customer's zone, without notices … */
export const QUIET_FROM = 21

/** … and their end, when a notice is sent if it is still true. */
export const QUIET_UNTIL = 8

/** Percentage by which the rate must move back across the threshold before another notice. */
export const BACK_PERCENT = 1n

/** Days among which we name the best rate. */
export const BEST_DAYS = 30

/** Days for which the link of an email works. */
export const LINK_DAYS = 180
