import { money, rate } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  boundsProblem,
  boundsText,
  networkProblem,
  typedOutOfBounds,
  type Allowance,
  type TypedAmounts,
} from './bounds.ts'
import { corridor } from '../testing/corridor.ts'
import { mtn } from '../testing/network.ts'

const left = (day: number, month: number): Allowance => ({
  currency: 'LRD',
  day: { limit: 50_000_000, left: day, frees: null },
  month: { limit: 170_000_000, left: month, frees: null },
})

/** MTN's 15,000 cedis are LRD 223,880.59; its 20,000 would be LRD 298,507.46. */
const toGhana = rate('0.067', 'LRD', 'GHS')

describe('the text of the bounds', () => {
  test.each<[Allowance | null, string]>([
    [null, 'Minimum LRD 87.00. Maximum LRD 340,000.00 per transfer.'],
    [left(50_000_000, 170_000_000), 'Minimum LRD 87.00. Maximum LRD 340,000.00 per transfer.'],
    [left(10_000_000, 170_000_000), 'From LRD 87.00 to LRD 100,000.00 (the rest of your 24-hour limit).'],
    [left(10_000_000, 9_000_000), 'From LRD 87.00 to LRD 90,000.00 (the rest of your 30-day limit).'],
    [left(10_012_345, 170_000_000), 'From LRD 87.00 to LRD 100,000.00 (the rest of your 24-hour limit).'],
    [left(8_699, 170_000_000), 'You’ve reached your 24-hour limit. Try again later.'],
    [{ ...left(1, 1), currency: 'USD' }, 'Minimum LRD 87.00. Maximum LRD 340,000.00 per transfer.'],
  ])('with %o', (allowance, words) => {
    expect(boundsText(boundsOf(corridor, allowance), null)).toBe(words)
  })

  test('rounds our maximum down', () => {
    const odd = { ...corridor, maximum: 34_417_543 }
    expect(boundsText(boundsOf(odd, null), null)).toBe(
      'Minimum LRD 87.00. Maximum LRD 344,000.00 per transfer.',
    )
  })

  test('names no maximum without a rate', () => {
    expect(boundsText(boundsOf({ ...corridor, maximum: null }, null), null)).toBe('Minimum LRD 87.00.')
  })

  const accepts = 'Minimum LRD 87.00. MTN MoMo accepts up to GHS 15,000.00 per transfer (about LRD 223,880).'
  test.each([
    ['where it is less than our limit', corridor, toGhana, accepts],
    [
      'where it is our limit, at a rate that has moved',
      { ...corridor, maximum: 22_380_000 },
      toGhana,
      accepts,
    ],
    [
      'only where it is less',
      { ...corridor, maximum: 20_000_000 },
      toGhana,
      /Maximum LRD 200,000\.00 per transfer\.$/,
    ],
    ['only once a rate is known', corridor, null, /Maximum LRD 340,000\.00 per transfer\.$/],
    [
      'only at the rate to its country',
      corridor,
      rate('0.13', 'LRD', 'SLE'),
      /Maximum LRD 340,000\.00 per transfer\.$/,
    ],
  ])('gives the carrier’s maximum %s', (_when, between, at, words) => {
    expect(boundsText(boundsOf(between, null, mtn), at)).toMatch(words)
  })
})

describe('while typing', () => {
  const sending = (sendAmount: string, receiveAmount = ''): TypedAmounts => ({
    fix: 'send',
    sendAmount,
    receiveAmount,
  })
  const arriving = (receiveAmount: string, sendAmount = ''): TypedAmounts => ({
    fix: 'receive',
    sendAmount,
    receiveAmount,
  })
  const carrier = 'MTN MoMo accepts up to GHS 15,000.00 per transfer'
  test.each<[TypedAmounts, boolean, string | undefined]>([
    [sending(''), false, undefined],
    [sending('8x'), false, undefined],
    [sending('0'), false, 'Minimum LRD 87.00. Enter more.'],
    [sending('86.99'), true, 'Minimum LRD 87.00. Enter more.'],
    [sending('87'), false, undefined],
    [sending('223,880.59'), true, undefined],
    [sending('223,880.60'), true, 'MTN MoMo accepts up to GHS 15,000.00 (about LRD 223,880). Enter less.'],
    // The conversion decides.
    [sending('223,880.59', '15,000.01'), false, `${carrier}. Enter less.`],
    [sending('90', '0.99'), false, 'MTN MoMo accepts GHS 1.00 or more per transfer. Enter more.'],
    [arriving('15,000.01'), true, `${carrier}. Enter less.`],
    [arriving('15,000.00', '1'), true, undefined],
    [arriving('1.00', '15'), false, 'Minimum LRD 87.00. Enter more.'],
  ])('of %o, busy %s: %s', (typed, busy, words) => {
    expect(typedOutOfBounds(typed, boundsOf(corridor, null, mtn), toGhana, busy)).toBe(words)
  })

  test('shows our maximum and the rest of a limit without a network', () => {
    const bounds = boundsOf(corridor, left(9_000_000, 170_000_000))
    expect(typedOutOfBounds(sending('340,000.01'), bounds, null, false)).toBe(
      'Maximum LRD 340,000.00 per transfer. Enter less.',
    )
    expect(typedOutOfBounds(sending('90,000.01'), bounds, null, false)).toBe(
      'This is over your 24-hour limit. You can still send up to LRD 90,000.00.',
    )
  })
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
  expect(boundsProblem(money(10_000, 'LRD'), bounds)).toBe(boundsText(bounds, null))
  expect(boundsText(bounds, null)).not.toContain('LRD')
})

test('accepts what a network with unknown bounds might not', () => {
  const bounds = boundsOf(corridor, null, { ...mtn, minimum: null, maximum: null })
  expect(networkProblem(money(1, 'GHS'), bounds)).toBeUndefined()
  expect(boundsText(bounds, toGhana)).toContain('Maximum LRD 340,000.00')
})
