/** Reminders of one account that are active or paused. */
export const MOST_REMINDERS = 20

/** The hour in the customer's zone at which a reminder comes. */
export const DUE_HOUR = 9

/** How far ahead the first day may be. */
export const MOST_DAYS_AHEAD = 366

/** A payment this recent makes a reminder needless. */
export const PAID_DAYS = 3

/** A reminder later than this, because we were down, would only confuse. */
export const LATE_DAYS = 3

/** How long a due reminder shows on the home page. */
export const SHOWN_DAYS = 3
