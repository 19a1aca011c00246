import { expect, test } from 'vitest'
import { percentLeft } from './meter.ts'

test.each([
  [0, 1000, 0],
  [-5, 1000, 0],
  [1, 1000, 1],
  [500, 1000, 50],
  [999, 1000, 99],
  [1000, 1000, 100],
  [1001, 1000, 100],
  [5, 0, 0],
])('%d of %d is %d percent', (left, limit, percent) => {
  expect(percentLeft(left, limit)).toBe(percent)
})
