import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  aboutDollars,
  add,
  byCurrency,
  compare,
  currencyInSentence,
  CURRENCY_CODES,
  fromMajorString,
  isCurrencyCode,
  isNegative,
  isZero,
  money,
  subtract,
  toMajorNumber,
  toMajorString,
  toMinorNumber,
  usualAmount,
} from './index.ts'
import type { CurrencyCode, Money } from './index.ts'

const anyAmount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const currencies = fc.constantFrom(...CURRENCY_CODES)

// A currency known only at run time, as in a database row: the compiler cannot help here.
const unchecked = (amount: bigint, currency: CurrencyCode): Money => ({ amount, currency })

describe('currencies', () => {
  it('are the four of the product', () => {
    expect(CURRENCY_CODES).toEqual(['LRD', 'GHS', 'SLE', 'USD'])
    expect(CURRENCY_CODES.every((code) => isCurrencyCode(code))).toBe(true)
  })

  test.each(['SLL', 'usd', 'EUR', '', ' USD', 'toString', null, undefined, 5, ['USD']])(
    'refuse %j',
    (value) => {
      expect(isCurrencyCode(value)).toBe(false)
    },
  )
})

describe('the words for a currency', () => {
  test.each([
    ['LRD', 'Liberian dollars', 100_000n, 4_000_000n],
    ['GHS', 'Ghana cedis', 10_000n, 240_000n],
    ['SLE', 'leones', 10_000n, 480_000n],
    ['USD', 'US dollars', 10_000n, 20_000n],
  ] as const)('%s is called %s, usually %d, and %d are about 200 dollars', (code, name, usual, bound) => {
    expect(currencyInSentence(code)).toBe(name)
    expect(usualAmount(code)).toEqual(money(usual, code))
    expect(aboutDollars(200n, code)).toEqual(money(bound, code))
  })

  it('has one value for each of the currencies named', () => {
    expect(byCurrency(['LRD', 'SLE'], (code) => `${code}!`)).toEqual({ LRD: 'LRD!', SLE: 'SLE!' })
  })
})

describe('money', () => {
  it('holds minor units as a bigint, from a bigint or a safe integer', () => {
    expect(money(150_050n, 'LRD')).toEqual({ amount: 150_050n, currency: 'LRD' })
    expect(money(150_050, 'LRD')).toEqual({ amount: 150_050n, currency: 'LRD' })
    expect(money(-1, 'USD')).toEqual({ amount: -1n, currency: 'USD' })
    expect(money(10n ** 30n, 'USD').amount).toBe(10n ** 30n)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'refuses the number %d',
    (n) => {
      expect(() => money(n, 'USD')).toThrow(new RangeError(`Minor units must be a safe integer, got ${n}`))
    },
  )
})

describe('add and subtract', () => {
  it('work on minor units', () => {
    expect(add(money(10, 'GHS'), money(20, 'GHS'))).toEqual(money(30, 'GHS'))
    expect(subtract(money(10, 'GHS'), money(20, 'GHS'))).toEqual(money(-10, 'GHS'))
  })

  it('refuse two currencies at run time too', () => {
    expect(() => add(unchecked(1n, 'LRD'), unchecked(1n, 'USD'))).toThrow('same currency')
    expect(() => subtract(unchecked(1n, 'LRD'), unchecked(1n, 'USD'))).toThrow('same currency')
  })

  it('leave their operands as they were', () => {
    const a = Object.freeze(money(10, 'SLE'))
    const b = Object.freeze(money(20, 'SLE'))
    add(a, b)
    subtract(a, b)
    expect([a, b]).toEqual([money(10, 'SLE'), money(20, 'SLE')])
  })

  it('are associative, commutative, and undo each other, at any size', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, currencies, (x, y, z, currency) => {
        const [a, b, c] = [money(x, currency), money(y, currency), money(z, currency)]
        expect(add(add(a, b), c)).toEqual(add(a, add(b, c)))
        expect(add(a, b)).toEqual(add(b, a))
        expect(subtract(add(a, b), b)).toEqual(a)
        expect(add(a, b).amount).toBe(x + y)
      }),
    )
  })
})

