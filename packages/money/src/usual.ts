import { decimalText, powerOfTen } from './decimal.ts'
import { divide, type Rounding } from './division.ts'
import type { CurrencyCode } from './currency.ts'
import { formatMoney } from './format.ts'
import { usualAmount, type Money } from './money.ts'
import { rate, type Rate } from './rate.ts'

/** Formats the amount for which we quote a rate: "LRD 1,000". */
export function formatUsualAmount(currency: CurrencyCode): string {
  return formatMoney(usualAmount(currency)).replace('.00', '')
}

/**
 * Returns what the usual amount buys at the rate, rounded to the minor unit: `convert` without its library, which pages
 * would load for this alone.
 */
export function usualReceived({ from, to, value, scale }: Rate, rounding: Rounding): Money {
  // Both currencies have the same number of decimals, so minor units multiply as major units do.
  return { amount: divide(usualAmount(from).amount * value, powerOfTen(scale), rounding), currency: to }
}

/**
 * Returns the rate at which the usual amount of a currency buys exactly this. Nothing is rounded: every usual amount is a
 * power of ten.
 * @throws RangeError when the amount is not above zero.
 */
export function usualRate(received: Money, from: CurrencyCode): Rate {
  const zeros = usualAmount(from).amount.toString().length - 1
  return rate(decimalText(received.amount, zeros), from, received.currency)
}

/**
 * Formats a rate by what the usual round amount buys: "LRD 1,000 = GHS 66.96". The amount received is rounded half-even,
 * as in a quote. Screens say the rate this way everywhere; `formatRate` is for price details, disclosures and receipts.
 */
export function formatUsualRate(r: Rate): string {
  return `${formatUsualAmount(r.from)} = ${formatMoney(usualReceived(r, 'half-even'))}`
}
