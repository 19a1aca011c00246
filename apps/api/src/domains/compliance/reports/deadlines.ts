export interface Period {
  readonly amount: number
  readonly unit: 'hours' | 'calendar_days' | 'business_days'
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns true from Monday to Friday by UTC, except on holidays. `holidays`: YYYY-MM-DD. */
function isBusinessDay(at: Date, holidays: readonly string[]): boolean {
  return ![0, 6].includes(at.getUTCDay()) && !holidays.includes(dayOf(at))
}

/**
 * Returns the end of a deadline that begins with knowledge at `from`. Calendar days have 24 hours, which is never later than
 * the law's end of the day. An unknown holiday only makes a deadline earlier.
 */
export function dueAfter(from: Date, { amount, unit }: Period, holidays: readonly string[]): Date {
  if (unit === 'hours') return new Date(from.getTime() + amount * HOUR)
  if (unit === 'calendar_days') return new Date(from.getTime() + amount * DAY)
  let at = from
  for (let left = amount; left > 0;) {
    at = new Date(at.getTime() + DAY)
    if (isBusinessDay(at, holidays)) left -= 1
  }
  return at
}

/** The first and last day of a return, and its due time. */
export interface ReturnPeriod {
  /** YYYY-MM-DD. */
  readonly from: string
  readonly to: string
  readonly dueAt: Date
}

/** Returns the last full week, Monday to Sunday, before a day; due on the following Monday at 12:00 UTC. */
export function weekBefore(day: string): ReturnPeriod {
  const start = startOf(day)
  const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * DAY
  const [from, to] = [new Date(monday - 7 * DAY), new Date(monday - DAY)]
  return { from: dayOf(from), to: dayOf(to), dueAt: new Date(monday + 12 * HOUR) }
}

/** Returns the last full month before a day; due on the tenth business day of the next month at 17:00 UTC. */
export function monthBefore(day: string, holidays: readonly string[]): ReturnPeriod {
  const first = startOf(`${day.slice(0, 7)}-01`)
  const to = dayOf(new Date(first - DAY))
  const tenth = dueAfter(new Date(first - DAY), { amount: 10, unit: 'business_days' }, holidays)
  return { from: `${to.slice(0, 7)}-01`, to, dueAt: new Date(tenth.getTime() + 17 * HOUR) }
}
