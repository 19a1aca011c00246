import { rate } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { drawChart, type Point } from './chart.ts'
import { dayNumber, formatDay, formatMoment } from './days.ts'
import { changeWords, missingWords, summarise } from './words.ts'

test.each([
  ['1.1', '1', 'At the mid-market rate, 10.0% more arrives than 30 days ago.'],
  ['0.9', '1', 'At the mid-market rate, 10.0% less arrives than 30 days ago.'],
  ['1.0004', '1', 'At the mid-market rate, about the same arrives as 30 days ago.'],
  ['0.9996', '1', 'At the mid-market rate, about the same arrives as 30 days ago.'],
  // Half of a tenth of a percent is rounded up to one, for rises and falls alike.
  ['1.0005', '1', 'At the mid-market rate, 0.1% more arrives than 30 days ago.'],
  ['0.9995', '1', 'At the mid-market rate, 0.1% less arrives than 30 days ago.'],
  ['0.067022', '0.0662', 'At the mid-market rate, 1.2% more arrives than 30 days ago.'],
  ['172.5', '172.5', 'At the mid-market rate, about the same arrives as 30 days ago.'],
])('%s after %s: %s', (now, before, words) => {
  expect(changeWords(rate(now, 'LRD', 'GHS'), rate(before, 'LRD', 'GHS'))).toBe(words)
})

test('says so when there is no rate of 30 days ago', () => {
  expect(changeWords(rate('1', 'LRD', 'GHS'), null)).toBe('We have no mid-market rate of 30 days ago.')
})

describe('a summary', () => {
  const from = dayNumber('2026-10-26')
  const wording = { format: (value: bigint) => `LRD ${value}`, sent: 'GHS 100', year: false, today: from + 3 }
  const say = (values: bigint[], extra = {}) => {
    const points = values.map((value, index): Point => ({ day: from + index, value }))
    const span = { from, to: from + 3 }
    const chart = drawChart(points, span)
    return chart && summarise(chart, span, { ...wording, ...extra })
  }

  test.each([
    [[14n, 13n, 16n, 15n], {}, 'lowest LRD 13 (27 Oct), highest LRD 16 (28 Oct), now LRD 15.'],
    [[14n, 13n, 16n], {}, 'lowest LRD 13 (27 Oct), highest LRD 16 (28 Oct), on 28 Oct LRD 16.'],
  ])('names the lowest, the highest and the latest rate: %s', (values, extra, end) => {
    expect(say(values, extra)).toBe(`Between 26 Oct and 29 Oct, GHS 100: ${end}`)
  })

  test('says only once a value that has never changed', () => {
    expect(say([14n, 14n, 14n, 14n])).toBe('Between 26 Oct and 29 Oct, GHS 100: always LRD 14.')
  })

  test('includes the years in a chart of a year', () => {
    expect(say([14n, 13n], { year: true })).toContain('Between 26 Oct 2026 and 29 Oct 2026')
  })
})

test.each([
  [0, undefined],
  [1, '1 day has no rate, so the line has a gap.'],
  [3, '3 days have no rate, so the line has a gap.'],
])('%i missing days', (missing, words) => {
  expect(missingWords(missing)).toBe(words)
})

test('formats days and moments in UTC', () => {
  expect(formatDay(dayNumber('2026-03-01'), { year: false })).toBe('1 Mar')
  expect(formatDay(dayNumber('2024-02-29'), { year: true })).toBe('29 Feb 2024')
  expect(formatMoment(new Date('2026-11-03T23:59:59Z'))).toBe('3 Nov 2026, 23:59 UTC')
})
