import { divide } from '@sesa/money'

export type FloatState = 'unknown' | 'enough' | 'low' | 'empty'

/** The facts about a wallet, in minor units of its currency. */
export interface WalletFacts {
  /** The last balance that the provider reported; null when there is none, or only an old one. */
  readonly balance: bigint | null
  /** Reserved for transfers whose pay-out is not yet in that balance. */
  readonly reserved: bigint
  /** True if the carrier has refused a pay-out since that balance because the wallet is empty. */
  readonly isRefused: boolean
}

/** Returns the amount that can still be reserved; null when it is unknown, which is never the same as 0. */
export function availableIn({ balance, reserved, isRefused }: WalletFacts): bigint | null {
  if (isRefused) return 0n
  return balance === null ? null : balance - reserved
}

/** Returns true unless the wallet is known to hold too little for a pay-out. */
export function coversPayout(facts: WalletFacts, amount: bigint): boolean {
  const available = availableIn(facts)
  return available === null || available >= amount
}

/** Fewer hours than this are low: a top-up by bank takes a working day. */
const FEWEST_HOURS = 24n

/** A wallet without a forecast is low below this part of its maximum of the last eight days: a fifth. */
const LOW_PART = 5n

/**
 * Decides a wallet's state. `smallest` is the smallest pay-out from it, `alertLevel` the amount below which staff are
 * alerted, `hours` the forecast, and `most` its maximum of the last eight days. Without a forecast, a wallet is low when less
 * than a fifth of that maximum is free (rounded down). A balance without a country makes no pay-outs: `most` is null, and the
 * pending amount counts, since on the first day there is nothing else.
 */
export function decideState(
  facts: WalletFacts,
  {
    smallest,
    alertLevel,
    hours,
    most,
    pending,
  }: {
    readonly smallest: bigint
    readonly alertLevel: bigint
    readonly hours: bigint | null
    readonly most: bigint | null
    readonly pending: bigint
  },
): FloatState {
  const free = availableIn(facts)
  if (free === null) return 'unknown'
  const available = most === null ? free + pending : free
  if (available < smallest) return 'empty'
  if (available < alertLevel) return 'low'
  if (hours !== null) return hours < FEWEST_HOURS ? 'low' : 'enough'
  return most !== null && available < divide(most, LOW_PART, 'down') ? 'low' : 'enough'
}

/**
 * Returns the median outflow of a wallet on the last whole days; null without such a day. For an even number of days it is
 * the larger middle one, so that the forecast is rather too short.
 */
export function medianOutflow(days: readonly bigint[]): bigint | null {
  const sorted = days.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Returns the hours that `available` lasts, rounded down; null without an outflow. */
export function hoursLeft(available: bigint, outflowPerDay: bigint): bigint | null {
  if (outflowPerDay <= 0n) return null
  return available <= 0n ? 0n : divide(available * 24n, outflowPerDay, 'down')
}

/** Returns how many of the held pay-outs, oldest first, the free amount covers. */
export function countReleases(free: bigint, held: readonly bigint[]): number {
  let left = free
  const stop = held.findIndex((amount) => (left -= amount) < 0n)
  return stop === -1 ? held.length : stop
}
