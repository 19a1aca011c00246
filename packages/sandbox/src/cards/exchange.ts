import { rateOn } from '../rates/rates.ts'

/** Currency of the merchant's balance: charges in other currencies are converted. */
export const BALANCE_CURRENCY = 'usd'

/** Stripe converts at its own rate. The sandbox's is 2% below the mid-market rate. */
const PERCENT_OF_MID = 98n
const RATE_DIGITS = 1_000_000_000

/** Converts to the balance's currency at today's rate. */
export interface Exchange {
  /** Returns cents for minor units, rounded down. */
  toCents(amount: number, currency: string): number
  /** Returns the rate as shown in an answer; null without a conversion. */
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
