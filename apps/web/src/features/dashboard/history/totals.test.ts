import { describe, expect, it } from 'vitest'
import { rangeWords, totalsWords } from './totals.ts'

const lrd = (count: number, amount: number) => ({ currency: 'LRD', count, amount }) as const
const usd = (count: number, amount: number) => ({ currency: 'USD', count, amount }) as const

describe('the totals of a list', () => {
  it.each([
    [{ count: 0, sent: [] }, '0 transfers.'],
    [{ count: 1, sent: [] }, '1 transfer. None has arrived.'],
    [{ count: 1, sent: [lrd(1, 1_000_000)] }, '1 transfer. LRD 10,000.00 sent before fees.'],
    [{ count: 43, sent: [lrd(38, 12_000_000)] }, '43 transfers. 38 arrived: LRD 120,000.00 before fees.'],
    [
      { count: 1_204, sent: [lrd(1_000, 100), usd(204, 250)] },
      '1,204 transfers. 1,000 arrived: LRD 1.00 and 204 arrived: USD 2.50 before fees.',
    ],
  ])('%j are “%s”', (totals, words) => {
    expect(totalsWords(totals)).toBe(words)
  })
})

describe('the rows of a page', () => {
  it.each([
    [1, 20, 43, '1 to 20 of 43'],
    [41, 3, 43, '41 to 43 of 43'],
    [1, 20, undefined, '1 to 20'],
    [21, 20, 1_204, '21 to 40 of 1,204'],
    // Older than the page.
    [21, 20, 39, '21 to 40'],
  ])('from %i, %i rows of %s: %s', (first, rows, total, words) => {
    expect(rangeWords(first, rows, total)).toBe(words)
  })
})
