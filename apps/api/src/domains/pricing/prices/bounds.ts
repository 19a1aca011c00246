import { aboutDollars, compare, divide, formatMoney, type CurrencyCode, type Money } from '@sesa/money'
import { formatBps } from '../../../lib/format-bps.ts'
import { NO_CAUTION, type Caution } from '../../../lib/caution.ts'
import { bandOf, feeOf } from './bands.ts'
import type { PriceBand, PriceList, WayBands } from './price-list.ts'

const ALL_BPS = 10_000n
/** A price that brings less than this share of the mid rate to the recipient needs two typed confirmations: 90 %. */
const LEAST_SHARE_BPS = 9_000n
/** Returns the fixed fee above which a price needs them too: about USD 25. */
const mostFee = (currency: CurrencyCode): Money => aboutDollars(25n, currency)
/** A fee above this share of about USD 100, or of the band's first amount if that is higher, needs them too: 15 %. */
const MOST_FEE_BPS = 1_500n
/** Ways with prices of their own possible. */
const OTHER_WAYS = [
  ['momo', 'mobile money'],
  ['bank_debit', 'bank account'],
] as const
/** So does a fee or a margin above this many times the one in force. */
const MOST_TIMES = 3n

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
  const changed = [...next.bands].flatMap(([name, ways]) => {
    const now = inForce?.bands.get(name)
    const hasOwn = ([way]: readonly [keyof WayBands, string]) =>
      ways[way] !== ways.card || now?.[way] !== now?.card
    return [
      { corridor: name, bands: ways.card, earlier: now?.card },
      ...OTHER_WAYS.filter(hasOwn).map(([way, words]) => ({
        ...{ corridor: `${name} by ${words}`, bands: ways[way], earlier: now?.[way] },
      })),
    ].flatMap(({ corridor, bands, earlier = [] }) =>
      bands
        .filter((band) => !earlier.some((one) => isSame(one, band)))
        .map((band) => ({ corridor, band, earlier })),
    )
  })
  const shares = changed
    .filter(({ band }) => shareOf(band) < LEAST_SHARE_BPS)
    .toSorted((one, other) => Number(shareOf(one.band) - shareOf(other.band)))
  const fees = changed
    .filter(({ band: { fee } }) => compare(fee, mostFee(fee.currency)) > 0)
    // Fees in different currencies are compared by how far they exceed their bounds.
    .toSorted((one, other) => Number(excessOf(other.band) - excessOf(one.band)))
  // A band beyond one bound needs no second text.
  const others = changed.filter((one) => ![...shares, ...fees].includes(one))
  const large = others
    .map((one) => ({ ...one, ...feeAt(one.band) }))
    .filter(({ feeBps }) => feeBps > MOST_FEE_BPS)
    .toSorted((one, other) => (one.feeBps < other.feeBps ? 1 : -1))
  const rises = others
    .flatMap((one) => risesOf(one.band, one.earlier).map((rise) => ({ ...one, ...rise })))
    .toSorted((one, other) => Number(timesOf(other) - timesOf(one)))
  const worst = [
    ...shares.slice(0, 1).map(({ corridor, band }) => `${corridor} ${formatBps(shareOf(band))}`),
    ...fees.slice(0, 1).map(({ corridor, band }) => `${corridor} ${formatMoney(band.fee)}`),
    ...large.slice(0, 1).map(({ corridor, feeBps }) => `${corridor} ${formatBps(feeBps)}`),
    ...rises.slice(0, 1).map((one) => `${one.corridor} times ${timesText(one)}`),
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
      ...large.map(
        ({ corridor, amount, feeBps }) =>
          `${corridor}: the fee of ${formatMoney(amount)} is ${formatBps(feeBps)}, more than ${formatBps(MOST_FEE_BPS)}.`,
      ),
      ...rises.map(
        (one) =>
          `${one.corridor} from ${formatMoney(one.band.from)}: the ${one.what} is ${timesText(one)} times the one in force, more than ${MOST_TIMES} times.`,
      ),
    ],
    confirm: worst.join(' and '),
  }
}

/** Returns a fee in hundredths of its bound. */
const excessOf = ({ fee }: PriceBand): bigint =>
  divide(fee.amount * 100n, mostFee(fee.currency).amount, 'down')

/** Returns the fee of an amount in the band: of about USD 100, or of the band's first amount if that is higher. */
function feeAt(band: PriceBand): { readonly amount: Money; readonly feeBps: bigint } {
  const usual = aboutDollars(100n, band.from.currency)
  const amount = compare(band.from, usual) > 0 ? band.from : usual
  return { amount, feeBps: divide(feeOf(band, amount).amount * ALL_BPS, amount.amount, 'down') }
}

interface Rise {
  readonly what: 'fee' | 'margin'
  readonly before: bigint
  readonly after: bigint
}

/** Returns the fee and the margin of a band that exceed those in force too many times. Nothing exceeds zero. */
function risesOf(band: PriceBand, inForce: readonly PriceBand[]): readonly Rise[] {
  if (inForce.length === 0) return []
  const { amount } = feeAt(band)
  const now = bandOf(inForce, amount)
  const rises: readonly Rise[] = [
    { what: 'fee', before: feeOf(now, amount).amount, after: feeOf(band, amount).amount },
    { what: 'margin', before: now.marginBps, after: band.marginBps },
  ]
  return rises.filter(({ before, after }) => before > 0n && after > before * MOST_TIMES)
}

/** Returns how many times as high a figure becomes, in hundredths. */
const timesOf = ({ before, after }: Rise): bigint => divide(after * 100n, before, 'down')
const timesText = (rise: Rise): string => formatBps(timesOf(rise)).replace('%', '')
