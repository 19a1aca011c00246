import { MINOR_DIGITS } from './currency.ts'
import type { CurrencyCode } from './currency.ts'
import type { Money } from './money.ts'

/**
 * Signs that people write before or after an amount, longer forms first. Both Liberia and the United States use "$": it
 * means the field's own currency. A bare "¢" is not accepted, since it also means cents.
 */
const CURRENCY_SIGNS: Readonly<Record<CurrencyCode, readonly string[]>> = {
  LRD: ['LRD', 'LD$', 'L$', '$'],
  GHS: ['GHS', 'GH₵', 'GH¢', '₵'],
  SLE: ['SLE', 'LE'],
  USD: ['USD', 'US$', '$'],
}

/** A parsed amount, or the reason why the text is not one. */
export type ParsedAmount<C extends CurrencyCode = CurrencyCode> =
  | { readonly ok: true; readonly money: Money<C> }
  | {
      readonly ok: false
      readonly reason: 'empty' | 'not_a_number' | 'too_many_decimals' | 'negative' | 'too_large'
    }

/** Twelve digits before the point: at most 999,999,999,999.99. */
const MAX_WHOLE_DIGITS = 12

const ARABIC_THOUSANDS = '\u066c'
const INVISIBLE_DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const THOUSANDS_WITH_ONE_COMMA = /^[1-9]\d{0,2},\d{3}$/
const GROUPED = /^[1-9]\d{0,2}([., \u066c])\d{3}(?:\1\d{3})*$/

/**
 * Parses an amount as people type or paste it. Never rounds, and guesses only by these rules:
 *
 * - Digits are European, Arabic-Indic (٠-٩) or Extended Arabic-Indic (۰-۹), mixed or not. Direction marks are ignored.
 * - The field's own code or symbol may be on one side, in any case: "LRD 50", "$50", "50 gh₵", "Le 5". Another
 *   currency's is `not_a_number`: "USD 50" in an LRD field is never 50 LRD, nor is "SLL 50" or "GHC 50" (old money).
 * - One "+" or "-" (also "−") may precede the number, on either side of the symbol. With "-" it is `negative`,
 *   including "-0".
 * - Spaces of any width and "٬" only group thousands; "٫" is only a decimal separator.
 * - If both "." and "," appear, the last one is the decimal separator: "1,234.5" and "1.234,50".
 * - The same separator twice or more groups: "1,234,567" and "1.234.567".
 * - One comma groups if it can: "1,234" is 1234. Otherwise it is a decimal comma: "1,5", "12,50", "0,50"; and "0,123",
 *   "1234,567" and "1,2345" have `too_many_decimals`.
 * - One point is always decimal: "1.234" has `too_many_decimals`. It may mean 1234, so it is not cut to 1.23, and
 *   "1.500" is refused for the same reason.
 * - After grouping by another sign, a comma or point is decimal: "1 234,50"; "1 234,567" has `too_many_decimals`.
 * - Groups have exactly three digits, after a first group of one to three that does not start with 0: "1,00,000", "12
 *   34" and "0 123" are `not_a_number`.
 * - Half-typed numbers count: "5.", "5," and ".5". Leading zeros are dropped: "007" is 7.
 * - Blank text, or only a symbol, is `empty`. "abc", "1.2.3", "--5", "1e5", "5-", "(5)" are `not_a_number`.
 * - The maximum is 999,999,999,999.99; above it is `too_large`. With several faults the reason is the first of
 *   `not_a_number`, `negative`, `too_many_decimals` and `too_large`.
 */
export function parseAmount<C extends CurrencyCode>(text: string, currency: C): ParsedAmount<C> {
  const outer = takeSign(normalise(text))
  const unmarked = stripSymbol(outer.rest, currency)
  const { sign, rest } = outer.sign === '' ? takeSign(unmarked) : { sign: outer.sign, rest: unmarked }
  if (rest === '' && sign === '') return { ok: false, reason: 'empty' }

  const decimal = splitDecimal(rest)
  if (decimal === undefined) return { ok: false, reason: 'not_a_number' }
  if (sign === '-') return { ok: false, reason: 'negative' }
  if (decimal.fraction.length > MINOR_DIGITS) return { ok: false, reason: 'too_many_decimals' }
  const whole = decimal.whole.replace(/^0+/, '')
  if (whole.length > MAX_WHOLE_DIGITS) return { ok: false, reason: 'too_large' }
  return { ok: true, money: { amount: BigInt(whole + decimal.fraction.padEnd(MINOR_DIGITS, '0')), currency } }
}

function normalise(text: string): string {
  return (
    text
      .replace(INVISIBLE_DIRECTION_MARKS, '')
      // Both sets start at a multiple of 16.
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
      .replace(/\p{Zs}/gu, ' ')
      .replace('\u2212', '-')
      .trim()
  )
}

function takeSign(text: string): { sign: string; rest: string } {
  const first = text.charAt(0)
  if (first !== '+' && first !== '-') return { sign: '', rest: text }
  return { sign: first, rest: text.slice(1).trimStart() }
}

function stripSymbol(text: string, currency: CurrencyCode): string {
  for (const symbol of CURRENCY_SIGNS[currency]) {
    if (text.slice(0, symbol.length).toUpperCase() === symbol) return text.slice(symbol.length).trimStart()
    if (text.slice(-symbol.length).toUpperCase() === symbol) return text.slice(0, -symbol.length).trimEnd()
  }
  return text
}

function splitDecimal(text: string): { whole: string; fraction: string } | undefined {
  if (!/\d/.test(text)) return undefined
  const at = decimalPosition(text)
  const [whole, fraction] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  if (/^\d*$/.test(whole)) return { whole, fraction }
  return GROUPED.test(whole) ? { whole: whole.replace(/\D/g, ''), fraction } : undefined
}

/**
 * Returns the position of the decimal separator, with only digits after it; -1 if there is none.
 * `splitDecimal` checks the text before it.
 */
function decimalPosition(text: string): number {
  const last = text.search(/[.,\u066b\u066c ]\d*$/)
  // Without a separator, this is '', which every text includes.
  const separator = text.charAt(last)
  const groups =
    ` ${ARABIC_THOUSANDS}${text.slice(0, last)}`.includes(separator) || THOUSANDS_WITH_ONE_COMMA.test(text)
  return groups ? -1 : last
}
