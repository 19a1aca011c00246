import type { DineroCurrency } from 'dinero.js/bigint'

/**
 * The ISO 4217 codes that the product handles. The old leone, SLL, is not one of them: 1 SLE = 1,000 SLL, so confusing
 * the two would be wrong by a factor of a thousand.
 */
export type CurrencyCode = 'LRD' | 'GHS' | 'SLE' | 'USD'

export const CURRENCY_CODES: readonly CurrencyCode[] = ['LRD', 'GHS', 'SLE', 'USD']

/** Decimals of the minor unit: two in all four currencies. Parsing and `convertBack` rely on it. */
export const MINOR_DIGITS = 2

// Defined here because the currencies of dinero's bigint package carry no literal code in their type.
export const CURRENCIES: { readonly [C in CurrencyCode]: DineroCurrency<bigint, C> } = {
  LRD: { code: 'LRD', base: 10n, exponent: 2n },
  GHS: { code: 'GHS', base: 10n, exponent: 2n },
  SLE: { code: 'SLE', base: 10n, exponent: 2n },
  USD: { code: 'USD', base: 10n, exponent: 2n },
}

/** Builds a record with one value for each of these currencies. */
export function byCurrency<C extends CurrencyCode, T>(
  codes: readonly C[],
  make: (code: C) => T,
): Record<C, T> {
  // Every code gets a value, which the type of Object.fromEntries cannot express.
  return Object.fromEntries(codes.map((code) => [code, make(code)])) as Record<C, T>
}

/** Returns true if an untrusted value is one of our codes. Codes are case-sensitive: 'usd' is not one. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return CURRENCY_CODES.some((code) => code === value)
}
