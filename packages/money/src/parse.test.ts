import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { CURRENCY_CODES, formatAmount, formatMoney, money, parseAmount, toMajorString } from './index.ts'
import type { CurrencyCode } from './index.ts'

const payable = fc.bigInt({ min: 0n, max: 99_999_999_999_999n })
const currencies = fc.constantFrom(...CURRENCY_CODES)

const digitsOf = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + digit.charCodeAt(0) - 0x30))

function expectAmount(text: string, minor: bigint, currency: CurrencyCode = 'LRD'): void {
  expect(parseAmount(text, currency)).toEqual({ ok: true, money: money(minor, currency) })
}

function expectReason(text: string, reason: string, currency: CurrencyCode = 'LRD'): void {
  expect(parseAmount(text, currency)).toEqual({ ok: false, reason })
}

describe('plain numbers', () => {
  test.each<[string, bigint]>([
    ['5', 500n],
    ['5.5', 550n],
    ['5.05', 505n],
    ['0', 0n],
    ['0.00', 0n],
    ['007', 700n],
    ['  12.50\t\n', 1250n],
    ['+5', 500n],
    ['+ 5', 500n],
    ['5.', 500n],
    ['5,', 500n],
    ['.5', 50n],
    [',5', 50n],
  ])('%j', (text, minor) => {
    expectAmount(text, minor)
  })
})

describe('grouping and decimal separators', () => {
  test.each<[string, bigint]>([
    ['1,234.5', 123_450n],
    ['1 234,50', 123_450n],
    ['1 234.50', 123_450n],
    ['1.234,50', 123_450n],
    ['1,234', 123_400n],
    ['1,234.', 123_400n],
    ['12,345', 1_234_500n],
    ['1,5', 150n],
    ['12,50', 1250n],
    ['0,50', 50n],
    ['1234,5', 123_450n],
    ['1,234,567', 123_456_700n],
    ['1.234.567', 123_456_700n],
    ['1,234,567.89', 123_456_789n],
    ['1.234.567,89', 123_456_789n],
    ['1 234 567', 123_456_700n],
  ])('%j', (text, minor) => {
    expectAmount(text, minor)
  })

  test.each<[string, string]>([
    ['no-break space', '\u00a0'],
    ['narrow no-break space', '\u202f'],
    ['thin space', '\u2009'],
    ['figure space', '\u2007'],
  ])('a %s groups', (_name, space) => {
    expectAmount(`1${space}234${space}567,89`, 123_456_789n)
  })

  test.each([
    '1.234',
    '1.500',
    '0,123',
    '0.001',
    '1234,567',
    '1,2345',
    '1 234,567',
    '1,234.567',
    '.555',
    '1٫234',
  ])('%j has too many decimals, and is not cut or guessed', (text) => {
    expectReason(text, 'too_many_decimals')
  })

  test.each([
    '1.2.3',
    '1,2,3',
    '1,234,5',
    '1,234,',
    '1,00,000',
    '12 34',
    '0 123',
    '1234,567,890',
    '1,234.567,8',
    '1.234,567.8',
    '1 234,567 890',
    '1,234 567',
    '1  234',
    '1\t234',
    '1\n234',
    '٫1٫',
    '1٫2٫3',
    "1'234",
    '1_234',
  ])('%j is not grouped as a number', (text) => {
    expectReason(text, 'not_a_number')
  })
})

describe('Arabic digits and separators', () => {
  test.each<[string, bigint]>([
    ['١٢٣', 12_300n],
    ['۱۲۳', 12_300n],
    ['١٬٢٣٤٫٥٠', 123_450n],
    ['۱٬۲۳۴٬۵۶۷٫۸۹', 123_456_789n],
    ['١٢٫٥', 1250n],
    ['١٢,٥٠', 1250n],
    ['١,٢٣٤.٥', 123_450n],
    ['٠٫٠٥', 5n],
    ['1٬234', 123_400n],
    ['1٢۳', 12_300n],
    ['\u200f١٢٣\u200e', 12_300n],
    ['\u2067٥٠\u2069', 5000n],
  ])('%j', (text, minor) => {
    expectAmount(text, minor)
  })

  it('digits of other scripts are refused', () => {
    expectReason('१२३', 'not_a_number')
    expectReason('５', 'not_a_number')
    expectReason('5²', 'not_a_number')
  })
})

