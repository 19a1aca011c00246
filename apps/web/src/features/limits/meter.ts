import type { AnswerOf, calls } from '@sesa/contract'

/**
 * Returns how much of a limit is left, in whole percent. A remainder is never shown as 0 nor, if smaller than the
 * limit, as 100.
 */
export function percentLeft(left: number, limit: number): number {
  if (left <= 0 || limit <= 0) return 0
  if (left >= limit) return 100
  return Math.min(99, Math.max(1, Math.round((100 * left) / limit)))
}

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/** Share of a limit, in percent, from which it is near. */
const NEAR_PERCENT = 20

/** Returns true when little or nothing of a limit is left. */
export function isLimitNear({ day, month }: Limits): boolean {
  return [day, month].some(({ left, limit }) => left * 100 <= limit * NEAR_PERCENT)
}
