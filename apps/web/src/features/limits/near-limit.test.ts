import { expect, test } from 'vitest'
import { isLimitNear } from './meter.ts'

const left = (share: number) => ({ limit: 1_000, left: share, frees: null })

test.each([
  [1_000, 1_000, false],
  [201, 1_000, false],
  [200, 1_000, true],
  [1_000, 200, true],
  [0, 1_000, true],
])('with %d left of a day and %d of a month, near is %s', (day, month, isNear) => {
  expect(isLimitNear({ currency: 'USD', day: left(day), month: left(month) })).toBe(isNear)
})