describe('compare, isZero and isNegative', () => {
  it('order amounts of one currency', () => {
    expect(compare(money(1, 'USD'), money(2, 'USD'))).toBe(-1)
    expect(compare(money(2, 'USD'), money(2, 'USD'))).toBe(0)
    expect(compare(money(3, 'USD'), money(2, 'USD'))).toBe(1)
    expect(compare(money(-3, 'USD'), money(2, 'USD'))).toBe(-1)
  })

  it('refuse two currencies at run time', () => {
    expect(() => compare(unchecked(1n, 'SLE'), unchecked(1n, 'GHS'))).toThrow('same currency')
  })

  it('agree with the sign of the difference', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (x, y) => {
        const difference = subtract(money(x, 'LRD'), money(y, 'LRD'))
        const order = compare(money(x, 'LRD'), money(y, 'LRD'))
        expect(isNegative(difference)).toBe(order === -1)
        expect(isZero(difference)).toBe(order === 0)
      }),
    )
  })

  it('distinguish zero from the smallest amounts', () => {
    expect([-1, 0, 1].map((n) => isZero(money(n, 'USD')))).toEqual([false, true, false])
    expect([-1, 0, 1].map((n) => isNegative(money(n, 'USD')))).toEqual([true, false, false])
  })
})

describe('toMajorNumber', () => {
  it('is the JSON number with at most two decimals', () => {
    expect(toMajorNumber(money(150_050, 'LRD'))).toBe(1500.5)
    expect(toMajorNumber(money(-5, 'USD'))).toBe(-0.05)
    expect(() => toMajorNumber(money(9_007_199_254_740_992n, 'USD'))).toThrow(RangeError)
  })

  test('prints the exact decimal up to ten trillion', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), currencies, (amount, currency) => {
        const m = unchecked(amount, currency)
        expect(fromMajorString(String(toMajorNumber(m)), currency)).toEqual(m)
      }),
    )
  })
})

describe('toMinorNumber', () => {
  it('is exact up to the last safe integer and refuses what lies beyond', () => {
    expect(toMinorNumber(money(Number.MAX_SAFE_INTEGER, 'USD'))).toBe(9_007_199_254_740_991)
    expect(toMinorNumber(money(-5, 'USD'))).toBe(-5)
    expect(() => toMinorNumber(money(9_007_199_254_740_992n, 'USD'))).toThrow(
      new RangeError('9007199254740992 minor units do not fit a JSON number'),
    )
    expect(() => toMinorNumber(money(-9_007_199_254_740_993n, 'USD'))).toThrow(RangeError)
  })

  it('is undone by money', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currencies, (n, currency) => {
        expect(toMinorNumber(money(n, currency))).toBe(n)
      }),
    )
  })
})

describe('major units', () => {
  test.each<[bigint, string]>([
    [150_050n, '1500.50'],
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [-150n, '-1.50'],
    [12_345_678_901_234_567_890n, '123456789012345678.90'],
  ])('%d minor units are written %s', (minor, text) => {
    expect(toMajorString(money(minor, 'GHS'))).toBe(text)
  })

  test.each<[string, bigint]>([
    ['120.5', 12_050n],
    ['120', 12_000n],
    ['120.05', 12_005n],
    ['0.01', 1n],
    ['-0.05', -5n],
    ['007', 700n],
  ])('%s is read exactly', (text, minor) => {
    expect(fromMajorString(text, 'GHS')).toEqual(money(minor, 'GHS'))
  })

  test.each([
    '',
    '.',
    '.5',
    '5.',
    '1.234',
    '1.500',
    '1,5',
    '1 000',
    '+5',
    '--5',
    '1e5',
    'NaN',
    '٥',
    ' 5',
    '5\n',
    '0x10',
  ])('refuses %j', (text) => {
    expect(() => fromMajorString(text, 'GHS')).toThrow(
      new RangeError(`Not an amount in major units: ${JSON.stringify(text)}`),
    )
  })

  it('read back what they write', () => {
    fc.assert(
      fc.property(anyAmount, currencies, (minor, currency) => {
        const m = money(minor, currency)
        expect(fromMajorString(toMajorString(m), currency)).toEqual(m)
      }),
    )
  })
})
