import { describe, expect, it } from 'vitest'
import { dueAfter, monthBefore, weekBefore, type Period } from './deadlines.ts'

const HOLIDAYS = ['2026-12-01', '2026-12-25', '2026-12-28']

describe('a deadline', () => {
  it.each<[string, Period, string, string]>([
    [
      'of 24 hours over a weekend',
      { amount: 24, unit: 'hours' },
      '2026-11-27T22:00:00Z',
      '2026-11-28T22:00:00Z',
    ],
    [
      'of 30 calendar days',
      { amount: 30, unit: 'calendar_days' },
      '2026-11-26T10:00:00Z',
      '2026-12-26T10:00:00Z',
    ],
    ['over a leap day', { amount: 1, unit: 'calendar_days' }, '2028-02-28T10:00:00Z', '2028-02-29T10:00:00Z'],
    [
      'of a business day, from Thursday',
      { amount: 1, unit: 'business_days' },
      '2026-11-26T10:00:00Z',
      '2026-11-27T10:00:00Z',
    ],
    [
      'of a business day, from Friday',
      { amount: 1, unit: 'business_days' },
      '2026-11-27T10:00:00Z',
      '2026-11-30T10:00:00Z',
    ],
    [
      'of a business day, from Saturday',
      { amount: 1, unit: 'business_days' },
      '2026-11-28T10:00:00Z',
      '2026-11-30T10:00:00Z',
    ],
    [
      'over a weekend and a holiday',
      { amount: 2, unit: 'business_days' },
      '2026-11-27T10:00:00Z',
      '2026-12-02T10:00:00Z',
    ],
    ['over Christmas', { amount: 1, unit: 'business_days' }, '2026-12-24T10:00:00Z', '2026-12-29T10:00:00Z'],
    [
      'of ten business days',
      { amount: 10, unit: 'business_days' },
      '2026-11-26T10:00:00Z',
      '2026-12-11T10:00:00Z',
    ],
  ])('%s', (_name, period, from, due) => {
    expect(dueAfter(new Date(from), period, HOLIDAYS).toISOString()).toBe(due.replace('Z', '.000Z'))
  })

  it('is never later without the list of holidays', () => {
    const from = new Date('2026-11-27T10:00:00Z')
    const period = { amount: 2, unit: 'business_days' } as const
    expect(dueAfter(from, period, []).getTime()).toBeLessThan(dueAfter(from, period, HOLIDAYS).getTime())
  })
})

describe('the period of a return', () => {
  it.each([
    ['2026-11-26', '2026-11-16', '2026-11-22', '2026-11-23T12:00:00.000Z'],
    ['2026-11-23', '2026-11-16', '2026-11-22', '2026-11-23T12:00:00.000Z'],
    ['2026-11-22', '2026-11-09', '2026-11-15', '2026-11-16T12:00:00.000Z'],
    ['2027-01-01', '2026-12-21', '2026-12-27', '2026-12-28T12:00:00.000Z'],
  ])('before %s is the week from %s', (day, from, to, due) => {
    const period = weekBefore(day)
    expect({ ...period, dueAt: period.dueAt.toISOString() }).toEqual({ from, to, dueAt: due })
  })

  it.each([
    ['2026-11-26', '2026-10-01', '2026-10-31', '2026-11-13T17:00:00.000Z'],
    ['2026-12-01', '2026-11-01', '2026-11-30', '2026-12-15T17:00:00.000Z'],
    ['2026-03-31', '2026-02-01', '2026-02-28', '2026-03-13T17:00:00.000Z'],
  ])('before %s is the month from %s', (day, from, to, due) => {
    const period = monthBefore(day, HOLIDAYS)
    expect({ ...period, dueAt: period.dueAt.toISOString() }).toEqual({ from, to, dueAt: due })
  })
})
