/** How often a reminder is sent. */
export const FREQUENCIES = ['once', 'weekly', 'monthly'] as const

export type Frequency = (typeof FREQUENCIES)[number]

/** When a rate alert is sent. */
export const RATE_ALERT_KINDS = ['at_or_above', 'at_or_below', 'daily'] as const

export type RateAlertKind = (typeof RATE_ALERT_KINDS)[number]
