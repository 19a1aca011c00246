import type { Frequency } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import { dayAfter, dayFrom, dueAt, isDay, paidSinceFor } from './calendar.ts'

/** Returns the first days of a schedule. */
function days(frequency: Frequency, firstDay: string, count: number): string[] {
  const found = [firstDay]
  for (let day = dayAfter({ frequency, firstDay }, firstDay); day !== null && found.length < count;) {
    found.push(day)
    day = dayAfter({ frequency, firstDay }, day)
  }
  return found
}

describe('the days of a reminder', () => {
  it.each([
    ['once', '2026-01-31', ['2026-01-31']],
    ['weekly', '2026-02-20', ['2026-02-20', '2026-02-27', '2026-03-06', '2026-03-13']],
    ['weekly', '2028-02-24', ['2028-02-24', '2028-03-02', '2028-03-09']],
    ['monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['monthly', '2026-01-30', ['2026-01-30', '2026-02-28', '2026-03-30']],
    ['monthly', '2026-01-29', ['2026-01-29', '2026-02-28', '2026-03-29']],
    // A leap year.
    ['monthly', '2028-01-31', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['monthly', '2028-01-29', ['2028-01-29', '2028-02-29', '2028-03-29']],
    ['monthly', '2026-12-31', ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
    ['monthly', '2026-11-15', ['2026-11-15', '2026-12-15', '2027-01-15']],
    ['monthly', '2028-02-29', ['2028-02-29', '2028-03-29', '2028-04-29']],
  ] as const)('%s from %s are %j', (frequency, firstDay, expected) =>
    expect(days(frequency, firstDay, expected.length)).toEqual(expected),
  )

  it.each([
    ['once', '2026-03-10', '2026-03-01', '2026-03-10'],
    ['once', '2026-03-10', '2026-03-10', '2026-03-10'],
    ['once', '2026-03-10', '2026-03-11', null],
    ['weekly', '2026-03-10', '2026-03-11', '2026-03-17'],
    ['weekly', '2026-03-10', '2026-03-17', '2026-03-17'],
    ['weekly', '2026-03-10', '2027-03-10', '2027-03-16'],
    ['monthly', '2026-01-31', '2026-02-28', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-03-01', '2026-03-31'],
    ['monthly', '2026-01-31', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-12-15', '2027-01-16', '2027-02-15'],
  ] as const)('%s from %s, on %s or later, is %s', (frequency, firstDay, from, expected) =>
    expect(dayFrom({ frequency, firstDay }, from)).toBe(expected),
  )

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-11-31', false],
  ])('%s exists: %s', (day, exists) => expect(isDay(day)).toBe(exists))
})

describe('the hour of a reminder', () => {
  it.each([
    ['2026-03-07', 'America/New_York', '2026-03-07T14:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T14:00:00.000Z'],
    ['2026-11-01', 'Africa/Monrovia', '2026-11-01T09:00:00.000Z'],
  ])('on %s in %s is %s', (day, zone, expected) => expect(dueAt(day, zone).toISOString()).toBe(expected))

  it('of an unknown zone is refused', () =>
    expect(() => dueAt('2026-11-01', 'Mars/Olympus')).toThrow(RangeError))
})

describe('a payment that makes a reminder unnecessary', () => {
  const due = new Date('2026-11-25T09:00:00Z')
  it.each([
    [null, '2026-11-22T09:00:00.000Z'],
    ['2026-11-18T09:00:00Z', '2026-11-22T09:00:00.000Z'],
    ['2026-11-24T09:00:00Z', '2026-11-24T09:00:00.000Z'],
  ])('with the day before at %s came after %s', (before, since) =>
    expect(paidSinceFor(due, before === null ? null : new Date(before)).toISOString()).toBe(since),
  )
})
