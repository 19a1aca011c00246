import { formatDate, formatTime, MONTHS } from './format.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats a day: "Mon 7 Dec". */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  return `${DAYS[date.getDay()] ?? ''} ${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`
}

const HALF_A_DAY_MS = 43_200_000

/**
 * Formats a deadline: its time today and within half a day, and its day otherwise: "14:05", "Mon 7 Dec". `now`: the
 * server's time in ms.
 */
export function formatBy(iso: string, now: number): string {
  const isToday = formatDate(iso) === formatDate(new Date(now).toISOString())
  return isToday || Date.parse(iso) - now < HALF_A_DAY_MS ? formatTime(iso) : formatDay(iso)
}
