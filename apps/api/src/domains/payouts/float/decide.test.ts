import { describe, expect, test } from 'vitest'
import { availableIn, countReleases, coversPayout, decideState, hoursLeft, medianOutflow } from './decide.ts'

const facts = (balance: bigint | null, reserved = 0n, isRefused = false) => ({ balance, reserved, isRefused })

describe('a wallet', () => {
  test.each([
    { of: facts(100n), available: 100n },
    { of: facts(100n, 30n), available: 70n },
    { of: facts(100n, 130n), available: -30n },
    { of: facts(0n), available: 0n },
    // An unreadable balance is unknown, never 0.
    { of: facts(null), available: null },
    { of: facts(null, 30n), available: null },
    // The carrier's refusal is newer than the balance.
    { of: facts(100n, 30n, true), available: 0n },
    { of: facts(null, 30n, true), available: 0n },
  ])('with $of has $available left', ({ of, available }) => expect(availableIn(of)).toBe(available))

  test.each([
    { of: facts(100n, 50n), amount: 50n, covers: true },
    { of: facts(100n, 50n), amount: 51n, covers: false },
    { of: facts(null, 50n), amount: 51n, covers: true },
    { of: facts(null, 50n, true), amount: 1n, covers: false },
  ])('with $of covers $amount: $covers', ({ of, amount, covers }) =>
    expect(coversPayout(of, amount)).toBe(covers),
  )

  test.each([
    { of: facts(null), state: 'unknown' },
    { of: facts(null, 0n, true), state: 'empty' },
    { of: facts(100n, 1n), state: 'empty' },
    { of: facts(100n), alertLevel: 101n, state: 'low' },
    { of: facts(100n), alertLevel: 100n, state: 'enough' },
    { of: facts(100n), hours: 23n, state: 'low' },
    { of: facts(100n), hours: 24n, state: 'enough' },
    { of: facts(99n), hours: 0n, alertLevel: 500n, state: 'empty' },
    { of: facts(-1n), smallest: 0n, state: 'empty' },
    { of: facts(0n), smallest: 0n, state: 'enough' },
    // Without a forecast: GHS 121.92 free of 10,987.50.
    { of: facts(1_098_750n, 1_086_558n), most: 1_098_750n, state: 'low' },
    { of: facts(2_000n), most: 10_000n, state: 'enough' },
    { of: facts(1_999n), most: 10_000n, state: 'low' },
    { of: facts(2_000n), most: 10_004n, state: 'enough' },
    // With a forecast, that decides.
    { of: facts(1_000n), most: 90_000n, hours: 24n, state: 'enough' },
    { of: facts(5_000n), most: 5_000n, hours: 23n, state: 'low' },
    // A balance without a country: on the first day nothing has settled yet.
    { of: facts(-17_368n), smallest: 0n, most: null, pending: 191_318n, state: 'enough' },
    { of: facts(-17_368n), smallest: 0n, most: null, pending: 17_367n, state: 'empty' },
    { of: facts(-17_368n), smallest: 0n, pending: 191_318n, state: 'empty' },
    { of: facts(-17_368n), smallest: 0n, most: null, pending: 27_367n, alertLevel: 10_000n, state: 'low' },
  ])(
    'with $of and $most is $state',
    ({ of, state, smallest = 100n, alertLevel = 0n, hours = null, most = 0n, pending = 0n }) =>
      expect(decideState(of, { smallest, alertLevel, hours, most, pending })).toBe(state),
  )
})

describe('the forecast', () => {
  test.each([
    { days: [], outflow: null },
    { days: [7n], outflow: 7n },
    { days: [9n, 1n, 5n], outflow: 5n },
    { days: [1n, 9n], outflow: 9n },
    { days: [10n, 9n, 2n, 1n], outflow: 9n },
    { days: [0n, 0n, 50n], outflow: 0n },
  ])('takes $outflow a day from $days', ({ days, outflow }) => expect(medianOutflow(days)).toBe(outflow))

  test.each([
    { available: 100n, outflow: 24n, hours: 100n },
    { available: 100n, outflow: 25n, hours: 96n },
    { available: 99n, outflow: 25n, hours: 95n },
    { available: 1n, outflow: 1_000n, hours: 0n },
    { available: 0n, outflow: 25n, hours: 0n },
    { available: -5n, outflow: 25n, hours: 0n },
    { available: 100n, outflow: 0n, hours: null },
  ])('gives $available $hours hours at $outflow a day', ({ available, outflow, hours }) =>
    expect(hoursLeft(available, outflow)).toBe(hours),
  )
})

describe('held pay-outs', () => {
  test.each([
    { free: 100n, held: [], count: 0 },
    { free: 100n, held: [40n, 60n], count: 2 },
    { free: 100n, held: [40n, 61n, 1n], count: 1 },
    { free: 100n, held: [101n, 1n], count: 0 },
    { free: 0n, held: [1n], count: 0 },
    { free: -5n, held: [1n], count: 0 },
  ])('go on oldest first, as far as $free reaches: $count of $held', ({ free, held, count }) =>
    expect(countReleases(free, held)).toBe(count),
  )
})