describe('codes and symbols', () => {
  test.each<[string, CurrencyCode]>([
    ['LRD 50', 'LRD'],
    ['50 LRD', 'LRD'],
    ['lrd50', 'LRD'],
    ['$50', 'LRD'],
    ['L$50', 'LRD'],
    ['LD$ 50', 'LRD'],
    ['50$', 'LRD'],
    ['$50', 'USD'],
    ['US$50', 'USD'],
    ['usd 50.00', 'USD'],
    ['50\u00a0USD', 'USD'],
    ['GH₵50', 'GHS'],
    ['gh₵ 50', 'GHS'],
    ['₵50', 'GHS'],
    ['GH¢50', 'GHS'],
    ['GHS50', 'GHS'],
    ['Le 50', 'SLE'],
    ['Le50', 'SLE'],
    ['50 le', 'SLE'],
    ['SLE 50', 'SLE'],
    ['+$50', 'USD'],
    ['$+50', 'USD'],
    ['LRD ٥٠', 'LRD'],
  ])('%j in a %s field is 50', (text, currency) => {
    expectAmount(text, 5000n, currency)
  })

  test.each<[string, CurrencyCode]>([
    ['USD 50', 'LRD'],
    ['US$50', 'LRD'],
    ['50 US$', 'LRD'],
    ['LRD 50', 'USD'],
    ['L$50', 'USD'],
    ['$50', 'GHS'],
    ['Le 50', 'GHS'],
    ['GHC 50', 'GHS'],
    ['¢50', 'GHS'],
    ['SLL 50', 'SLE'],
    ['₵50', 'SLE'],
    ['€50', 'USD'],
    ['LRD 50 LRD', 'LRD'],
    ['$$50', 'USD'],
  ])('%j in a %s field is refused', (text, currency) => {
    expectReason(text, 'not_a_number', currency)
  })
})

describe('invalid amounts', () => {
  test.each(['', '   ', '\u00a0', '\u200f', 'LRD', ' $ '])('%j is empty', (text) => {
    expectReason(text, 'empty')
  })

  test.each([
    'abc',
    '1e5',
    '--5',
    '+-5',
    '-+5',
    '-LRD -5',
    '5-',
    '(5)',
    '-',
    '+',
    '.',
    ',',
    '٫',
    'LRD -',
    '5 a',
    '0x10',
  ])('%j is not a number', (text) => {
    expectReason(text, 'not_a_number')
  })

  test.each(['NaN', 'Infinity', '½', '5%', '1/2', '<5>', '1:5'])('%j is not a number', (text) => {
    expectReason(text, 'not_a_number')
  })

  test.each(['-5', '- 5', '−5', '-LRD 5', 'LRD -5', '-$1,234.50', '-0', '-1.234', '-1000000000000'])(
    '%j is negative',
    (text) => {
      expectReason(text, 'negative')
    },
  )
})

describe('the largest amount', () => {
  it('is 999,999,999,999.99', () => {
    expectAmount('999,999,999,999.99', 99_999_999_999_999n)
    expectAmount('000999999999999.99', 99_999_999_999_999n)
    expectReason('1,000,000,000,000', 'too_large')
    expectReason('1000000000000.00', 'too_large')
  })

  it('refuses a pasted wall of digits before arithmetic', () => {
    expectReason('9'.repeat(100_000), 'too_large')
    expectReason(`1${',000'.repeat(30_000)}`, 'too_large')
  })

  it('is checked only after the decimals', () => {
    expectReason('1000000000000.001', 'too_many_decimals')
  })
})

describe('for every amount and currency', () => {
  it('a formatted amount parses back to the same amount', () => {
    fc.assert(
      fc.property(payable, currencies, (minor, currency) => {
        const m = money(minor, currency)
        for (const text of [formatMoney(m), formatAmount(m), toMajorString(m)])
          expectAmount(text, minor, currency)
      }),
    )
  })

  it('the European and French ways of writing it mean the same', () => {
    fc.assert(
      fc.property(payable, currencies, (minor, currency) => {
        const english = formatAmount(money(minor, currency))
        const european = english.replace(/[,.]/g, (separator) => (separator === ',' ? '.' : ','))
        const french = english.replaceAll(',', '\u202f').replace('.', ',')
        expectAmount(european, minor, currency)
        expectAmount(french, minor, currency)
      }),
    )
  })

  it('both sets of Arabic digits mean the same, with their own separators', () => {
    fc.assert(
      fc.property(payable, fc.constantFrom(0x0660, 0x06f0), (minor, zero) => {
        const english = formatAmount(money(minor, 'SLE'))
        const arabic = digitsOf(english.replaceAll(',', '\u066c').replace('.', '\u066b'), zero)
        expectAmount(arabic, minor, 'SLE')
      }),
    )
  })

  it('a negative one is refused as negative, however it is formatted', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), currencies, (minor, currency) => {
        expectReason(formatMoney(money(-minor, currency)), 'negative', currency)
        expectReason(formatAmount(money(-minor, currency)), 'negative', currency)
      }),
    )
  })

  it('any text parses or is refused, and a parsed amount is within bounds', () => {
    const symbols = fc.constantFrom(...'0123456789٣۴.,٫٬ \u00a0+-−$₵LRDe'.split(''))
    const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: symbols, maxLength: 12 }))
    fc.assert(
      fc.property(typed, currencies, (text, currency) => {
        const parsed = parseAmount(text, currency)
        if (!parsed.ok) return
        expect(parsed.money.currency).toBe(currency)
        expect(parsed.money.amount >= 0n && parsed.money.amount <= 99_999_999_999_999n).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
