/** How often a reminder comes. */
export const FREQUENCIES = ['once', 'weekly', 'monthly'] as const

export type Frequency = (typeof FREQUENCIES)[number]

/** When a rate alert tells the customer. */
export const RATE_ALERT_KINDS = ['at_or_above', 'at_or_below', 'daily'] as const

export type RateAlertKind = (typeof RATE_ALERT_KINDS)[number]
