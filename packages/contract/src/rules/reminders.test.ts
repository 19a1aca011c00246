import { money, rate, usualRate } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { rateAlertText } from './reminders.ts'

describe('the words of a rate alert', () => {
  it.each([
    ['at_or_above', '0.06763', 'LRD 1,000 gives at least GHS 67.63'],
    ['at_or_above', '0.067639', 'LRD 1,000 gives at least GHS 67.63'],
    ['at_or_below', '0.06763', 'LRD 1,000 gives at most GHS 67.63'],
    ['at_or_below', '0.067631', 'LRD 1,000 gives at most GHS 67.64'],
  ] as const)('for %s %s never promise more than the rate that sends it: %s', (kind, text, words) => {
    expect(rateAlertText(kind, rate(text, 'LRD', 'GHS'))).toBe(words)
  })

  it.each([
    [1, 'SLE', 'LRD 1,000 gives at least SLE 0.01'],
    [6_763, 'GHS', 'LRD 1,000 gives at least GHS 67.63'],
  ] as const)('name exactly the amount that the customer chose: %i %s', (amount, currency, words) => {
    expect(rateAlertText('at_or_above', usualRate(money(amount, currency), 'LRD'))).toBe(words)
  })
})
