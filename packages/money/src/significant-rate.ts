import { decimalText, powerOfTen } from './decimal.ts'
import { divide, type Rounding } from './division.ts'
import type { Rate } from './rate.ts'

const DIGITS = 6

/**
 * Returns the rate as decimal text with at most six significant digits, and always all whole digits: 0.0546621327 is
 * "0.0546621". Applies `basisPoints` first: 100 gives the rate plus 1%. `rate` parses the text back.
 */
export function significantRate(r: Rate, rounding: Rounding, basisPoints = 0n): string {
  const value = r.value * (10_000n + basisPoints)
  const scale = r.scale + 4
  const beyond = Math.max(0, Math.min(scale, value.toString().length - DIGITS))
  const text = decimalText(divide(value, powerOfTen(beyond), rounding), scale - beyond)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
