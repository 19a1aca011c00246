import type { CurrencyCode } from './currency.ts'
import { powerOfTen } from './decimal.ts'
import { divide } from './division.ts'
import type { Rounding } from './division.ts'
import type { Money } from './money.ts'
import { assertCurrency } from './rate-direction.ts'
import type { Rate } from './rate.ts'

// Separate from parsing rates, so that the landing page's converter does not load the division.

/**
 * Returns the amount to send for the recipient to get `received`: received ÷ rate, in one division, rounded to the
 * minor unit as `rounding` says.
 * @throws TypeError when the amount is not in the rate's `to` currency at run time.
 */
export function convertBack<F extends CurrencyCode, T extends CurrencyCode>(
  received: Money<T>,
  r: Rate<F, NoInfer<T>>,
  rounding: Rounding,
): Money<F> {
  assertCurrency(received.currency, r.to)
  // Both currencies have the same number of decimals, so minor units divide as major units do.
  const amount = divide(received.amount * powerOfTen(r.scale), r.value, rounding)
  return { amount, currency: r.from }
}
