import { formatMoney, isZero } from '@sesa/money'
import { formatBps } from '../../lib/format-bps.ts'
import type { PriceBand } from './price-list.ts'

/** Describes the fee of each band, such as "USD 0.99 + 2.90%" or "USD 2.00 below USD 500.00, USD 0.00 from USD 500.00". */
export function feeWords(bands: readonly PriceBand[]): string {
  return inBands(bands, ({ fee, feeBps }) => {
    if (feeBps === 0n) return formatMoney(fee)
    return isZero(fee) ? formatBps(feeBps) : `${formatMoney(fee)} + ${formatBps(feeBps)}`
  })
}

/** Describes the margin of each band, such as "1.50%". */
export function marginWords(bands: readonly PriceBand[]): string {
  return inBands(bands, ({ marginBps }) => formatBps(marginBps))
}

function inBands(bands: readonly PriceBand[], words: (band: PriceBand) => string): string {
  // Bands that differ only in the other part of the price are one here.
  const told = bands.filter((band, index) => {
    const before = bands[index - 1]
    return before === undefined || words(before) !== words(band)
  })
  const [first, second] = told
  if (first === undefined) throw new RangeError('A price list without bands')
  if (second === undefined) return words(first)
  return told
    .map((band, index) =>
      index === 0
        ? `${words(band)} below ${formatMoney(second.from)}`
        : `${words(band)} from ${formatMoney(band.from)}`,
    )
    .join(', ')
}
