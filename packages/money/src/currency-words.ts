/** Currency names that only some pages need, kept out of `currency.ts`, which every page loads. */
import type { CurrencyCode } from './currency.ts'
import { money, type Money } from './money.ts'

/** Plural names for use in sentences. */
const CURRENCY_PLURALS: Readonly<Record<CurrencyCode, string>> = {
  LRD: 'Liberian dollars',
  GHS: 'Ghana cedis',
  SLE: 'leones',
  USD: 'US dollars',
}

/** Returns the currency's name for use in a sentence: "leones". */
export const currencyInSentence = (currency: CurrencyCode): string => CURRENCY_PLURALS[currency]

/** Approximate value of one US dollar in each currency. */
const PER_DOLLAR: Readonly<Record<CurrencyCode, bigint>> = { LRD: 200n, GHS: 12n, SLE: 24n, USD: 1n }

/** Converts whole US dollars to an approximate amount of a currency, for bounds that need not be exact. */
export const aboutDollars = (dollars: bigint, currency: CurrencyCode): Money =>
  money(dollars * PER_DOLLAR[currency] * 100n, currency)
