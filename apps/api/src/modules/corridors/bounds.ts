import type { DestinationCode } from '@sesa/contract'
import { compare, convert, convertBack, money, withMargin, type Money } from '@sesa/money'
import { midRate, type RateSnapshot } from '../rates/index.ts'
import type { Corridor } from './corridor.ts'

/** Smallest and largest amount that can be sent through a corridor, in the sender's currency, fee not counted. */
export interface Bounds {
  readonly minimum: Money
  readonly maximum: Money
}

/** The smallest and the largest pay-out that any open network of a country takes. */
export type PayoutBounds = ReadonlyMap<DestinationCode, { readonly minimum: Money; readonly maximum: Money }>

/** The corridor with what the rails say, where that is narrower than what the operator set. */
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

/** The specification's minimum: 5.00 of whatever the sender's currency is. */
const LEAST_MINOR = 500n
/** The smallest amount the card provider charges, or its equivalent in another currency. */
const CARD_MINIMUM = money(50, 'USD')
const MINOR_PER_MAJOR = 100n

/**
 * The minimum is the greatest of 5.00, the card minimum at the mid rate in whole units, rounded up, so that it does
 * not move with every rate, and what must be sent for the rail's smallest pay-out to arrive, rounded up. The maximum
 * is the lesser of the limit per transfer at the mid rate and what the rail's largest pay-out costs, rounded down.
 */
export function boundsOf(corridor: Corridor, snapshot: RateSnapshot, perTransfer: Money<'USD'>): Bounds {
  const currency = corridor.sendCurrency
  const dollar = midRate(snapshot, 'USD', currency)
  const customer = withMargin(midRate(snapshot, currency, corridor.receiveCurrency), corridor.marginBps)
  const minima: Money[] = [
    money(LEAST_MINOR, currency),
    wholeUnitsUp(convert(CARD_MINIMUM, dollar, 'up')),
    ...(corridor.minReceive ? [convertBack(corridor.minReceive, customer, 'up')] : []),
  ]
  const maxima: Money[] = [
    convert(perTransfer, dollar, 'down'),
    ...(corridor.maxReceive ? [convertBack(corridor.maxReceive, customer, 'down')] : []),
  ]
  return {
    minimum: minima.reduce((a, b) => (compare(a, b) < 0 ? b : a)),
    maximum: maxima.reduce((a, b) => (compare(a, b) > 0 ? b : a)),
  }
}

function wholeUnitsUp(m: Money): Money {
  return money(((m.amount + MINOR_PER_MAJOR - 1n) / MINOR_PER_MAJOR) * MINOR_PER_MAJOR, m.currency)
}
