import { toMajorString, type Money } from './money.ts'

// Separate from amounts, so that the landing page's converter does not load it.

/**
 * Returns the minor units as a JSON number.
 * @throws RangeError when the amount exceeds the safe integers (about 90 trillion major units).
 */
export function toMinorNumber(m: Money): number {
  const minor = Number(m.amount)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${m.amount} minor units do not fit a JSON number`)
  return minor
}

/**
 * Returns the major units as a JSON number with at most two decimals, for the few answers in major units. Converts
 * through decimal text, so it is the double nearest to the exact amount; never calculate with it.
 * @throws RangeError when the minor units exceed the safe integers.
 */
export function toMajorNumber(m: Money): number {
  toMinorNumber(m)
  return Number(toMajorString(m))
}
