/** Maximum active or paused reminders per account. */
export const MOST_REMINDERS = 20

/** The hour in the customer's zone at which a reminder is due. */
export const DUE_HOUR = 9

/** Maximum days until the first day. */
export const MOST_DAYS_AHEAD = 366

/** Days for which a payment makes a reminder unnecessary. */
export const PAID_DAYS = 3

/** A reminder later than this, after an outage of ours, would only confuse. */
export const LATE_DAYS = 3

/** Days for which a due reminder shows on the home page. */
export const SHOWN_DAYS = 3
