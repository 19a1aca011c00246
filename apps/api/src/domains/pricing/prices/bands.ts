import { add, compare, convertBack, divide, money, withMargin, type Money, type Rate } from '@sesa/money'
import type { PriceBand } from './price-list.ts'

const BASIS_POINTS = 10_000n
const MINOR_PER_MAJOR = 100n

/** Returns the band of an amount to send. */
export function bandOf(bands: readonly PriceBand[], send: Money): PriceBand {
  const band = bands.findLast(({ from }) => compare(from, send) <= 0) ?? bands[0]
  if (band === undefined) throw new RangeError('A price list without bands')
  return band
}

/**
 * Returns the band of an amount to receive: the first one at whose rate the amount to send is below the next band. An amount
 * between two bands, too large for one and too small for the next, gets the next one's price.
 */
export function bandOfReceived(bands: readonly PriceBand[], receive: Money, mid: Rate): PriceBand {
  const band = bands.find(({ marginBps }, index) => {
    const next = bands[index + 1]
    return (
      next === undefined || compare(convertBack(receive, withMargin(mid, marginBps), 'up'), next.from) < 0
    )
  })
  if (band === undefined) throw new RangeError('A price list without bands')
  return band
}

/** Returns the fee for an amount to send: the fixed part, and the percentage rounded down. */
export function feeOf({ fee, feeBps }: Pick<PriceBand, 'fee' | 'feeBps'>, send: Money): Money {
  return add(fee, money(divide(send.amount * feeBps, BASIS_POINTS, 'down'), send.currency))
}

/** Rounds an amount up to whole units of its currency. */
export function wholeUnitsUp(m: Money): Money {
  return money(divide(m.amount, MINOR_PER_MAJOR, 'up') * MINOR_PER_MAJOR, m.currency)
}
