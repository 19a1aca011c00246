import { toMajorString } from './money.ts'
import type { Money } from './money.ts'

/** Formats the amount without its currency in US English: grouped, always two decimals, "1,500.50" or "-1.00". */
export function formatAmount(m: Money): string {
  return groupThousands(toMajorString(m))
}

/** Formats the currency code and the amount in US English: "LRD 1,500.50", "-LRD 1.00". LRD and USD share "$". */
export function formatMoney(m: Money): string {
  const amount = formatAmount(m)
  return amount.startsWith('-') ? `-${m.currency} ${amount.slice(1)}` : `${m.currency} ${amount}`
}

/**
 * Groups the digits before the decimal point, which is required: "1234.50" becomes "1,234.50". Works on text, because a
 * number format would treat the amount as a float.
 */
export function groupThousands(decimal: string): string {
  return decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',')
}
