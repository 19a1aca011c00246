/** Alerts of one account. */
export const MOST_ALERTS = 10

/** No alert comes from this hour in the customer's zone … */
export const QUIET_FROM = 21

/** … until this one, when it comes if it is still true. */
export const QUIET_UNTIL = 8

/** How far the rate moves back across the threshold before an alert can come again, in percent. */
export const BACK_PERCENT = 1n

/** How long the link of an email works, in days. */
export const LINK_DAYS = 180
