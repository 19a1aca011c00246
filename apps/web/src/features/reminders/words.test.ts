import { describe, expect, it } from 'vitest'
import { nextMonth, nextText, oftenText } from './words.ts'

describe('a reminder in words', () => {
  it.each([
    ['once', '2026-01-31', 'Once'],
    ['weekly', '2026-11-25', 'Every week on Wednesday'],
    ['monthly', '2026-11-01', 'Every month on the 1st'],
    ['monthly', '2026-11-02', 'Every month on the 2nd'],
    ['monthly', '2026-11-13', 'Every month on the 13th'],
    ['monthly', '2026-11-23', 'Every month on the 23rd'],
    ['monthly', '2026-11-28', 'Every month on the 28th'],
    ['monthly', '2026-01-31', 'Every month on the 31st, or the last day'],
  ] as const)('%s from %s is “%s”', (frequency, firstDay, text) =>
    expect(oftenText({ frequency, firstDay })).toBe(text),
  )

  it.each([
    ['active', '2026-01-31', 'Next: 31 Jan 2026'],
    ['paused', '2026-01-31', 'Paused'],
    ['done', null, 'Done'],
  ] as const)('%s with the next day %s is “%s”', (state, nextDay, text) =>
    expect(nextText({ state, nextDay })).toBe(text),
  )

  it.each([
    ['2026-01-31', '2026-02-28'],
    ['2028-01-30', '2028-02-29'],
    ['2026-11-25', '2026-12-25'],
    ['2026-12-31', '2027-01-31'],
  ])('the month after %s is %s', (day, next) => expect(nextMonth(day)).toBe(next))
})
