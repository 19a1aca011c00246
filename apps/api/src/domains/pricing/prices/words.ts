import { formatMoney, isZero } from '@sesa/money'
import { formatBps } from '../../../lib/format-bps.ts'
import type { PriceBand } from './price-list.ts'

/** A part of a price in words, and the amounts to send that it applies to; undefined for all amounts. */
export interface PriceStep {
  readonly amounts: string | undefined
  readonly price: string
}

/** Returns the fee of each band, for example "USD 2.00" for "Below USD 500.00". */
export function feeSteps(bands: readonly PriceBand[]): readonly PriceStep[] {
  return stepsOf(bands, ({ fee, feeBps }) => {
    if (feeBps === 0n) return formatMoney(fee)
    return isZero(fee) ? formatBps(feeBps) : `${formatMoney(fee)} + ${formatBps(feeBps)}`
  })
}

/** Returns the margin of each band, for example "1.50%" for "From USD 500.00". */
export function marginSteps(bands: readonly PriceBand[]): readonly PriceStep[] {
  return stepsOf(bands, ({ marginBps }) => formatBps(marginBps))
}

function stepsOf(bands: readonly PriceBand[], words: (band: PriceBand) => string): readonly PriceStep[] {
  // Merges bands that differ only in the other part of the price.
  const distinct = bands.filter((band, index) => {
    const before = bands[index - 1]
    return before === undefined || words(before) !== words(band)
  })
  const [first, second] = distinct
  if (first === undefined) throw new RangeError('A price list without bands')
  if (second === undefined) return [{ amounts: undefined, price: words(first) }]
  return distinct.map((band, index) => ({
    amounts: index === 0 ? `Below ${formatMoney(second.from)}` : `From ${formatMoney(band.from)}`,
    price: words(band),
  }))
}
