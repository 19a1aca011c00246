import type { CurrencyCode } from './currency.ts'

/**
 * Checks that an amount has the currency that the rate expects.
 * @throws TypeError when it does not.
 */
export function assertCurrency(actual: CurrencyCode, expected: CurrencyCode): void {
  if (actual !== expected) throw new TypeError(`The rate is for ${expected}, the amount is in ${actual}`)
}
