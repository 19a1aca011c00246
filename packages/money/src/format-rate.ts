import { decimalText, powerOfTen } from './decimal.ts'
import { divide } from './division.ts'
import { groupThousands } from './format.ts'
import type { Rate } from './rate.ts'

const RATE_DECIMALS = 4
const RATE_SIGNIFICANT_DIGITS = 4

/**
 * Formats a rate for people: "1 USD = 172.0877 LRD", rounded half-even. Always four decimals, so that every
 * rate of a currency is rounded alike (US Regulation E, 12 CFR 1005.31(b)(1)(iv): two to four decimals,
 * consistent per currency). A rate below 0.01, such as LRD to USD, gets four significant digits instead: four
 * decimals would turn 0.005849 into 0.0058 and hide most of a percent. The regulation covers rates out of
 * USD, and none is that small.
 */
export function formatRate(r: Rate): string {
  const leadingZeros = r.scale - r.value.toString().length
  const decimals = leadingZeros >= 2 ? leadingZeros + RATE_SIGNIFICANT_DIGITS : RATE_DECIMALS
  const rounded = divide(r.value * powerOfTen(decimals), powerOfTen(r.scale), 'half-even')
  return `1 ${r.from} = ${groupThousands(decimalText(rounded, decimals))} ${r.to}`
}
