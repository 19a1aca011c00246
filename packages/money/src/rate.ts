import { convert as dineroConvert, transformScale } from 'dinero.js/bigint'
import { fromDinero, toDinero } from './arithmetic.ts'
import { CURRENCIES } from './currency.ts'
import type { CurrencyCode } from './currency.ts'
import { decimalText, powerOfTen } from './decimal.ts'
import { divide, DIVISIONS } from './division.ts'
import type { Rounding } from './division.ts'
import type { Money } from './money.ts'
import { assertCurrency } from './rate-direction.ts'

/**
 * An exact exchange rate: 1 `from` = value / 10^scale `to`, always above zero. Trailing zeros are dropped, so
 * equal rates are equal objects.
 */
export interface Rate<F extends CurrencyCode = CurrencyCode, T extends CurrencyCode = CurrencyCode> {
  readonly from: F
  readonly to: T
  readonly value: bigint
  readonly scale: number
}

// The digit counts are bounded so that a provider's invalid value such as "1e-999999999" cannot exhaust memory.
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i

const CROSS_DECIMALS = 12
const CUSTOMER_DECIMALS = 10
const CUSTOMER_DECIMALS_OUT_OF_DOLLARS = 4
const BASIS_POINTS = 10_000n

/**
 * Parses a rate from decimal text, including exponent notation ("172.0877", "2.9252659e-7"). Exact.
 * @throws RangeError when the text is not a decimal number above zero.
 */
export function rate<F extends CurrencyCode, T extends CurrencyCode>(
  decimal: string,
  from: F,
  to: T,
): Rate<F, T> {
  const match = DECIMAL.exec(decimal)
  if (match === null) throw new RangeError(`Not a decimal rate: ${JSON.stringify(decimal)}`)
  // Stryker disable next-line StringLiteral: the match always has `whole`, and Number reads '' as zero too.
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return canonical(digits * powerOfTen(Math.max(-scale, 0)), Math.max(scale, 0), from, to)
}

/** Returns the exact rate in plain decimal notation, never with an exponent. `rate` parses it back. */
export function rateToString(r: Rate): string {
  return decimalText(r.value, r.scale)
}

/** Compares two rates of the same pair exactly: negative when `a` is lower, positive when it is higher. */
export function compareRates(a: Rate, b: Rate): number {
  const [one, other] = [a.value * powerOfTen(b.scale), b.value * powerOfTen(a.scale)]
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Returns the rate between two currencies that are both quoted against the US dollar: usdToTo / usdToFrom,
 * rounded half-even to 12 decimals.
 * @throws RangeError when the result rounds to zero.
 */
export function crossRate<F extends CurrencyCode, T extends CurrencyCode>(
  usdToFrom: Rate<'USD', F>,
  usdToTo: Rate<'USD', T>,
): Rate<F, T> {
  const dividend = usdToTo.value * powerOfTen(usdToFrom.scale + CROSS_DECIMALS)
  const divisor = usdToFrom.value * powerOfTen(usdToTo.scale)
  return canonical(divide(dividend, divisor, 'half-even'), CROSS_DECIMALS, usdToFrom.to, usdToTo.to)
}

/**
 * Returns the customer's rate: the mid rate × (1 − basisPoints / 10,000), rounded **down** to 10 decimals. Rounding
 * down favours us, by less than one minor unit per 100 million major units sent.
 *
 * A rate from US dollars has four decimals: US Regulation E (12 CFR 1005.31(b)(1)(iv)) shows no more, so the price uses
 * exactly the displayed rate, and the customer's own sum checks out. That costs the customer at most 20 minor units at
 * the limit of USD 2,000.
 * @throws RangeError when basisPoints is not in 0 to 9,999, or the result rounds to zero.
 */
export function withMargin<F extends CurrencyCode, T extends CurrencyCode>(
  mid: Rate<F, T>,
  basisPoints: bigint,
): Rate<F, T> {
  if (basisPoints < 0n || basisPoints >= BASIS_POINTS) {
    throw new RangeError(`A margin must be from 0 to 9,999 basis points, got ${basisPoints}`)
  }
  const decimals = mid.from === 'USD' ? CUSTOMER_DECIMALS_OUT_OF_DOLLARS : CUSTOMER_DECIMALS
  const dividend = mid.value * (BASIS_POINTS - basisPoints) * powerOfTen(decimals)
  const divisor = BASIS_POINTS * powerOfTen(mid.scale)
  return canonical(divide(dividend, divisor, 'down'), decimals, mid.from, mid.to)
}

/**
 * Converts an amount to the rate's other currency: m × rate, rounded to the minor unit as `rounding` says. A rate in
 * the wrong direction does not compile.
 * @throws TypeError when the amount is not in the rate's `from` currency at run time.
 */
export function convert<F extends CurrencyCode, T extends CurrencyCode>(
  m: Money<F>,
  r: Rate<NoInfer<F>, T>,
  rounding: Rounding,
): Money<T> {
  assertCurrency(m.currency, r.from)
  const target = CURRENCIES[r.to]
  const exact = dineroConvert(toDinero(m), target, { [r.to]: { amount: r.value, scale: BigInt(r.scale) } })
  return fromDinero(transformScale(exact, target.exponent, DIVISIONS[rounding]))
}

function canonical<F extends CurrencyCode, T extends CurrencyCode>(
  value: bigint,
  scale: number,
  from: F,
  to: T,
): Rate<F, T> {
  if (value <= 0n) throw new RangeError(`The rate from ${from} to ${to} must be above zero`)
  let [shortValue, shortScale] = [value, scale]
  while (shortScale > 0 && shortValue % 10n === 0n) {
    shortValue /= 10n
    shortScale -= 1
  }
  return { from, to, value: shortValue, scale: shortScale }
}
