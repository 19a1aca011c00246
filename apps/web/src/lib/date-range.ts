import * as i18n from '@sesa/contract/i18n'

/** Calendar days as `YYYY-MM-DD` in the device's time zone; an empty end is open. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export const ALL_DAYS: DateRange = { from: '', to: '' }

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns the day if it exists in the calendar, else an empty text. */
export function readDay(text: string | null): string {
  if (text === null || !DAY.test(text)) return ''
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : ''
}

/** Returns a date's day in the device's time zone. */
export function dayOf(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

/** Returns the range's bounds for the API: from the first midnight to just before the last one. */
export function momentsOf({ from, to }: DateRange): { from?: string; to?: string } {
  return {
    ...(from !== '' && { from: midnight(from, 0) }),
    ...(to !== '' && { to: midnight(to, 1) }),
  }
}

function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map((part) => Number.parseInt(part, 10))
  return new Date(year, month - 1, date + later).toISOString()
}

export const PRESETS = [i18n.t('This month'), i18n.t('Last month'), i18n.t('This year')] as const
export type Preset = (typeof PRESETS)[number]

/** Returns the days of a preset, as seen from today. */
export function rangeOf(preset: Preset, today: Date): DateRange {
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const days = (from: Date, to: Date) => ({ from: dayOf(from), to: dayOf(to) })
  if (preset === i18n.t('This year')) return days(new Date(year, 0, 1), new Date(year, 11, 31))
  const first = preset === i18n.t('This month') ? month : month - 1
  // Day 0 is the last day of the month before.
  return days(new Date(year, first, 1), new Date(year, first + 1, 0))
}
