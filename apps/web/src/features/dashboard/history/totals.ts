import type { Totals } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'

/**
 * Describes how many transfers match and how much of them arrived: "43 transfers. LRD 120,000.00 arrived in 38 of
 * them."
 */
export function totalsWords({ count, sent }: Totals): string {
  const many = i18n.t('{count, plural, one {# transfer} other {# transfers}}.', { count })
  if (count === 0) return many
  if (sent.length === 0) return i18n.t('{many} None has arrived.', { many })
  const sums = sent.map(({ currency, count: arrived, amount }) =>
    arrived === count
      ? i18n.t('{amount} sent', { amount: formatMinor(amount, currency) })
      : i18n.t('{count} arrived: {amount}', {
          count: arrived.toLocaleString('en-US'),
          amount: formatMinor(amount, currency),
        }),
  )
  return i18n.t('{many} {sums} before fees.', { many, sums: sums.join(` ${i18n.t('and')} `) })
}

/** Describes the rows of a page: "21 to 40 of 43". */
export function rangeWords(first: number, rows: number, total: number | undefined): string {
  const shown = i18n.t('{first} to {last}', { first, last: first + rows - 1 })
  // Transfers made since then would make the total smaller than the page.
  return total === undefined || total < first + rows - 1
    ? shown
    : i18n.t('{shown} of {total}', { shown, total: total.toLocaleString('en-US') })
}
