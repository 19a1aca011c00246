import type { DestinationCode } from '@sesa/contract'
import {
  compare,
  convert,
  convertBack,
  money,
  usualAmount,
  withMargin,
  type Money,
  type Rate,
} from '@sesa/money'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { bandOf, bandOfReceived, wholeUnitsUp } from '../prices/index.ts'
import { midRate, type RateSnapshot } from '../rates/index.ts'
import type { Corridor } from './corridor.ts'

/** Smallest and largest amount to send through a corridor, in the sender's currency, without the fee. */
export interface Bounds {
  readonly minimum: Money
  readonly maximum: Money
}

/** The smallest and largest payout that any open network of a country accepts. */
export type PayoutBounds = ReadonlyMap<DestinationCode, { readonly minimum: Money; readonly maximum: Money }>

/** Returns the corridor with the rails' bounds where they are narrower than the configured ones. */
export function withBounds(corridor: Corridor, known: PayoutBounds): Corridor {
  const rails = known.get(corridor.recipient)
  if (rails === undefined) return corridor
  const { minReceive, maxReceive } = corridor
  return {
    ...corridor,
    minReceive: minReceive && compare(minReceive, rails.minimum) > 0 ? minReceive : rails.minimum,
    maxReceive: maxReceive && compare(maxReceive, rails.maximum) < 0 ? maxReceive : rails.maximum,
  }
}

/** The specification's minimum: 5.00 of the sender's currency. */
const LEAST_MINOR = 500n
/** Minimum amount that the card provider charges. */
const CARD_MINIMUM = money(50, 'USD')
/** In another currency, 4 % more, since the card provider uses its own rate. */
const CARD_MINIMUM_CONVERTED = money(52, 'USD')

/** Returns our rate of a corridor for its usual amount and way to pay, including the margin, before a price is rounded. */
export function customerRate(
  snapshot: RateSnapshot,
  corridor: Pick<Corridor, 'sendCurrency' | 'receiveCurrency' | 'bands' | 'usualWay'>,
): Rate {
  const { sendCurrency, receiveCurrency } = corridor
  return withCustomerMargin(midRate(snapshot, sendCurrency, receiveCurrency), corridor)
}

/** Returns the customer's rate of the usual amount, in the usual way to pay, at this mid-market rate. */
export function withCustomerMargin(
  mid: Rate,
  { bands, usualWay }: Pick<Corridor, 'bands' | 'usualWay'>,
): Rate {
  return withMargin(mid, bandOf(bands[usualWay], usualAmount(mid.from)).marginBps)
}

/** Returns the amount to send for this amount to arrive. */
function toSend(
  { sendCurrency, receiveCurrency, bands }: Corridor,
  snapshot: RateSnapshot,
  { receive, way, rounding }: { receive: Money; way: PayMethod; rounding: 'up' | 'down' },
): Money {
  const mid = midRate(snapshot, sendCurrency, receiveCurrency)
  return convertBack(receive, withMargin(mid, bandOfReceived(bands[way], receive, mid).marginBps), rounding)
}

/**
 * Returns the bounds of a corridor by a way to pay. The minimum is the largest of: 5.00; with a card, the card minimum at
 * the mid rate, rounded up to whole units so that it does not move with every rate; and the amount for the rail's smallest
 * payout, rounded up. Without a named way they are the card's, which every way accepts. The maximum is the smaller of: the limit per transfer at the mid rate, and the cost of the rail's largest payout; both rounded
 * down.
 */
export function boundsOf(
  corridor: Corridor,
  snapshot: RateSnapshot,
  perTransfer: Money<'USD'>,
  way: PayMethod = 'card',
): Bounds {
  const currency = corridor.sendCurrency
  const dollar = midRate(snapshot, 'USD', currency)
  const minima: Money[] = [
    money(LEAST_MINOR, currency),
    ...(way === 'card' ? [wholeUnitsUp(convert(smallestCharge(corridor), dollar, 'up'))] : []),
    ...(corridor.minReceive
      ? [toSend(corridor, snapshot, { receive: corridor.minReceive, way, rounding: 'up' })]
      : []),
  ]
  const maxima: Money[] = [
    convert(perTransfer, dollar, 'down'),
    ...(corridor.maxReceive
      ? [toSend(corridor, snapshot, { receive: corridor.maxReceive, way, rounding: 'down' })]
      : []),
  ]
  return {
    minimum: minima.reduce((a, b) => (compare(a, b) < 0 ? b : a)),
    maximum: maxima.reduce((a, b) => (compare(a, b) > 0 ? b : a)),
  }
}

const smallestCharge = ({ chargeCurrency }: Corridor): Money<'USD'> =>
  chargeCurrency === 'USD' ? CARD_MINIMUM : CARD_MINIMUM_CONVERTED
