import { decimalText, divide, powerOfTen } from './decimal.ts'
import { toMajorString } from './money.ts'
import type { Money } from './money.ts'
import type { Rate } from './rate.ts'

/** The amount alone in US English: grouped, always two decimals, "1,500.50" or "-1.00". */
export function formatAmount(m: Money): string {
  return groupThousands(toMajorString(m))
}

/** The currency code and the amount in US English: "LRD 1,500.50", "-LRD 1.00". LRD and USD share "$". */
export function formatMoney(m: Money): string {
  const amount = formatAmount(m)
  return amount.startsWith('-') ? `-${m.currency} ${amount.slice(1)}` : `${m.currency} ${amount}`
}

const RATE_DECIMALS = 4
const RATE_SIGNIFICANT_DIGITS = 4

/**
 * A rate for people: "1 USD = 172.0877 LRD", rounded half-even. Always four decimals, so that every rate of a
 * currency is rounded alike (US Regulation E, 12 CFR 1005.31(b)(1)(iv): two to four decimals, consistent per
 * currency). A rate below 0.01, such as LRD to USD, gets four significant digits instead: four decimals would
 * turn 0.005849 into 0.0058 and hide most of a percent. The regulation covers rates out of USD, and none is
 * that small.
 */
export function formatRate(r: Rate): string {
  const leadingZeros = r.scale - r.value.toString().length
  const decimals = leadingZeros >= 2 ? leadingZeros + RATE_SIGNIFICANT_DIGITS : RATE_DECIMALS
  const rounded = divide(r.value * powerOfTen(decimals), powerOfTen(r.scale), 'half-even')
  return `1 ${r.from} = ${groupThousands(decimalText(rounded, decimals))} ${r.to}`
}

// By hand on the digits, because a number format would take the amount as a float.
function groupThousands(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`
}
