import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { convert, convertBack, crossRate, money, rate, rateToString, withMargin } from './index.ts'
import type { CurrencyCode, Money, Rate, Rounding } from './index.ts'

const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n })
const signedAmounts = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })

// Rates from 0.00000001 to about a million: far wider than any corridor.
const rateParts = fc.record({
  digits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  decimals: fc.integer({ min: 6, max: 8 }),
})

function textOf({ digits, decimals }: { digits: bigint; decimals: number }): string {
  const padded = digits.toString().padStart(decimals + 1, '0')
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

const rates = rateParts.map((parts) => rate(textOf(parts), 'USD', 'LRD'))

/** Rounds half-even by floor and twice the remainder, as an independent check of the library. */
function referenceHalfEven(dividend: bigint, divisor: bigint): bigint {
  const remainder = ((dividend % divisor) + divisor) % divisor
  const floor = (dividend - remainder) / divisor
  const twice = 2n * remainder
  if (twice < divisor) return floor
  if (twice > divisor) return floor + 1n
  return floor % 2n === 0n ? floor : floor + 1n
}

describe('rate', () => {
  test.each<[string, bigint, number]>([
    ['172.0877', 1_720_877n, 4],
    ['172', 172n, 0],
    ['1.50', 15n, 1],
    ['0.0058', 58n, 4],
    ['2.9252659e-7', 29_252_659n, 14],
    ['1.5E3', 1500n, 0],
    ['1.5e+3', 1500n, 0],
    ['15e-1', 15n, 1],
    ['100', 100n, 0],
  ])('reads %s exactly', (text, value, scale) => {
    expect(rate(text, 'USD', 'LRD')).toEqual({ from: 'USD', to: 'LRD', value, scale })
  })

  test.each(['0', '0.000', '0e5'])('refuses %s, since a rate is above zero', (text) => {
    expect(() => rate(text, 'USD', 'LRD')).toThrow('above zero')
  })

  test.each([
    '',
    'abc',
    '-1',
    '+1',
    '1,5',
    '.5',
    '5.',
    '1e',
    '1e999',
    '1e-999999999',
    'NaN',
    'Infinity',
    ' 1',
    '1\n',
  ])('refuses %j', (text) => {
    expect(() => rate(text, 'USD', 'LRD')).toThrow(
      new RangeError(`Not a decimal rate: ${JSON.stringify(text)}`),
    )
  })

  it('makes equal rates equal objects, however they were written', () => {
    expect(rate('0.0125', 'LRD', 'GHS')).toEqual(rate('1.2500e-2', 'LRD', 'GHS'))
  })
})

describe('rateToString', () => {
  test.each([
    ['2.9252659e-7', '0.00000029252659'],
    ['1.5e3', '1500'],
    ['172.08770', '172.0877'],
  ])('writes %s as %s', (text, plain) => {
    expect(rateToString(rate(text, 'USD', 'LRD'))).toBe(plain)
  })

  it('is read back as the same rate', () => {
    fc.assert(
      fc.property(rates, (r) => {
        expect(rate(rateToString(r), 'USD', 'LRD')).toEqual(r)
      }),
    )
  })

  it('reads any positive double as JavaScript prints it', () => {
    const doubles = fc.double({ min: 1e-15, max: 1e15, noNaN: true })
    fc.assert(
      fc.property(doubles, (double) => {
        expect(Number(rateToString(rate(String(double), 'USD', 'LRD')))).toBe(double)
      }),
    )
  })
})

describe('crossRate', () => {
  const usdToLrd = rate('200', 'USD', 'LRD')

  it('divides the two dollar rates', () => {
    expect(crossRate(usdToLrd, rate('10', 'USD', 'GHS'))).toEqual(rate('0.05', 'LRD', 'GHS'))
    expect(crossRate(rate('10', 'USD', 'GHS'), usdToLrd)).toEqual(rate('20', 'GHS', 'LRD'))
  })

  it('covers the dollar itself, through its rate of one', () => {
    const usdToUsd = rate('1', 'USD', 'USD')
    expect(crossRate(usdToUsd, usdToLrd)).toEqual(usdToLrd)
    expect(crossRate(usdToLrd, usdToUsd)).toEqual(rate('0.005', 'LRD', 'USD'))
  })

  it('rounds half-even to 12 decimals', () => {
    const two = rate('2', 'USD', 'LRD')
    expect(rateToString(crossRate(rate('3', 'USD', 'LRD'), rate('2', 'USD', 'GHS')))).toBe('0.666666666667')
    expect(rateToString(crossRate(two, rate('0.000000000005', 'USD', 'GHS')))).toBe('0.000000000002')
    expect(rateToString(crossRate(two, rate('0.000000000007', 'USD', 'GHS')))).toBe('0.000000000004')
  })

  it('refuses a result that rounds to zero', () => {
    const tiny = rate('1e-12', 'USD', 'GHS')
    expect(() => crossRate(usdToLrd, tiny)).toThrow(RangeError)
  })

  it('agrees with the reference on any pair', () => {
    fc.assert(
      fc.property(rateParts, rateParts, (a, b) => {
        const from = rate(textOf(a), 'USD', 'LRD')
        const to = rate(textOf(b), 'USD', 'GHS')
        const dividend = b.digits * 10n ** BigInt(a.decimals) * 10n ** 12n
        const expected = referenceHalfEven(dividend, a.digits * 10n ** BigInt(b.decimals))
        fc.pre(expected > 0n)
        const cross = crossRate(from, to)
        expect(cross.value * 10n ** BigInt(12 - cross.scale)).toBe(expected)
      }),
    )
  })
})

describe('withMargin', () => {
  const mid = rate('14.7763', 'GHS', 'LRD')

  it('takes basis points off the mid rate', () => {
    expect(rateToString(withMargin(mid, 150n))).toBe('14.5546555')
    expect(rateToString(withMargin(mid, 1n))).toBe('14.77482237')
    expect(withMargin(mid, 0n)).toEqual(mid)
  })

  it('rounds a rate out of US dollars down to the four decimals that are shown', () => {
    const dollar = rate('172.08771659', 'USD', 'LRD')
    expect(rateToString(withMargin(dollar, 100n))).toBe('170.3668')
    expect(rateToString(withMargin(dollar, 0n))).toBe('172.0877')
    expect(rateToString(withMargin(rate('11.99999999', 'USD', 'GHS'), 0n))).toBe('11.9999')
    expect(rateToString(withMargin(rate('0.00581099', 'LRD', 'USD'), 0n))).toBe('0.00581099')
  })

  it('rounds down to 10 decimals, never in the customer’s favour', () => {
    expect(rateToString(withMargin(rate('0.33333333339', 'LRD', 'GHS'), 0n))).toBe('0.3333333333')
    // Rates from US dollars have the four decimals that are shown.
    for (const [from, decimals] of [
      ['GHS', 10],
      ['USD', 4],
    ] as const) {
      const rates = rateParts.map((parts) => rate(textOf(parts), from, 'LRD'))
      fc.assert(
        fc.property(rates, fc.bigInt({ min: 0n, max: 9_900n }), (r, basisPoints) => {
          const exactTimes = r.value * (10_000n - basisPoints)
          const unit = 10n ** BigInt(decimals)
          fc.pre(exactTimes * unit >= 10_000n * 10n ** BigInt(r.scale))
          const marked = withMargin(r, basisPoints)
          expect(marked.scale).toBeLessThanOrEqual(decimals)
          const ours =
            marked.value * 10n ** BigInt(decimals - marked.scale) * 10_000n * 10n ** BigInt(r.scale)
          const exact = exactTimes * unit
          expect(ours).toBeLessThanOrEqual(exact)
          expect(exact - ours).toBeLessThan(10_000n * 10n ** BigInt(r.scale))
        }),
      )
    }
  })

  test.each([-1n, 10_000n, 10_001n])('refuses a margin of %d basis points', (basisPoints) => {
    expect(() => withMargin(mid, basisPoints)).toThrow('basis points')
  })

  it('refuses a result that rounds to zero', () => {
    expect(() => withMargin(rate('1e-10', 'GHS', 'LRD'), 1n)).toThrow('above zero')
  })
})

describe('convert', () => {
  test.each<[Rounding, bigint, bigint]>([
    ['half-even', 1n, 2n],
    ['half-even', 3n, 8n],
    ['half-even', -1n, -2n],
    ['up', 1n, 3n],
    ['up', -1n, -2n],
    ['down', 1n, 2n],
    ['down', -1n, -3n],
    ['up', 2n, 5n],
    ['down', 2n, 5n],
    ['half-even', 0n, 0n],
  ])('rounding %s, %d minor units at 2.5 become %d', (rounding, sent, expected) => {
    expect(convert(money(sent, 'USD'), rate('2.5', 'USD', 'LRD'), rounding)).toEqual(money(expected, 'LRD'))
  })

  it('gives the result of a manual calculation', () => {
    const arrived = convert(money(10_000, 'USD'), rate('172.0877', 'USD', 'LRD'), 'half-even')
    expect(arrived).toEqual(money(1_720_877, 'LRD'))
  })

  it('rounds half-even as the reference does, up and down on the two sides of the exact value', () => {
    fc.assert(
      fc.property(signedAmounts, rates, (sent, r) => {
        const m = money(sent, 'USD')
        const divisor = 10n ** BigInt(r.scale)
        const exact = sent * r.value
        const up = convert(m, r, 'up').amount * divisor
        const down = convert(m, r, 'down').amount * divisor
        expect(convert(m, r, 'half-even').amount).toBe(referenceHalfEven(exact, divisor))
        expect(up >= exact && up - exact < divisor).toBe(true)
        expect(down <= exact && exact - down < divisor).toBe(true)
      }),
    )
  })

  it('never gives less for more', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (x, y, r) => {
        const [less, more] = x < y ? [x, y] : [y, x]
        const small = convert(money(less, 'USD'), r, 'half-even').amount
        expect(small).toBeLessThanOrEqual(convert(money(more, 'USD'), r, 'half-even').amount)
      }),
    )
  })
})

