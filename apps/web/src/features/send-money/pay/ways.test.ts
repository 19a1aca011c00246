import { expect, it } from 'vitest'
import { sampleQuote } from '../../../testing/samples.ts'
import { changeText } from './ways.ts'

const quote = sampleQuote({
  ...{ charge: { amount: 1_030_000, currency: 'LRD', rate: '1' } },
  deliveryEstimate: '2026-11-30T10:00:00.000Z',
})

it.each([
  ['nothing', {}, 'The price is the same.'],
  ['minutes', { deliveryEstimate: '2026-11-30T10:20:00.000Z' }, 'The price is the same.'],
  [
    'the currency of the charge',
    { charge: { amount: 5_340, currency: 'USD', rate: '0.005' } },
    'You pay USD 53.40 instead of LRD 10,300.00.',
  ],
  [
    'the rounding of the charge',
    { charge: { amount: 1_030_100, currency: 'LRD', rate: '1' } },
    'You pay LRD 10,301.00 instead of LRD 10,300.00.',
  ],
  [
    'days',
    { deliveryEstimate: '2026-12-07T10:00:00.000Z' },
    expect.stringMatching(/^The price is the same\. The money arrives by .*7 Dec/),
  ],
] as const)('says what another way changes: %s', (_what, change, said) => {
  expect(changeText(quote, { ...quote, ...change }, true)).toEqual(said)
})

it('says nothing of another wallet at the same price', () => {
  expect(changeText(quote, quote, false)).toBe('')
})
