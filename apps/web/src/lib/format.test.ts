import { expect, test } from 'vitest'
import { formatCalendarDate, formatDate, formatHistoryTime, formatMinor, formatTime } from './format.ts'

/** The same moment as the device sees it, whatever zone the tests run in. */
function local(year: number, month: number, day: number, hour: number, minute: number): string {
  return new Date(year, month - 1, day, hour, minute).toISOString()
}

test('dates are DD MMM YYYY in the time zone of the device', () => {
  expect(formatDate(local(2026, 3, 5, 9, 7))).toBe('05 Mar 2026')
  expect(formatDate(local(2026, 12, 31, 23, 59))).toBe('31 Dec 2026')
})

test('times are HH:mm', () => {
  expect(formatTime(local(2026, 3, 5, 0, 5))).toBe('00:05')
  expect(formatTime(local(2026, 3, 5, 14, 5))).toBe('14:05')
})

test('times of the history table are HH:mm A to the letter: 24 hours and AM or PM', () => {
  expect(formatHistoryTime(local(2026, 3, 5, 0, 5))).toBe('00:05 AM')
  expect(formatHistoryTime(local(2026, 3, 5, 12, 0))).toBe('12:00 PM')
  expect(formatHistoryTime(local(2026, 3, 5, 14, 5))).toBe('14:05 PM')
})

test('a calendar date does not move with the time zone', () => {
  expect(formatCalendarDate('1990-04-02')).toBe('02 Apr 1990')
})

test('minor units are shown with their code', () => {
  expect(formatMinor(150_050, 'LRD')).toBe('LRD 1,500.50')
  expect(() => formatMinor(1, 'SLL')).toThrow('SLL')
})
