import type { Totals } from '@sesa/contract'
import { formatMinor } from '@sesa/ui/format.ts'

/**
 * Describes how many transfers match and how much of them arrived: "43 transfers. LRD 120,000.00 arrived in 38 of
 * them."
 */
export function totalsWords({ count, sent }: Totals): string {
  const many = `${count.toLocaleString('en-US')} ${count === 1 ? 'transfer' : 'transfers'}.`
  if (count === 0) return many
  if (sent.length === 0) return `${many} None has arrived.`
  const sums = sent.map(({ currency, count: arrived, amount }) =>
    arrived === count
      ? `${formatMinor(amount, currency)} sent`
      : `${arrived.toLocaleString('en-US')} arrived: ${formatMinor(amount, currency)}`,
  )
  return `${many} ${sums.join(' and ')} before fees.`
}

/** Describes the rows of a page: "21 to 40 of 43". */
export function rangeWords(first: number, rows: number, total: number | undefined): string {
  const shown = `${first} to ${first + rows - 1}`
  // Transfers made since then would make the total smaller than the page.
  return total === undefined || total < first + rows - 1
    ? shown
    : `${shown} of ${total.toLocaleString('en-US')}`
}
