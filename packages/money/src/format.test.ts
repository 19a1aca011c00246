import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  convert,
  CURRENCY_CODES,
  formatAmount,
  formatMoney,
  formatRate,
  formatUsualRate,
  money,
  rate,
  usualAmount,
  usualRate,
  usualReceived,
  withMargin,
} from './index.ts'

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

describe('formatUsualRate', () => {
  test.each([
    ['0.066957432', 'LRD', 'GHS', 'LRD 1,000 = GHS 66.96'],
    ['14.9349528', 'GHS', 'LRD', 'GHS 100 = LRD 1,493.50'],
    ['10.9321', 'USD', 'GHS', 'USD 100 = GHS 1,093.21'],
    ['0.006745', 'LRD', 'SLE', 'LRD 1,000 = SLE 6.74'],
  ] as const)('says %s %s to %s as %s', (text, from, to, expected) => {
    expect(formatUsualRate(rate(text, from, to))).toBe(expected)
  })
})

test('usualReceived converts the usual amount', () => {
  const roundings = fc.constantFrom('up', 'down', 'half-even')
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.integer({ min: 0, max: 12 }),
      roundings,
      (value, scale, rounding) => {
        const r = { from: 'LRD', to: 'GHS', value, scale } as const
        expect(usualReceived(r, rounding)).toEqual(convert(usualAmount('LRD'), r, rounding))
      },
    ),
  )
})

describe('usualRate', () => {
  test.each([
    ['LRD', 'GHS', 6_763, '0.06763'],
    ['USD', 'LRD', 1_707_750, '170.775'],
    ['GHS', 'SLE', 1, '0.0001'],
    ['SLE', 'GHS', 5_000, '0.5'],
  ] as const)('is the exact rate at which the usual %s buys %s %i', (from, to, minor, text) => {
    const r = usualRate(money(minor, to), from)
    expect(r).toEqual(rate(text, from, to))
    for (const rounding of ['up', 'down', 'half-even'] as const)
      expect(usualReceived(r, rounding)).toEqual(money(minor, to))
  })
})

describe('formatRate', () => {
  test.each([
    ['172.0877', '1 USD = LRD 172.0877'],
    ['172.5', '1 USD = LRD 172.5000'],
    ['172', '1 USD = LRD 172.0000'],
    ['1720.5', '1 USD = LRD 1,720.5000'],
    ['23456789.12345', '1 USD = LRD 23,456,789.1234'],
    ['1', '1 USD = LRD 1.0000'],
    ['172.08765', '1 USD = LRD 172.0876'],
    ['172.08775', '1 USD = LRD 172.0878'],
    ['172.087651', '1 USD = LRD 172.0877'],
  ])('writes %s with four decimals, rounded half-even', (text, expected) => {
    expect(formatRate(rate(text, 'USD', 'LRD'))).toBe(expected)
  })

  test.each([
    ['0.0670224', '1 GHS = LRD 14.9204'],
    ['0.0058110', '1 GHS = LRD 172.0874'],
    ['0.5', '1 GHS = LRD 2.0000'],
    ['0.99999', '1 GHS = LRD 1.0000'],
    ['2.9252659e-7', '1 GHS = LRD 3,418,492.6574'],
  ])('writes %s, which is below 1, the other way round', (text, expected) => {
    expect(formatRate(rate(text, 'LRD', 'GHS'))).toBe(expected)
  })

  const toGhana = rate('0.0670219638', 'LRD', 'GHS')
  const fromGhana = rate('14.6285413857', 'GHS', 'LRD')
  test.each([
    // 100 ÷ 14.92 = 6.702…
    ['the fewest digits', toGhana, money(10_000, 'LRD'), money(670, 'GHS'), '1 GHS = LRD 14.92'],
    // 10,000 ÷ 14.920 = 670.24, 10,000 ÷ 14.9205 = 670.22.
    ['more for more', toGhana, money(1_000_000, 'LRD'), money(67_022, 'GHS'), '1 GHS = LRD 14.9205'],
    [
      'more of a higher rate',
      fromGhana,
      money(150_000, 'GHS'),
      money(2_194_281, 'LRD'),
      '1 GHS = LRD 14.62854',
    ],
    // The customer typed the amount received: 100.00 ÷ 14.6285 = 6.8359…, rounded up to 6.84.
    ['the sum backwards', fromGhana, money(684, 'GHS'), money(10_000, 'LRD'), '1 GHS = LRD 14.63'],
    [
      'four decimals for sums that no rate gives',
      fromGhana,
      money(1, 'GHS'),
      money(99, 'LRD'),
      '1 GHS = LRD 14.6285',
    ],
  ])('with an example shows %s', (_what, r, send, receive, expected) => {
    expect(formatRate(r, { send, receive })).toBe(expected)
  })

  test.each([
    ['a rate below 1', toGhana, money(100_000, 'LRD'), money(6_702, 'GHS'), '1 LRD = GHS 0.06702'],
    ['a rate above 1', fromGhana, money(10_000, 'GHS'), money(146_285, 'LRD'), '1 LRD = GHS 0.0683595'],
    [
      'a rate out of dollars',
      rate('170.367', 'USD', 'LRD'),
      money(10_000, 'USD'),
      money(1_703_670, 'LRD'),
      '1 LRD = USD 0.00586968',
    ],
  ])(
    'prices one unit of the weaker currency of %s, and the sum comes out',
    (_what, r, send, receive, text) => {
      expect(formatRate(r, { send, receive }, 'weaker')).toBe(text)
    },
  )

  it('rounds as the charge of a card does', () => {
    // 200.00 ÷ 11.65 = 17.1674, up to 17.17; 200.00 ÷ 11.646 = 17.1733, up to 17.18.
    const example = { send: money(20_000, 'GHS'), receive: money(1_718, 'USD'), rounding: 'up' } as const
    expect(formatRate(rate('0.085864957', 'GHS', 'USD'), example)).toBe('1 USD = GHS 11.646')
  })

  it('keeps four decimals out of US dollars, whatever the amounts', () => {
    const example = { send: money(500, 'USD'), receive: money(85_183, 'LRD') }
    expect(formatRate(rate('170.3668', 'USD', 'LRD'), example)).toBe('1 USD = LRD 170.3668')
  })
})

