import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { boundsOf, boundsProblem, boundsText, typedBelowMinimum, type Allowance } from './bounds.ts'
import { corridor } from '../testing/corridor.ts'

const left = (day: number, month: number): Allowance => ({
  currency: 'LRD',
  day: { limit: 50_000_000, left: day },
  month: { limit: 170_000_000, left: month },
})

describe('the text of the bounds', () => {
  test.each<[Allowance | null, string]>([
    [null, 'From LRD 87.00 to LRD 340,000.00.'],
    [left(50_000_000, 170_000_000), 'From LRD 87.00 to LRD 340,000.00.'],
    [left(10_000_000, 170_000_000), 'From LRD 87.00 to LRD 100,000.00 (the rest of your 24-hour limit).'],
    [left(10_000_000, 9_000_000), 'From LRD 87.00 to LRD 90,000.00 (the rest of your 30-day limit).'],
    [left(8_699, 170_000_000), 'You’ve reached your 24-hour limit'],
    [{ ...left(1, 1), currency: 'USD' }, 'From LRD 87.00 to LRD 340,000.00.'],
  ])('with %o', (allowance, words) => {
    expect(boundsText(boundsOf(corridor, allowance))).toContain(words)
  })

  test('names no maximum without a rate', () => {
    expect(boundsText(boundsOf({ ...corridor, maximum: null }, null))).toBe('At least LRD 87.00.')
  })
})

test.each([
  ['', undefined],
  ['8x', undefined],
  ['0', 'Minimum LRD 87.00. Enter more.'],
  ['86.99', 'Minimum LRD 87.00. Enter more.'],
  ['87', undefined],
])('shows for %j while typing: %s', (text, words) => {
  expect(typedBelowMinimum(text, boundsOf(corridor, null))).toBe(words)
})

test('accepts the remaining limit to the last unit, and rejects one unit more', () => {
  const bounds = boundsOf(corridor, left(10_000_000, 170_000_000))
  expect(boundsProblem(money(10_000_000, 'LRD'), bounds)).toBeUndefined()
  expect(boundsProblem(money(10_000_001, 'LRD'), bounds)).toBe(
    'This is over your 24-hour limit. You can still send up to LRD 100,000.00.',
  )
})

test('does not offer a remaining limit that is too small to send', () => {
  const bounds = boundsOf(corridor, left(5_000, 170_000_000))
  expect(boundsProblem(money(10_000, 'LRD'), bounds)).toBe(boundsText(bounds))
  expect(boundsText(bounds)).not.toContain('LRD')
})
