import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { CURRENCY_CODES, formatAmount, formatMoney, formatRate, money, rate } from './index.ts'

const anyAmount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })

describe('formatMoney and formatAmount', () => {
  test.each<[bigint, string, string]>([
    [150_050n, 'LRD 1,500.50', '1,500.50'],
    [0n, 'LRD 0.00', '0.00'],
    [7n, 'LRD 0.07', '0.07'],
    [99_999n, 'LRD 999.99', '999.99'],
    [100_000n, 'LRD 1,000.00', '1,000.00'],
    [99_999_999_999_999n, 'LRD 999,999,999,999.99', '999,999,999,999.99'],
    [-100n, '-LRD 1.00', '-1.00'],
    [-5n, '-LRD 0.05', '-0.05'],
    [-10_000_000n, '-LRD 100,000.00', '-100,000.00'],
    [900_719_925_474_099_301n, 'LRD 9,007,199,254,740,993.01', '9,007,199,254,740,993.01'],
  ])('%d minor units', (minor, withCode, alone) => {
    expect(formatMoney(money(minor, 'LRD'))).toBe(withCode)
    expect(formatAmount(money(minor, 'LRD'))).toBe(alone)
  })

  it('always print the code, never a symbol', () => {
    const printed = CURRENCY_CODES.map((code) => formatMoney(money(100, code)))
    expect(printed).toEqual(['LRD 1.00', 'GHS 1.00', 'SLE 1.00', 'USD 1.00'])
  })

  it('group as US English number formatting does, which is exact for a bigint', () => {
    const english = new Intl.NumberFormat('en-US')
    fc.assert(
      fc.property(anyAmount, (minor) => {
        const cents = (minor < 0n ? -minor : minor) % 100n
        const sign = minor < 0n && minor > -100n ? '-' : ''
        const expected = `${sign}${english.format(minor / 100n)}.${cents.toString().padStart(2, '0')}`
        expect(formatAmount(money(minor, 'USD'))).toBe(expected)
      }),
    )
  })
})

describe('formatRate', () => {
  test.each([
    ['172.0877', '1 USD = 172.0877 LRD'],
    ['172.5', '1 USD = 172.5000 LRD'],
    ['172', '1 USD = 172.0000 LRD'],
    ['1720.5', '1 USD = 1,720.5000 LRD'],
    ['23456789.12345', '1 USD = 23,456,789.1234 LRD'],
    ['0.0634', '1 USD = 0.0634 LRD'],
    ['0.01', '1 USD = 0.0100 LRD'],
    ['0.99999', '1 USD = 1.0000 LRD'],
  ])('writes %s with four decimals', (text, expected) => {
    expect(formatRate(rate(text, 'USD', 'LRD'))).toBe(expected)
  })

  test.each([
    ['172.08765', '172.0876'],
    ['172.08775', '172.0878'],
    ['172.087651', '172.0877'],
  ])('rounds %s half-even', (text, expected) => {
    expect(formatRate(rate(text, 'USD', 'LRD'))).toBe(`1 USD = ${expected} LRD`)
  })

  test.each([
    ['0.0058494', '0.005849'],
    ['0.00999999', '0.010000'],
    ['0.005', '0.005000'],
    ['2.9252659e-7', '0.0000002925'],
  ])('keeps four significant digits of %s, which is below 0.01', (text, expected) => {
    expect(formatRate(rate(text, 'LRD', 'USD'))).toBe(`1 LRD = ${expected} USD`)
  })
})
