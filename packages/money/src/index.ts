/**
 * Money for Sesa: amounts in minor units, exact decimal rates, conversion with named rounding, and the
 * reading and writing of amounts. Pure: no clock, no input or output, and no floats anywhere.
 */
export { CURRENCY_CODES, isCurrencyCode } from './currency.ts'
export type { CurrencyCode } from './currency.ts'
export type { Rounding } from './decimal.ts'
export {
  add,
  compare,
  fromMajorString,
  isNegative,
  isZero,
  money,
  subtract,
  toMajorNumber,
  toMajorString,
  toMinorNumber,
} from './money.ts'
export type { Money } from './money.ts'
export { convert, convertBack, crossRate, rate, rateToString, withMargin } from './rate.ts'
export type { Rate } from './rate.ts'
export { formatAmount, formatMoney, formatRate } from './format.ts'
export { parseAmount } from './parse.ts'
export type { ParsedAmount } from './parse.ts'
