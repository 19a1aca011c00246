import { formatMoney, formatUsualAmount, usualReceived, type Rate } from '@sesa/money'

/** How often a reminder is sent. */
export const FREQUENCIES = ['once', 'weekly', 'monthly'] as const

export type Frequency = (typeof FREQUENCIES)[number]

/** When a rate alert is sent. */
export const RATE_ALERT_KINDS = ['at_or_above', 'at_or_below', 'daily'] as const

export type RateAlertKind = (typeof RATE_ALERT_KINDS)[number]

/**
 * Says when an alert with this threshold is sent: "LRD 1,000 gives at least GHS 67.63". "At least" is rounded down and "at
 * most" up, so that no alert is sent at a rate that breaks its words.
 */
export function rateAlertText(kind: Exclude<RateAlertKind, 'daily'>, threshold: Rate): string {
  const [least, rounding] = kind === 'at_or_above' ? (['least', 'down'] as const) : (['most', 'up'] as const)
  return `${formatUsualAmount(threshold.from)} gives at ${least} ${formatMoney(usualReceived(threshold, rounding))}`
}
