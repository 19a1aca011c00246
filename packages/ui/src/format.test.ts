import { afterEach, expect, test, vi } from 'vitest'
import { formatBy } from './format-day.ts'
import {
  deviceZone,
  firstNameOf,
  formatCalendarDate,
  formatDate,
  formatHistoryTime,
  formatMinor,
  formatMoment,
  formatRecent,
  formatShare,
  formatTime,
} from './format.ts'

/** Returns a local time, independent of the tests' time zone. */
function local(year: number, month: number, day: number, hour: number, minute: number): string {
  return new Date(year, month - 1, day, hour, minute).toISOString()
}

test('formats dates as DD MMM YYYY in the time zone of the device', () => {
  expect(formatDate(local(2026, 3, 5, 9, 7))).toBe('05 Mar 2026')
  expect(formatDate(local(2026, 12, 31, 23, 59))).toBe('31 Dec 2026')
})

test.each([
  ['today', local(2026, 12, 7, 0, 10), '14:05'],
  ['tomorrow', local(2026, 12, 6, 23, 50), 'Mon 7 Dec'],
  ['another day', local(2026, 12, 3, 14, 5), 'Mon 7 Dec'],
])('formats a deadline %s', (_when, now, words) => {
  expect(formatBy(local(2026, 12, 7, 14, 5), Date.parse(now))).toBe(words)
})

test('formats a deadline shortly after midnight as a time', () => {
  expect(formatBy(local(2026, 12, 8, 0, 15), Date.parse(local(2026, 12, 7, 23, 45)))).toBe('00:15')
})

test('formats times as HH:mm', () => {
  expect(formatTime(local(2026, 3, 5, 0, 5))).toBe('00:05')
  expect(formatTime(local(2026, 3, 5, 14, 5))).toBe('14:05')
})

test('formats times of the history table as HH:mm A exactly, with 24 hours and AM or PM', () => {
  expect(formatHistoryTime(local(2026, 3, 5, 0, 5))).toBe('00:05 AM')
  expect(formatHistoryTime(local(2026, 3, 5, 12, 0))).toBe('12:00 PM')
  expect(formatHistoryTime(local(2026, 3, 5, 14, 5))).toBe('14:05 PM')
})

test('formats a recent moment without its year', () => {
  expect(formatRecent(local(2026, 11, 2, 14, 5))).toBe('02 Nov, 14:05')
})

test.each([
  [12_000n, 1_000_000n, '1.2%'],
  [999n, 100_000n, '1.0%'],
  [1_249n, 100_000n, '1.2%'],
  [1_250n, 100_000n, '1.3%'],
  [0n, 100_000n, '0.0%'],
  [5n, 0n, '0.0%'],
])('%d of %d is %s', (part, whole, share) => {
  expect(formatShare(part, whole)).toBe(share)
})

test('formats a moment with its time zone', () => {
  expect(formatMoment(local(2026, 3, 5, 9, 7))).toMatch(/^05 Mar 2026, 09:07 [A-Z]{2,5}([+-][\d:]+)?$/)
})

test('calls people by their first name', () => {
  expect(['Ama Mensah', ' Kofi  Owusu Boateng ', 'Isata'].map(firstNameOf)).toEqual(['Ama', 'Kofi', 'Isata'])
})

test('keeps a calendar date in every time zone', () => {
  expect(formatCalendarDate('1990-04-02')).toBe('02 Apr 1990')
})

test('shows minor units with their currency code', () => {
  expect(formatMinor(150_050, 'LRD')).toBe('LRD 1,500.50')
  expect(() => formatMinor(1, 'SLL')).toThrow('SLL')
})

afterEach(() => vi.restoreAllMocks())

test.each([
  ['Africa/Monrovia', 0, 'Africa/Monrovia'],
  ['America/Argentina/Buenos_Aires', 180, 'America/Argentina/Buenos_Aires'],
  ['Etc/Unknown', 0, 'UTC'],
  ['Etc/Unknown', 300, 'Etc/GMT+5'],
  ['Etc/Unknown', -120, 'Etc/GMT-2'],
  ['+01:00', -60, 'Etc/GMT-1'],
  ['', 480, 'Etc/GMT+8'],
  [undefined, 0, 'UTC'],
])('a device in the zone %s, %d minutes behind, has the zone %s', (timeZone, minutes, zone) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes)
  expect(deviceZone()).toBe(zone)
})
