const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the number of a calendar day (`YYYY-MM-DD`), counted from 1970. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

/** Returns the day number, in UTC, of a moment. */
export function dayNumberAt(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS)
}

/** Formats a day by its number: "3 Nov", or "3 Nov 2026" with the year. */
export function formatDay(day: number, { year }: { year: boolean }): string {
  const date = new Date(day * DAY_MS)
  const short = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`
  return year ? `${short} ${date.getUTCFullYear()}` : short
}

/** Formats a moment in UTC: "3 Nov 2026, 14:05 UTC". */
export function formatMoment(moment: Date): string {
  return `${formatDay(dayNumberAt(moment), { year: true })}, ${moment.toISOString().slice(11, 16)} UTC`
}
