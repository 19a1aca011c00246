import type { Reminder } from '@sesa/contract'
import { formatCalendarDate } from '@sesa/ui/format.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Describes how often a reminder is sent: "Every month on the 31st, or the last day". */
export function oftenText({ frequency, firstDay }: Pick<Reminder, 'frequency' | 'firstDay'>): string {
  switch (frequency) {
    case 'once':
      return 'Once'
    case 'weekly':
      return `Every week on ${DAYS[new Date(`${firstDay}T00:00:00Z`).getUTCDay()] ?? ''}`
    case 'monthly': {
      const day = Number(firstDay.slice(8))
      return `Every month on the ${ordinal(day)}${day > 28 ? ', or the last day' : ''}`
    }
  }
}

/** Describes when a reminder is sent next. */
export function nextText({ state, nextDay }: Pick<Reminder, 'state' | 'nextDay'>): string {
  if (state === 'done' || nextDay === null) return 'Done'
  return state === 'paused' ? 'Paused' : `Next: ${formatCalendarDate(nextDay)}`
}

/** Returns the same day of the next month, or the month's last day. */
export function nextMonth(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 of the month after is the last day of the month.
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10)
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th'
  return `${day}${ending}`
}
