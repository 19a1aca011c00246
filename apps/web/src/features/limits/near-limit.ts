import type { AnswerOf, calls } from '@sesa/contract'

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/** Share of a limit, in percent, from which it is near. */
const NEAR_PERCENT = 20

/** Returns true when little or nothing of a limit is left. */
export function isLimitNear({ day, month }: Limits): boolean {
  return [day, month].some(({ left, limit }) => left * 100 <= limit * NEAR_PERCENT)
}
