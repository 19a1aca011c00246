import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

describe('an amount in a call’s query string', () => {
  it.each([
    ['5', 500n],
    ['5.1', 510n],
    ['5.12', 512n],
    ['0.01', 1n],
    ['0099999999999.99', 9_999_999_999_999n],
  ])('%s is read exactly', (text, minor) => {
    expect(readTypedAmount(text, 'GHS')).toEqual(money(minor, 'GHS'))
  })

  it.each([
    ['', 'amount_not_a_number'],
    ['5x', 'amount_not_a_number'],
    ['x5', 'amount_not_a_number'],
    ['.5', 'amount_not_a_number'],
    ['5.', 'amount_not_a_number'],
    ['--5', 'amount_not_a_number'],
    ['-5', 'amount_negative'],
    ['-5.123', 'amount_negative'],
    ['5.123', 'amount_too_many_decimals'],
    ['100000000000', 'amount_above_limit'],
    ['100000000000.00', 'amount_above_limit'],
  ])('%j is refused: %s', (text, code) => {
    expect(() => readTypedAmount(text, 'GHS')).toThrow(
      expect.objectContaining({ code, options: expect.objectContaining({ field: 'amount' }) }),
    )
  })

  it('names the limit in the currency of an amount above it', () => {
    expect(() => readTypedAmount('100000000000', 'GHS')).toThrow('GHS 99,999,999,999.99')
  })
})
