import type { AnswerOf, calls } from '@sesa/contract'

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/** A limit is near once this share of it is left, in percent. */
const NEAR_PERCENT = 20

/** True when little is left of a limit, or nothing. */
export function isLimitNear({ day, month }: Limits): boolean {
  return [day, month].some(({ left, limit }) => left * 100 <= limit * NEAR_PERCENT)
}
