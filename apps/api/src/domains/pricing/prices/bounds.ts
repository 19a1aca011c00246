import { aboutDollars, compare, divide, formatMoney, type CurrencyCode, type Money } from '@sesa/money'
import { formatBps } from '../../../lib/format-bps.ts'
import { NO_CAUTION, type Caution } from '../../../lib/caution.ts'
import type { PriceBand, PriceList } from './price-list.ts'

const ALL_BPS = 10_000n
/** A price that brings less than this share of the mid rate to the recipient needs two typed confirmations: 90 %. */
const LEAST_SHARE_BPS = 9_000n
/** Returns the fixed fee above which a price needs them too: about USD 25. */
const mostFee = (currency: CurrencyCode): Money => aboutDollars(25n, currency)

const isSame = (one: PriceBand, other: PriceBand): boolean =>
  compare(one.from, other.from) === 0 &&
  compare(one.fee, other.fee) === 0 &&
  one.feeBps === other.feeBps &&
  one.marginBps === other.marginBps

/** Returns the recipient's share of the customer's payment, at the mid rate and without the fixed fee. */
const shareOf = ({ feeBps, marginBps }: PriceBand): bigint => ALL_BPS - feeBps - marginBps

/**
 * Judges the prices of a list that are not already in force. Both people type the worst share and the highest fee beyond the
 * bounds, so that each has read them.
 */
export function judgePrices(next: PriceList, inForce: PriceList | null): Caution {
  const changed = [...next.bands].flatMap(([corridor, bands]) =>
    bands
      .filter((band) => !(inForce?.bands.get(corridor) ?? []).some((now) => isSame(now, band)))
      .map((band) => ({ corridor, band })),
  )
  const shares = changed
    .filter(({ band }) => shareOf(band) < LEAST_SHARE_BPS)
    .toSorted((one, other) => Number(shareOf(one.band) - shareOf(other.band)))
  const fees = changed
    .filter(({ band: { fee } }) => compare(fee, mostFee(fee.currency)) > 0)
    // Fees in different currencies are compared by how far they exceed their bounds.
    .toSorted((one, other) => Number(excessOf(other.band) - excessOf(one.band)))
  const worst = [
    ...shares.slice(0, 1).map(({ corridor, band }) => `${corridor} ${formatBps(shareOf(band))}`),
    ...fees.slice(0, 1).map(({ corridor, band }) => `${corridor} ${formatMoney(band.fee)}`),
  ]
  if (worst.length === 0) return NO_CAUTION
  return {
    warnings: [
      ...shares.map(
        ({ corridor, band }) =>
          `${corridor} from ${formatMoney(band.from)}: the recipient gets ${formatBps(shareOf(band))} of the mid-market value, less than ${formatBps(LEAST_SHARE_BPS)}.`,
      ),
      ...fees.map(
        ({ corridor, band: { from, fee } }) =>
          `${corridor} from ${formatMoney(from)}: the fee is ${formatMoney(fee)}, more than ${formatMoney(mostFee(fee.currency))}.`,
      ),
    ],
    confirm: worst.join(' and '),
  }
}

/** Returns a fee in hundredths of its bound. */
const excessOf = ({ fee }: PriceBand): bigint =>
  divide(fee.amount * 100n, mostFee(fee.currency).amount, 'down')
