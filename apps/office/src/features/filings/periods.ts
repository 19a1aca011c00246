import { DAY_MS, dayOf } from '../../lib/days.ts'

export interface Days {
  readonly from: string
  readonly to: string
}

/** Returns the last whole week (UTC), Monday to Sunday. */
export function lastWeek(now: number): Days {
  const daysSinceSunday = new Date(now).getUTCDay() || 7
  const sunday = now - daysSinceSunday * DAY_MS
  return { from: dayOf(sunday - 6 * DAY_MS), to: dayOf(sunday) }
}

/** Returns the last whole month (UTC). */
export function lastMonth(now: number): Days {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) }
}
