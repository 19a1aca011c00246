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

interface CurrencyFacts {
  /** In a sentence: "leones". */
  readonly plural: string
  /**
   * What people write before or after an amount, longer forms first. "$" is both Liberia's and the United States' sign: it
   * means the field's own currency. A bare "¢" is left out, since it also means cents.
   */
  readonly signs: readonly string[]
  /** Roughly how many make a US dollar, for bounds that need not be exact. */
  readonly perDollar: bigint
  /** The amount for which we name a rate where the customer has named none, in major units. */
  readonly usual: string
}

export const CURRENCY_FACTS: Readonly<Record<CurrencyCode, CurrencyFacts>> = {
  LRD: { plural: 'Liberian dollars', signs: ['LRD', 'LD$', 'L$', '$'], perDollar: 200n, usual: '1000' },
  GHS: { plural: 'Ghana cedis', signs: ['GHS', 'GH₵', 'GH¢', '₵'], perDollar: 12n, usual: '100' },
  SLE: { plural: 'leones', signs: ['SLE', 'LE'], perDollar: 24n, usual: '100' },
  USD: { plural: 'US dollars', signs: ['USD', 'US$', '$'], perDollar: 1n, usual: '100' },
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
