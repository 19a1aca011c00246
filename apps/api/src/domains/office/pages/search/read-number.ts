import { COUNTRIES } from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { CURRENCY_CODES, formatMoney, money, parseAmount, type CurrencyCode } from '@sesa/money'
import type { Meaning } from './pieces.ts'

/** All characters that people write in a phone number. */
const NUMBER = /^\+?[\d\s().,/\p{Dash}]+$/u
/** More than any amount: the end of a range without one. */
const HIGHEST = 999_999_999_999_999n

/** Returns every number that a text can mean, in E.164: national in any of our countries, or with a calling code. */
export function readPhones(text: string): readonly string[] {
  if (!NUMBER.test(text)) return []
  const digits = text.replace(/\D/g, '')
  const international = text.replace('(0)', '').replace(/\D/g, '')
  const readings = [
    parsePhone(`+${international.replace(/^(00|011)/, '')}`),
    ...(text.startsWith('+') ? [] : COUNTRIES.map(({ code }) => parsePhone(digits, code))),
  ]
  return [...new Set(readings.flatMap((read) => (read.ok ? [read.phone.e164] : [])))]
}

/** Returns the minor units of a text in every currency that it can be in. */
function minorIn(text: string): ReadonlyMap<CurrencyCode, bigint> {
  return new Map(
    CURRENCY_CODES.flatMap((currency) => {
      const parsed = parseAmount(text, currency)
      return parsed.ok ? [[currency, parsed.money.amount] as const] : []
    }),
  )
}

interface ReadAmount {
  readonly meaning: Extract<Meaning, { kind: 'amount' }>
  /** "USD 100.00 to 200.00", "over 500.00". */
  readonly words: string
}

const plain = (minor: bigint): string => formatMoney(money(minor, 'USD')).replace('USD ', '')

/**
 * Reads an amount, a bound or a range, with or without a currency: `10,000`, `usd 32.59`, `>500`, `100..200 lrd`. Null if the
 * text is none. What begins like a phone number is never an amount.
 */
export function readAmount(text: string): ReadAmount | null {
  if (/^(\+|0\d)/.test(text) || !/\d/.test(text)) return null
  const sign = /[<>]=?|[≤≥]/.exec(text)?.[0] ?? ''
  const parts = text.replace(sign, ' ').split('..')
  const [first, last = first] = parts.map((part) => minorIn(part.trim()))
  if (first === undefined || last === undefined || parts.length > (sign === '' ? 2 : 1)) return null
  const currencies = CURRENCY_CODES.filter((currency) => first.has(currency) && last.has(currency))
  const [currency] = currencies
  if (currency === undefined) return null
  const [low, high] = [first.get(currency) ?? 0n, last.get(currency) ?? 0n]
  const made = (from: bigint, to: bigint, words: string): ReadAmount => ({
    meaning: { kind: 'amount', from, to, in: currencies },
    words: currencies.length === 1 ? `${currency} ${words}` : words,
  })
  switch (sign) {
    case '>':
      return made(low + 1n, HIGHEST, `over ${plain(low)}`)
    case '<':
      return made(0n, low - 1n, `under ${plain(low)}`)
    case '>=':
    case '≥':
      return made(low, HIGHEST, `${plain(low)} or more`)
    case '<=':
    case '≤':
      return made(0n, low, `up to ${plain(low)}`)
    default:
      return made(low, high, low === high ? plain(low) : `${plain(low)} to ${plain(high)}`)
  }
}
