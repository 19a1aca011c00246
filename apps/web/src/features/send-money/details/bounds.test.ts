import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { boundsOf, boundsProblem, boundsText, typedBelowMinimum, type Allowance } from './bounds.ts'
import { corridor } from '../testing/corridor.ts'

const left = (day: number, month: number): Allowance => ({
  currency: 'LRD',
  day: { limit: 50_000_000, left: day },
  month: { limit: 170_000_000, left: month },
})

describe('the bounds in words', () => {
  test.each<[Allowance | null, string]>([
    [null, 'From LRD 87.00 to LRD 340,000.00.'],
    [left(50_000_000, 170_000_000), 'From LRD 87.00 to LRD 340,000.00.'],
    [
      left(10_000_000, 170_000_000),
      'From LRD 87.00 to LRD 100,000.00, which is left of your limit for 24 hours.',
    ],
    [
      left(10_000_000, 9_000_000),
      'From LRD 87.00 to LRD 90,000.00, which is left of your limit for 30 days.',
    ],
    [left(8_699, 170_000_000), 'You’ve reached your limit for 24 hours'],
    [{ ...left(1, 1), currency: 'USD' }, 'From LRD 87.00 to LRD 340,000.00.'],
  ])('with %o', (allowance, words) => {
    expect(boundsText(boundsOf(corridor, allowance))).toContain(words)
  })

  test('without a rate there is no most', () => {
    expect(boundsText(boundsOf({ ...corridor, maximum: null }, null))).toBe('At least LRD 87.00.')
  })
})

test.each([
  ['', undefined],
  ['8x', undefined],
  ['0', 'Minimum LRD 87.00. Enter more.'],
  ['86.99', 'Minimum LRD 87.00. Enter more.'],
  ['87', undefined],
])('%j typed is below the minimum: %s', (text, words) => {
  expect(typedBelowMinimum(text, boundsOf(corridor, null))).toBe(words)
})

test('what is left is taken to the last unit, and one more is told', () => {
  const bounds = boundsOf(corridor, left(10_000_000, 170_000_000))
  expect(boundsProblem(money(10_000_000, 'LRD'), bounds)).toBeUndefined()
  expect(boundsProblem(money(10_000_001, 'LRD'), bounds)).toBe(
    'This is over your limit for 24 hours. You can still send up to LRD 100,000.00.',
  )
})

test('an amount too small to send is not offered as what is left', () => {
  const bounds = boundsOf(corridor, left(5_000, 170_000_000))
  expect(boundsProblem(money(10_000, 'LRD'), bounds)).toBe(boundsText(bounds))
  expect(boundsText(bounds)).not.toContain('LRD')
})
