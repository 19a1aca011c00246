import type { Frequency } from '@sesa/contract'
import { momentOf } from '../../../lib/zones.ts'
import { DUE_HOUR, PAID_DAYS } from './settings.ts'

const DAY_MS = 86_400_000

export interface Schedule {
  readonly frequency: Frequency
  /**
   * YYYY-MM-DD. Every other day is computed from it, never from the previous one: otherwise the 31st would become the 28th
   * permanently.
   */
  readonly firstDay: string
}

/** Returns true for a valid day. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && dayOf(at) === text
}

/** Returns the day this many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
}

/** Returns the first day of a schedule on or after `from`; null when there is none. */
export function dayFrom({ frequency, firstDay }: Schedule, from: string): string | null {
  if (from <= firstDay) return firstDay
  switch (frequency) {
    case 'once':
      return null
    case 'weekly':
      return addDays(firstDay, 7 * Math.ceil(daysBetween(firstDay, from) / 7))
    case 'monthly': {
      const months = monthsBetween(firstDay, from)
      const [same, next] = [addMonths(firstDay, months), addMonths(firstDay, months + 1)]
      return same >= from ? same : next
    }
  }
}

/** Returns the day of a schedule after this one; null when there is none. */
export function dayAfter(schedule: Schedule, day: string): string | null {
  return dayFrom(schedule, addDays(day, 1))
}

/** Returns the time at which a reminder of this day is due. @throws RangeError for an unknown zone. */
export function dueAt(day: string, zone: string): Date {
  return momentOf(day, DUE_HOUR, zone)
}

/**
 * Returns the time since which a payment makes a reminder unnecessary: a payment for the previous reminder does not count.
 */
export function paidSinceFor(due: Date, before: Date | null): Date {
  const since = new Date(due.getTime() - PAID_DAYS * DAY_MS)
  return before !== null && before > since ? before : since
}

/** Returns the day this many months later; a day that the month lacks becomes its last one. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 of the month after is the last day of the month.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return monthOf(to) - monthOf(from)
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
