import { MINOR_DIGITS } from './currency.ts'
import type { CurrencyCode } from './currency.ts'
import { decimalText } from './decimal.ts'

/** An amount of one currency in minor units (cents, pesewas). Immutable; the currency is in the type. */
export interface Money<C extends CurrencyCode = CurrencyCode> {
  readonly amount: bigint
  readonly currency: C
}

/**
 * Creates an amount from minor units.
 * @throws RangeError when a number is not a safe integer.
 */
export function money<C extends CurrencyCode>(amount: bigint | number, currency: C): Money<C> {
  if (typeof amount === 'bigint') return { amount, currency }
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Minor units must be a safe integer, got ${amount}`)
  return { amount: BigInt(amount), currency }
}

export function isZero(m: Money): boolean {
  return m.amount === 0n
}

export function isNegative(m: Money): boolean {
  return m.amount < 0n
}

/** Returns the major units with a point and two decimals, without grouping, as providers expect: "1500.50". */
export function toMajorString(m: Money): string {
  return decimalText(m.amount, MINOR_DIGITS)
}

const MAJOR = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Parses a provider's amount in major units: "120", "120.5" or "-0.05". Never rounds.
 * @throws RangeError on anything else, including more than two decimals.
 */
export function fromMajorString<C extends CurrencyCode>(text: string, currency: C): Money<C> {
  const match = MAJOR.exec(text)
  if (match === null) throw new RangeError(`Not an amount in major units: ${JSON.stringify(text)}`)
  // Stryker disable next-line StringLiteral: the match always has `whole`; its default is for the compiler.
  const [, sign, whole = '', fraction = ''] = match
  const amount = BigInt(whole + fraction.padEnd(MINOR_DIGITS, '0'))
  return { amount: sign === '-' ? -amount : amount, currency }
}

/** The amounts for which we quote a rate before the customer has entered one, in minor units. */
const USUAL_AMOUNTS: Readonly<Record<CurrencyCode, bigint>> = {
  LRD: 100_000n,
  GHS: 10_000n,
  SLE: 10_000n,
  USD: 10_000n,
}

/** Returns the amount for which we quote a rate before the customer has entered one. */
export const usualAmount = (currency: CurrencyCode): Money => money(USUAL_AMOUNTS[currency], currency)
