import { decimalText, powerOfTen } from './decimal.ts'
import { divide, type Rounding } from './division.ts'
import { groupThousands } from './format.ts'
import type { Money } from './money.ts'
import type { Rate } from './rate.ts'

/** A conversion made at the rate, so that people can check the sum. */
export interface RateExample {
  readonly send: Money
  readonly receive: Money
  /** How the amount received was rounded; half-even unless given. */
  readonly rounding?: Rounding
}

/** Decimals used without an example, and always for rates from US dollars. */
const DECIMALS = 4
const FEWEST_DECIMALS = 2
const FEWEST_DIGITS = 4
const MOST_DECIMALS = 12

/** A rate as displayed: 1 `unit` = value / 10^decimals `other`. */
interface Shown {
  readonly value: bigint
  readonly decimals: number
}

/** The currency whose unit is priced. */
type PricedUnit = 'stronger' | 'weaker'

/**
 * Formats a rate for people: "1 USD = LRD 172.0877". A rate below 1 is inverted, as the price of one unit of the
 * stronger currency: 0.067022 LRD to GHS is "1 GHS = LRD 14.92". `weaker` prices the other currency: "1 LRD = GHS
 * 0.0670".
 *
 * With an example, uses the fewest digits (at least four significant ones and two decimals) at which the sum checks
 * out: send × rate, or send ÷ rate if inverted, rounds to the amount received. If the customer fixed the amount
 * received and the amount to send was rounded up, no rate may satisfy that; then the reverse sum must check out.
 *
 * Without an example, and for every rate from US dollars, uses four decimals: US Regulation E, 12 CFR
 * 1005.31(b)(1)(iv), requires two to four, the same for every rate of a currency. `withMargin` limits rates from US
 * dollars to four decimals, so that their sum always checks out.
 */
export function formatRate(r: Rate, example?: RateExample, priced: PricedUnit = 'stronger'): string {
  const isBelowOne = r.value < powerOfTen(r.scale)
  const isInverse = isBelowOne === (priced === 'stronger')
  const [unit, other] = isInverse ? [r.to, r.from] : [r.from, r.to]
  const show = (decimals: number): Shown => ({
    decimals,
    value: isInverse
      ? divide(powerOfTen(r.scale + decimals), r.value, 'half-even')
      : divide(r.value * powerOfTen(decimals), powerOfTen(r.scale), 'half-even'),
  })
  const shown =
    example === undefined || (r.from === 'USD' && priced === 'stronger')
      ? show(DECIMALS)
      : fewestDigits(show, example, isInverse)
  return `1 ${unit} = ${other} ${groupThousands(decimalText(shown.value, shown.decimals))}`
}

function fewestDigits(
  show: (decimals: number) => Shown,
  { send, receive, rounding = 'half-even' }: RateExample,
  isInverse: boolean,
): Shown {
  const wholeDigits = show(0).value.toString().length
  const fewest = Math.max(FEWEST_DECIMALS, FEWEST_DIGITS - wholeDigits)
  const candidates = Array.from({ length: MOST_DECIMALS - fewest + 1 }, (_, more) => show(fewest + more))
  /** Returns the other amount of the conversion at this displayed rate, in minor units. */
  const convert = (minor: bigint, { value, decimals }: Shown, byValue: boolean, how: Rounding) =>
    byValue
      ? divide(minor * value, powerOfTen(decimals), how)
      : divide(minor * powerOfTen(decimals), value, how)
  return (
    candidates.find((shown) => convert(send.amount, shown, !isInverse, rounding) === receive.amount) ??
    candidates.find((shown) => convert(receive.amount, shown, isInverse, 'up') === send.amount) ??
    show(DECIMALS)
  )
}
