import type { AnswerOf, calls } from '@sesa/contract'

/** Returns how much of a limit is left, in whole percent. Something left is never shown as nothing, nor as all. */
export function percentLeft(left: number, limit: number): number {
  if (left <= 0 || limit <= 0) return 0
  if (left >= limit) return 100
  return Math.min(99, Math.max(1, Math.round((100 * left) / limit)))
}

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/** A limit is near once this share of it is left, in percent. */
const NEAR_PERCENT = 20

/** True when little is left of a limit, or nothing. */
export function isLimitNear({ day, month }: Limits): boolean {
  return [day, month].some(({ left, limit }) => left * 100 <= limit * NEAR_PERCENT)
}
