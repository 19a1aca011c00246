import { powerOfTen } from './decimal.ts'
import { divide } from './division.ts'
import type { CurrencyCode } from './currency.ts'
import { MINOR_DIGITS } from './currency.ts'
import type { Money } from './money.ts'

const DIGITS = 3

/**
 * Rounds an amount down to three significant digits and to whole units, to show limits to people: LRD 223,883.40
 * becomes LRD 223,000.00. Amounts below one unit become zero.
 */
export function roundedDown<C extends CurrencyCode>({ amount, currency }: Money<C>): Money<C> {
  const step = powerOfTen(Math.max(MINOR_DIGITS, amount.toString().length - DIGITS))
  return { amount: divide(amount, step, 'down') * step, currency }
}
