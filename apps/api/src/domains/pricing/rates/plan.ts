/** Interval of the refresh job in seconds: the cron's tick. */
const TICK_SECONDS = 600
/** The longest month. A plan counts by month, so a shorter one leaves requests unused. */
const MONTH_SECONDS = 31 * 86_400
const DAYS = 31
/** Part of a plan reserved for restarts, staff checks and repeated requests: one in twenty. */
const RESERVE_PARTS = 20
/** Past days use at most a third of a plan. */
const HISTORY_PARTS = 3
const FIRST_WAIT_SECONDS = 2
const LONGEST_WAIT_SECONDS = 3_600

/** Returns the monthly requests that a plan reserves, rounded up. */
export function reserveOf(monthly: number): number {
  return Math.ceil(monthly / RESERVE_PARTS)
}

/** Returns the requests for past days that a plan allows per day, rounded down; `wanted` is the setting. */
export function historyPerDayOf(monthly: number, wanted: number): number {
  return Math.min(wanted, Math.floor(monthly / HISTORY_PARTS / DAYS))
}

/**
 * Returns the seconds between two requests for the latest rates, rounded up to whole ticks, so that a month of them fits into
 * the plan together with the reserve and the requests for past days. Returns Infinity when the plan has none left for them.
 */
export function intervalOf(monthly: number | undefined, historyPerDay: number): number {
  if (monthly === undefined) return TICK_SECONDS
  const left = monthly - reserveOf(monthly) - historyPerDay * DAYS
  if (left < 1) return Infinity
  return Math.ceil(MONTH_SECONDS / left / TICK_SECONDS) * TICK_SECONDS
}

/** Returns the seconds to wait after this many failures in a row: 2, 8, 32 … up to an hour. */
export function waitAfterFailures(failures: number): number {
  return Math.min(FIRST_WAIT_SECONDS * 4 ** (failures - 1), LONGEST_WAIT_SECONDS)
}
