import type { DineroCurrency } from 'dinero.js/bigint'

/**
 * The ISO 4217 codes that the product handles. The old leone SLL is not among them: 1 SLE = 1,000 SLL, so
 * taking one for the other would be wrong by a factor of a thousand.
 */
export type CurrencyCode = 'LRD' | 'GHS' | 'SLE' | 'USD'

export const CURRENCY_CODES: readonly CurrencyCode[] = ['LRD', 'GHS', 'SLE', 'USD']

/** Decimals of the minor unit: two in all four currencies, which parsing and `convertBack` rely on. */
export const MINOR_DIGITS = 2

// Written here because dinero's own bigint currencies carry no literal code in their type.
export const CURRENCIES: { readonly [C in CurrencyCode]: DineroCurrency<bigint, C> } = {
  LRD: { code: 'LRD', base: 10n, exponent: 2n },
  GHS: { code: 'GHS', base: 10n, exponent: 2n },
  SLE: { code: 'SLE', base: 10n, exponent: 2n },
  USD: { code: 'USD', base: 10n, exponent: 2n },
}

/** Makes one value for each of these currencies. */
export function byCurrency<C extends CurrencyCode, T>(
  codes: readonly C[],
  make: (code: C) => T,
): Record<C, T> {
  // Every code gets its value, which Object.fromEntries cannot tell the compiler.
  return Object.fromEntries(codes.map((code) => [code, make(code)])) as Record<C, T>
}

/** Returns whether a value from outside is one of our codes. Case matters: 'usd' is not a code. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return CURRENCY_CODES.some((code) => code === value)
}
