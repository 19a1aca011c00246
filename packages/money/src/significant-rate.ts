import { decimalText, powerOfTen } from './decimal.ts'
import { divide, type Rounding } from './division.ts'
import type { Rate } from './rate.ts'

const DIGITS = 6

/**
 * Returns the rate as decimal text of at most six significant digits, whole digits always included: 0.0546621327 is
 * "0.0546621". `basisPoints` moves it first: 100 gives the rate 1 % above. `rate` reads the text back.
 */
export function significantRate(r: Rate, rounding: Rounding, basisPoints = 0n): string {
  const value = r.value * (10_000n + basisPoints)
  const scale = r.scale + 4
  const beyond = Math.max(0, Math.min(scale, value.toString().length - DIGITS))
  const text = decimalText(divide(value, powerOfTen(beyond), rounding), scale - beyond)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
