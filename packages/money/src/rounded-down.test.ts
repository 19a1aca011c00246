import { expect, test } from 'vitest'
import { money, roundedDown } from './index.ts'

test.each([
  [22_388_340n, 22_300_000n],
  [130_327n, 130_000n],
  [200_000n, 200_000n],
  [8_699n, 8_600n],
  [12_345n, 12_300n],
  [9_999_999_999n, 9_990_000_000n],
  [100n, 100n],
  [99n, 0n],
  [0n, 0n],
])('%d minor units round down to %d', (minor, expected) => {
  expect(roundedDown(money(minor, 'LRD'))).toEqual(money(expected, 'LRD'))
})
