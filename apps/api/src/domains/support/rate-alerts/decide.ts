import type { RateAlertKind } from '@sesa/contract'
import { compareRates, type Rate } from '@sesa/money'
import { localTime } from '../../../lib/zones.ts'
import { BACK_PERCENT, QUIET_FROM, QUIET_UNTIL } from './settings.ts'

export interface AlertState {
  readonly kind: RateAlertKind
  /** Null for a daily alert. */
  readonly threshold: Rate | null
  readonly zone: string
  /** False from a notice until the rate has moved back. */
  readonly armed: boolean
  /** The customer's local day of the last notice. */
  readonly toldOn: string | null
}

export interface Decision {
  readonly armed: boolean
  /** The customer's local day of a notice to send now; null for none. */
  readonly tellOn: string | null
}

/**
 * Decides whether our rate needs a notice now: once per crossing, then again only after the rate has moved 1 % back across
 * the threshold, at most once per local day of the customer, and never in the quiet hours. A crossing that has to wait stays
 * armed, so that the notice follows if the crossing is still true. Exact: nothing is divided.
 */
export function decideAlert(state: AlertState, rate: Rate, now: Date): Decision {
  const { kind, threshold, armed, toldOn } = state
  const { day, hour } = localTime(now, state.zone)
  const mayTell = hour >= QUIET_UNTIL && hour < QUIET_FROM && toldOn !== day
  if (kind === 'daily' || threshold === null) return { armed: true, tellOn: mayTell ? day : null }
  if (!armed) return { armed: isBack(kind, threshold, rate), tellOn: null }
  return isReached(kind, threshold, rate) && mayTell
    ? { armed: false, tellOn: day }
    : { armed: true, tellOn: null }
}

/** Returns true while the rate is at the threshold or beyond it. */
export function isReached(kind: Exclude<RateAlertKind, 'daily'>, threshold: Rate, rate: Rate): boolean {
  const order = compareRates(rate, threshold)
  return kind === 'at_or_above' ? order >= 0 : order <= 0
}

/** Returns true once the rate has moved 1 % of the threshold back across it. */
function isBack(kind: Exclude<RateAlertKind, 'daily'>, threshold: Rate, rate: Rate): boolean {
  const share = kind === 'at_or_above' ? 100n - BACK_PERCENT : 100n + BACK_PERCENT
  const order = compareRates(
    { ...rate, value: rate.value * 100n },
    { ...threshold, value: threshold.value * share },
  )
  return kind === 'at_or_above' ? order <= 0 : order >= 0
}
