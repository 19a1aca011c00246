import type { CurrencyCode } from './currency.ts'

/** @throws TypeError when a rate does not fit an amount. */
export function assertCurrency(actual: CurrencyCode, expected: CurrencyCode): void {
  if (actual !== expected) throw new TypeError(`The rate is for ${expected}, the amount is in ${actual}`)
}
