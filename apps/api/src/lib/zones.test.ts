import { describe, expect, it } from 'vitest'
import { isZone, localTime, momentOf } from './zones.ts'

describe('a time zone', () => {
  it.each([
    ['Africa/Monrovia', true],
    ['Africa/Accra', true],
    ['America/New_York', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Etc/GMT+5', true],
    ['Mars/Olympus', false],
    ['+01:00', false],
    ['', false],
    ['Africa/Monrovia\n', false],
    ['../etc/passwd', false],
  ])('%j is known: %s', (zone, known) => expect(isZone(zone)).toBe(known))

  it.each([
    ['2026-11-25T08:59:59Z', 'Africa/Accra', '2026-11-25', 8],
    ['2026-11-25T23:30:00Z', 'Asia/Tokyo', '2026-11-26', 8],
    ['2026-07-01T03:30:00Z', 'America/New_York', '2026-06-30', 23],
    ['2026-01-01T04:30:00Z', 'America/New_York', '2025-12-31', 23],
  ])('%s in %s is on %s in hour %i', (at, zone, day, hour) =>
    expect(localTime(new Date(at), zone)).toEqual({ day, hour }),
  )

  it.each([
    ['2026-11-25', 9, 'Africa/Monrovia', '2026-11-25T09:00:00.000Z'],
    ['2026-01-15', 9, 'America/New_York', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15', 9, 'America/New_York', '2026-07-15T13:00:00.000Z'],
    // Days on which the clocks change.
    ['2026-03-08', 9, 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-11-01', 9, 'America/New_York', '2026-11-01T14:00:00.000Z'],
    ['2026-03-08', 2, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01', 1, 'America/New_York', '2026-11-01T05:00:00.000Z'],
    ['2026-11-25', 9, 'Pacific/Kiritimati', '2026-11-24T19:00:00.000Z'],
    ['2026-11-25', 9, 'Asia/Kolkata', '2026-11-25T03:30:00.000Z'],
  ])('%s at %i in %s is %s', (day, hour, zone, moment) =>
    expect(momentOf(day, hour, zone).toISOString()).toBe(moment),
  )

  it('that is unknown is refused', () => {
    expect(() => momentOf('2026-11-25', 9, 'Mars/Olympus')).toThrow(RangeError)
  })
})
