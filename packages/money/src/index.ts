/**
 * Money for Sesa: amounts in minor units, exact decimal rates, conversion with explicit rounding, parsing and
 * formatting. Pure: no clock, no I/O and no floats.
 */
export { byCurrency, CURRENCY_CODES, isCurrencyCode } from './currency.ts'
export type { CurrencyCode } from './currency.ts'
export { decimalText, powerOfTen } from './decimal.ts'
export { divide } from './division.ts'
export type { Rounding } from './division.ts'
export { add, compare, subtract } from './arithmetic.ts'
export {
  fromMajorString,
  isNegative,
  isZero,
  money,
  toMajorNumber,
  toMajorString,
  toMinorNumber,
  usualAmount,
} from './money.ts'
export type { Money } from './money.ts'
export { convertBack } from './convert-back.ts'
export { compareRates, convert, crossRate, rate, rateToString, withMargin } from './rate.ts'
export type { Rate } from './rate.ts'
export { formatAmount, formatMoney } from './format.ts'
export { formatRate } from './format-rate.ts'
export { formatUsualAmount, formatUsualRate, usualRate, usualReceived } from './usual.ts'
export { roundedDown } from './rounded-down.ts'
export type { RateExample } from './format-rate.ts'
export { ungroup } from './ungroup.ts'
export { parseAmount } from './parse.ts'
export type { ParsedAmount } from './parse.ts'
export { aboutDollars, currencyInSentence } from './currency-words.ts'
