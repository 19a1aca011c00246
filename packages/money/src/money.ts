import {
  add as dineroAdd,
  compare as dineroCompare,
  dinero,
  subtract as dineroSubtract,
  toSnapshot,
} from 'dinero.js/bigint'
import type { Dinero } from 'dinero.js/bigint'
import { CURRENCIES, MINOR_DIGITS } from './currency.ts'
import type { CurrencyCode } from './currency.ts'
import { decimalText } from './decimal.ts'

/** An amount of one currency in minor units (cents, pesewas). Immutable; the currency is in the type. */
export interface Money<C extends CurrencyCode = CurrencyCode> {
  readonly amount: bigint
  readonly currency: C
}

/**
 * An amount from minor units.
 * @throws RangeError when a number is not a safe integer.
 */
export function money<C extends CurrencyCode>(amount: bigint | number, currency: C): Money<C> {
  if (typeof amount === 'bigint') return { amount, currency }
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Minor units must be a safe integer, got ${amount}`)
  return { amount: BigInt(amount), currency }
}

/**
 * The sum. Two different currencies do not compile.
 * @throws Error when the currencies differ at run time.
 */
export function add<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return fromDinero(dineroAdd(toDinero(a), toDinero(b)))
}

/**
 * a minus b, which may be negative.
 * @throws Error when the currencies differ at run time.
 */
export function subtract<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return fromDinero(dineroSubtract(toDinero(a), toDinero(b)))
}

/**
 * -1 when a is less than b, 0 when they are equal, 1 when a is more.
 * @throws Error when the currencies differ at run time.
 */
export function compare<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): -1 | 0 | 1 {
  return dineroCompare(toDinero(a), toDinero(b))
}

export function isZero(m: Money): boolean {
  return m.amount === 0n
}

export function isNegative(m: Money): boolean {
  return m.amount < 0n
}

/**
 * Minor units as a JSON number.
 * @throws RangeError when the amount is beyond the safe integers (about 90 trillion major units).
 */
export function toMinorNumber(m: Money): number {
  const minor = Number(m.amount)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${m.amount} minor units do not fit a JSON number`)
  return minor
}

/**
 * Major units as a JSON number with at most two decimals, for the few answers that show an amount undivided. Written
 * to decimal text and read back, so it is the double nearest to the exact amount; never calculate with it.
 * @throws RangeError when the minor units are beyond the safe integers.
 */
export function toMajorNumber(m: Money): number {
  toMinorNumber(m)
  return Number(toMajorString(m))
}

/** Major units with a point and two decimals, without grouping, as providers expect: "1500.50". */
export function toMajorString(m: Money): string {
  return decimalText(m.amount, MINOR_DIGITS)
}

const MAJOR = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Reads a provider's amount in major units, such as "120", "120.5" or "-0.05". Exact: nothing is rounded.
 * @throws RangeError on anything else, more than two decimals included.
 */
export function fromMajorString<C extends CurrencyCode>(text: string, currency: C): Money<C> {
  const match = MAJOR.exec(text)
  if (match === null) throw new RangeError(`Not an amount in major units: ${JSON.stringify(text)}`)
  const [, sign, whole = '', fraction = ''] = match
  const amount = BigInt(whole + fraction.padEnd(MINOR_DIGITS, '0'))
  return { amount: sign === '-' ? -amount : amount, currency }
}

export function toDinero<C extends CurrencyCode>(m: Money<C>): Dinero<bigint, C> {
  return dinero({ amount: m.amount, currency: CURRENCIES[m.currency] })
}

export function fromDinero<C extends CurrencyCode>(value: Dinero<bigint, C>): Money<C> {
  const { amount, currency } = toSnapshot(value)
  return { amount, currency: currency.code }
}
