import type { Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatCalendarDate } from '@sesa/ui/format.ts'

const DAYS = [
  i18n.t('Every week on Sunday'),
  i18n.t('Every week on Monday'),
  i18n.t('Every week on Tuesday'),
  i18n.t('Every week on Wednesday'),
  i18n.t('Every week on Thursday'),
  i18n.t('Every week on Friday'),
  i18n.t('Every week on Saturday'),
]

/** Describes how often a reminder is sent: "Every month on the 31st, or the last day". */
export function oftenText({ frequency, firstDay }: Pick<Reminder, 'frequency' | 'firstDay'>): string {
  switch (frequency) {
    case 'once':
      return i18n.t('Once')
    case 'weekly':
      return DAYS[new Date(`${firstDay}T00:00:00Z`).getUTCDay()] ?? ''
    case 'monthly': {
      const day = Number(firstDay.slice(8))
      return day > 28
        ? i18n.t('Every month on the {day}, or the last day', { day: ordinal(day) })
        : i18n.t('Every month on the {day}', { day: ordinal(day) })
    }
  }
}

/** Describes when a reminder is sent next. */
export function nextText({ state, nextDay }: Pick<Reminder, 'state' | 'nextDay'>): string {
  if (state === 'done' || nextDay === null) return i18n.t('Done')
  return state === 'paused' ? i18n.t('Paused') : i18n.t('Next: {day}', { day: formatCalendarDate(nextDay) })
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
