/** What only some pages say of currencies: apart from `currency.ts`, which every page loads. */
import type { CurrencyCode } from './currency.ts'
import { money, type Money } from './money.ts'

/** In a sentence. */
const CURRENCY_PLURALS: Readonly<Record<CurrencyCode, string>> = {
  LRD: 'Liberian dollars',
  GHS: 'Ghana cedis',
  SLE: 'leones',
  USD: 'US dollars',
}

/** Names a currency within a sentence: "leones". */
export const currencyInSentence = (currency: CurrencyCode): string => CURRENCY_PLURALS[currency]

/** Roughly how many make a US dollar, for bounds that need not be exact. */
const PER_DOLLAR: Readonly<Record<CurrencyCode, bigint>> = { LRD: 200n, GHS: 12n, SLE: 24n, USD: 1n }

/** Returns roughly this many dollars (whole ones) in a currency, for bounds that need not be exact. */
export const aboutDollars = (dollars: bigint, currency: CurrencyCode): Money =>
  money(dollars * PER_DOLLAR[currency] * 100n, currency)
