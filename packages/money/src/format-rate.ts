import { decimalText, powerOfTen } from './decimal.ts'
import { divide, type Rounding } from './division.ts'
import { groupThousands } from './format.ts'
import type { Money } from './money.ts'
import type { Rate } from './rate.ts'

/** The amounts that a rate has turned into each other, so that people can check the sum. */
export interface RateExample {
  readonly send: Money
  readonly receive: Money
  /** How the amount received was rounded; half-even unless given. */
  readonly rounding?: Rounding
}

/** Decimals without an example, and always for rates out of US dollars. */
const DECIMALS = 4
const FEWEST_DECIMALS = 2
const FEWEST_DIGITS = 4
const MOST_DECIMALS = 12

/** A rate as it is shown: 1 `unit` = value / 10^decimals `other`. */
interface Shown {
  readonly value: bigint
  readonly decimals: number
}

/** The currency of which one unit is priced. */
type PricedUnit = 'stronger' | 'weaker'

/**
 * Formats a rate for people: "1 USD = LRD 172.0877". A rate below 1 is written the other way round, as the
 * price of one unit of the stronger currency: 0.067022 LRD to GHS is "1 GHS = LRD 14.92". `weaker` writes it the
 * other way round: "1 LRD = GHS 0.0670".
 *
 * With an example, the fewest digits (at least four significant ones and two decimals) with which the sum
 * comes out: send × rate, or send ÷ rate the other way round, rounds to what arrives. Where the amount that
 * arrives was fixed and the amount to send rounded up, no rate may do that; then the sum backwards does.
 *
 * Without an example, and for every rate out of US dollars, four decimals: US Regulation E, 12 CFR
 * 1005.31(b)(1)(iv), wants two to four, the same for every rate of a currency. `withMargin` gives a rate out of
 * dollars no more than four, so that its sum always comes out.
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
  /** The other amount of a sum with this shown rate, in minor units. */
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