const readShown = (text: string) => {
  const [, unit = '', other = '', figure = ''] = /^1 (\w+) = (\w+) ([\d,.]+)$/.exec(text) ?? []
  const [whole = '', fraction = ''] = figure.replaceAll(',', '').split('.')
  return { unit, other, value: BigInt(whole + fraction), scale: fraction.length }
}

/** Divides half-even, independently of the product's own division. */
const dividedHalfEven = (dividend: bigint, divisor: bigint): bigint => {
  const [floor, twice] = [dividend / divisor, 2n * (dividend % divisor)]
  return floor + (twice > divisor || (twice === divisor && floor % 2n === 1n) ? 1n : 0n)
}

test('the sum with the rate that is shown gives the amount that arrives, for every amount up to the limits', () => {
  // The sending currency and mid rates around today's; the limit is USD 2,000 in that currency.
  const corridors = fc.constantFrom(
    ...([
      { from: 'LRD', to: 'GHS', mid: 67_676n, limit: 35_000_000n },
      { from: 'LRD', to: 'SLE', mid: 133_158n, limit: 35_000_000n },
      { from: 'SLE', to: 'GHS', mid: 508_237n, limit: 4_600_000n },
      { from: 'SLE', to: 'LRD', mid: 7_509_870n, limit: 4_600_000n },
      { from: 'GHS', to: 'LRD', mid: 14_776_304n, limit: 2_400_000n },
      { from: 'GHS', to: 'SLE', mid: 1_967_584n, limit: 2_400_000n },
      { from: 'USD', to: 'LRD', mid: 172_087_716n, limit: 200_000n },
      { from: 'USD', to: 'GHS', mid: 11_646_194n, limit: 200_000n },
    ] as const),
  )
  const amounts = fc.record({
    corridor: corridors,
    drift: fc.bigInt({ min: -500n, max: 500n }),
    tail: fc.bigInt({ min: 0n, max: 999_999n }),
    part: fc.bigInt({ min: 500n, max: 100_000_000n }),
  })
  fc.assert(
    fc.property(amounts, ({ corridor: { from, to, mid, limit }, drift, tail, part }) => {
      const value = (mid + (mid * drift) / 10_000n) * 1_000_000n + tail
      const customer = withMargin({ from, to, value, scale: 12 }, 100n)
      const send = money(500n + (part % limit), from)
      const receive = convert(send, customer, 'half-even')
      const { unit, value: figure, scale } = readShown(formatRate(customer, { send, receive }))
      const sum =
        unit === from
          ? dividedHalfEven(send.amount * figure, 10n ** BigInt(scale))
          : dividedHalfEven(send.amount * 10n ** BigInt(scale), figure)
      expect(sum).toBe(receive.amount)
      if (from === 'USD') expect(scale).toBe(4)
    }),
    { numRuns: 2_000 },
  )
})
