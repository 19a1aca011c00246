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

/** The part of a wallet's reservations that is kept for refunds to payers. */
export interface PromisedRefunds {
  /** Refunds that we owe, and requests to pay that are open. */
  readonly promised: bigint
  /** True if the carrier has refused a refund since the last balance because the wallet is empty. */
  readonly isRefundRefused: boolean
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

/**
 * Returns true if a wallet's last balance covers a pay-out once refunds are served, whatever is reserved for other pay-outs.
 * Nothing is paid out while a refund waits for a newer balance.
 */
export function coversAfterRefunds(
  { balance, promised, isRefundRefused }: Pick<WalletFacts, 'balance'> & PromisedRefunds,
  amount: bigint,
): boolean {
  return !isRefundRefused && (balance === null || balance - promised >= amount)
}

/** Fewer hours than this are low: a top-up by bank takes a working day. */
const FEWEST_HOURS = 24n

/**
 * Decides a wallet's state. `smallest` and `largest` are the smallest and the largest pay-out that carriers take, `alertLevel`
 * the amount below which staff are alerted, `hours` the forecast. Without a forecast, a wallet is low when it does not cover
 * the largest pay-out. A balance without a country makes no pay-outs: `largest` is null, and the pending amount counts, since
 * on the first day there is nothing else.
 */
export function decideState(
  facts: WalletFacts,
  {
    smallest,
    largest,
    alertLevel,
    hours,
    pending,
  }: {
    readonly smallest: bigint
    readonly largest: bigint | null
    readonly alertLevel: bigint
    readonly hours: bigint | null
    readonly pending: bigint
  },
): FloatState {
  const free = availableIn(facts)
  if (free === null) return 'unknown'
  const available = largest === null ? free + pending : free
  if (facts.isRefused || available < smallest) return 'empty'
  if (available < alertLevel) return 'low'
  if (hours !== null) return hours < FEWEST_HOURS ? 'low' : 'enough'
  return largest !== null && available < largest ? 'low' : 'enough'
}

/** The usual outflow of a wallet on one day, in minor units. */
export interface Outflow {
  readonly weekday: bigint
  readonly weekend: bigint
}

/** A whole day (UTC), such as `2026-11-25`, and what left the wallet on it. */
export interface DayOutflow {
  readonly day: string
  readonly outflow: bigint
}

const HOUR_MS = 3_600_000
/** With fewer whole days there is no forecast: a weekday and a weekend must both be known. */
const FEWEST_DAYS = 7
/** Forecasts end here. */
const MOST_HOURS = 720n

/** Returns true on a Saturday or Sunday (UTC). */
const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0

/** Returns the median; for an even number the larger middle one, so that the forecast is rather too short. */
function medianOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

/** Returns the median outflow of the last whole days, weekends apart; null with under seven days. */
export function usualOutflow(days: readonly DayOutflow[]): Outflow | null {
  if (days.length < FEWEST_DAYS) return null
  const of = (weekend: boolean): bigint =>
    medianOf(days.filter(({ day }) => isWeekend(new Date(day)) === weekend).map(({ outflow }) => outflow))
  return { weekday: of(false), weekend: of(true) }
}

const outflowAt = ({ weekday, weekend }: Outflow, at: Date): bigint => (isWeekend(at) ? weekend : weekday)

/**
 * Returns the whole hours from `now` on that `available` lasts, at most 30 days of them; null without an outflow.
 */
export function hoursLeft(available: bigint, usual: Outflow, now: Date): bigint | null {
  if (usual.weekday <= 0n && usual.weekend <= 0n) return null
  // An hour takes a 24th of its day's outflow.
  let left = available * 24n
  for (let hours = 0n; hours < MOST_HOURS; hours++) {
    left -= outflowAt(usual, new Date(now.getTime() + Number(hours) * HOUR_MS))
    if (left < 0n) return hours
  }
  return MOST_HOURS
}

/** What a top-up depends on, in minor units of the wallet's currency. */
interface TopUpFacts {
  /** Null when the balance is unknown. */
  readonly available: bigint | null
  readonly usual: Outflow | null
  /** The largest pay-out that carriers take. */
  readonly largest: bigint
  /** Already on its way into the wallet, or asked for. */
  readonly arriving: bigint
}

/** A planned top-up. `days`: how long it should last; null when it covers one largest pay-out, for want of a forecast. */
export interface TopUp {
  readonly days: number | null
  readonly amount: bigint
}

/** How many days a top-up should last: 3; 5 when a weekend, on which banks are closed, falls into them. */
const USUAL_DAYS = 3
const DAYS_BEFORE_WEEKEND = 5
/** Amounts are rounded up to whole units of the currency. */
export const WHOLE = 100n

/** Plans the top-up of a wallet; null when it needs none, or when its balance is unknown. */
export function planTopUp({ available, usual, largest, arriving }: TopUpFacts, now: Date): TopUp | null {
  if (available === null) return null
  const dayAt = (nth: number) => new Date(now.getTime() + nth * 24 * HOUR_MS)
  const next = [0, 1, 2, 3, 4].map(dayAt)
  const days = next.slice(0, USUAL_DAYS).some(isWeekend) ? DAYS_BEFORE_WEEKEND : USUAL_DAYS
  const needed =
    usual === null ? largest : next.slice(0, days).reduce((sum, at) => sum + outflowAt(usual, at), 0n)
  const missing = needed - available - arriving
  if (missing <= 0n) return null
  return { days: usual === null ? null : days, amount: divide(missing, WHOLE, 'up') * WHOLE }
}

/** Returns how many of the held pay-outs, oldest first, the free amount covers. */
export function countReleases(free: bigint, held: readonly bigint[]): number {
  let left = free
  const stop = held.findIndex((amount) => (left -= amount) < 0n)
  return stop === -1 ? held.length : stop
}
