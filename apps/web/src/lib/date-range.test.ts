import { describe, expect, it } from 'vitest'
import { momentsOf, rangeOf, readDay } from './date-range.ts'

describe('a day in the address', () => {
  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', ''],
    ['2026-13-01', ''],
    ['2026-1-1', ''],
    ['yesterday', ''],
    ['', ''],
    [null, ''],
  ])('%j is read as %j', (text, day) => {
    expect(readDay(text)).toBe(day)
  })
})

describe('presets', () => {
  it.each([
    ['This month', '2026-11-24', '2026-11-01', '2026-11-30'],
    ['Last month', '2026-11-24', '2026-10-01', '2026-10-31'],
    ['Last month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['Last month', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['This year', '2026-11-24', '2026-01-01', '2026-12-31'],
  ] as const)('%s, seen from %s, is %s to %s', (preset, today, from, to) => {
    expect(rangeOf(preset, new Date(`${today}T12:00:00`))).toEqual({ from, to })
  })
})

describe('the moments of a range', () => {
  it('include the last day to its end', () => {
    const { from = '', to = '' } = momentsOf({ from: '2026-11-01', to: '2026-11-30' })
    expect(new Date(from)).toEqual(new Date(2026, 10, 1))
    expect(new Date(to)).toEqual(new Date(2026, 11, 1))
  })

  it('leave an open end open', () => {
    expect(momentsOf({ from: '', to: '' })).toEqual({})
    expect(Object.keys(momentsOf({ from: '2026-11-01', to: '' }))).toEqual(['from'])
  })
})