describe('convertBack', () => {
  test.each<[Rounding, bigint]>([
    ['half-even', 333n],
    ['up', 334n],
    ['down', 333n],
  ])('rounding %s, 1,000 at a rate of 3 needs %d', (rounding, expected) => {
    expect(convertBack(money(1000, 'LRD'), rate('3', 'USD', 'LRD'), rounding)).toEqual(money(expected, 'USD'))
  })

  it('rounds a tie to the even neighbour', () => {
    const two = rate('2', 'USD', 'LRD')
    expect([1n, 3n, 5n].map((n) => convertBack(money(n, 'LRD'), two, 'half-even').amount)).toEqual([
      0n,
      2n,
      2n,
    ])
  })

  it('rounds as the reference does, on any amount and rate', () => {
    fc.assert(
      fc.property(signedAmounts, rates, (received, r) => {
        const m = money(received, 'LRD')
        const dividend = received * 10n ** BigInt(r.scale)
        const up = convertBack(m, r, 'up').amount * r.value
        const down = convertBack(m, r, 'down').amount * r.value
        expect(convertBack(m, r, 'half-even').amount).toBe(referenceHalfEven(dividend, r.value))
        expect(up >= dividend && up - dividend < r.value).toBe(true)
        expect(down <= dividend && dividend - down < r.value).toBe(true)
      }),
    )
  })

  it('rounded up, it pays for the whole amount that arrives, and for no spare minor unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), rates, (received, r) => {
        const target = money(received, 'LRD')
        const needed = convertBack(target, r, 'up')
        const oneLess = money(needed.amount - 1n, 'USD')
        expect(convert(needed, r, 'down').amount).toBeGreaterThanOrEqual(received)
        expect(convert(oneLess, r, 'down').amount).toBeLessThan(received)
      }),
    )
  })

  it('undoes a conversion to within one received minor unit, and one sent', () => {
    fc.assert(
      fc.property(amounts, rates, (sent, r) => {
        const back = convertBack(convert(money(sent, 'USD'), r, 'half-even'), r, 'half-even').amount
        const drift = back > sent ? back - sent : sent - back
        // Half a received minor unit equals 0.5 / rate sent ones; converting back adds half a sent one.
        expect(2n * drift * r.value).toBeLessThanOrEqual(10n ** BigInt(r.scale) + r.value)
      }),
    )
  })

  it('brackets the amount when both roundings point the same way', () => {
    fc.assert(
      fc.property(amounts, rates, (sent, r) => {
        const m = money(sent, 'USD')
        expect(convertBack(convert(m, r, 'up'), r, 'up').amount).toBeGreaterThanOrEqual(sent)
        expect(convertBack(convert(m, r, 'down'), r, 'down').amount).toBeLessThanOrEqual(sent)
      }),
    )
  })
})

describe('a rate of another currency, known only at run time', () => {
  const unchecked: Money = { amount: 100n, currency: 'GHS' }
  const usdToLrd: Rate<CurrencyCode, CurrencyCode> = rate('172', 'USD', 'LRD')

  it('is refused by convert and convertBack', () => {
    expect(() => convert(unchecked, usdToLrd, 'down')).toThrow(TypeError)
    expect(() => convertBack(unchecked, usdToLrd, 'down')).toThrow(TypeError)
    expect(() => convert(money(1, 'LRD') as Money, usdToLrd, 'down')).toThrow('is for USD')
    expect(() => convertBack(money(1, 'USD') as Money, usdToLrd, 'down')).toThrow('is for LRD')
  })
})
