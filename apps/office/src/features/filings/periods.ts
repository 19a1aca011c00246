const DAY = 86_400_000

export interface Days {
  readonly from: string
  readonly to: string
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns the last whole week (UTC), Monday to Sunday. */
export function lastWeek(now: number): Days {
  const daysSinceSunday = new Date(now).getUTCDay() || 7
  const sunday = now - daysSinceSunday * DAY
  return { from: dayOf(sunday - 6 * DAY), to: dayOf(sunday) }
}

/** Returns the last whole month (UTC). */
export function lastMonth(now: number): Days {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) }
}
