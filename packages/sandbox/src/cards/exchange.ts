import { rateOn } from '../rates/rates.ts'

/** The currency of the merchant's balance: charges in another one are converted. */
export const BALANCE_CURRENCY = 'usd'

/** Stripe converts at a rate of its own. The sandbox's gives 2 % less than the mid-market rate. */
const PERCENT_OF_MID = 98n
const RATE_DIGITS = 1_000_000_000

/** Converts to the currency of the balance at today's rate. */
export interface Exchange {
  /** Returns cents for minor units, rounded down. */
  toCents(amount: number, currency: string): number
  /** Returns the rate as an answer shows it; null when nothing is converted. */
  rateFrom(currency: string): number | null
}

export function exchangeOf(rates: Map<string, string>, nowMs: () => number): Exchange {
  function toCents(amount: number, currency: string): number {
    if (currency === BALANCE_CURRENCY) return amount
    const [whole = '', places = ''] = rateOn(rates, currency.toUpperCase(), nowMs()).split('.')
    const scaled = BigInt(amount) * PERCENT_OF_MID * 10n ** BigInt(places.length)
    return Number(scaled / (BigInt(whole + places) * 100n))
  }
  return {
    toCents,
    rateFrom: (currency) =>
      currency === BALANCE_CURRENCY ? null : toCents(RATE_DIGITS, currency) / RATE_DIGITS,
  }
}
