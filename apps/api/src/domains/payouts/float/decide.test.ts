import { describe, expect, test } from 'vitest'
import {
  availableIn,
  countReleases,
  coversAfterRefunds,
  coversPayout,
  decideState,
  hoursLeft,
  planTopUp,
  usualOutflow,
} from './decide.ts'

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
    { balance: 100n, promised: 0n, amount: 100n, covers: true },
    { balance: 100n, promised: 30n, amount: 70n, covers: true },
    { balance: 100n, promised: 30n, amount: 71n, covers: false },
    { balance: 100n, promised: 130n, amount: 1n, covers: false },
    { balance: null, promised: 130n, amount: 1n, covers: true },
    { balance: 100n, promised: 1n, isRefundRefused: true, amount: 1n, covers: false },
    { balance: null, promised: 1n, isRefundRefused: true, amount: 1n, covers: false },
  ])(
    'with $balance, of which $promised is promised as refunds, covers a charged $amount: $covers',
    ({ amount, covers, isRefundRefused = false, ...of }) =>
      expect(coversAfterRefunds({ ...of, isRefundRefused }, amount)).toBe(covers),
  )

  test.each([
    { of: facts(null), state: 'unknown' },
    { of: facts(null, 0n, true), state: 'empty' },
    // A refund was refused where no pay-out leaves from.
    { of: facts(100n, 0n, true), smallest: 0n, largest: null, pending: 50n, state: 'empty' },
    { of: facts(100n, 1n), state: 'empty' },
    { of: facts(100n), alertLevel: 101n, state: 'low' },
    { of: facts(100n), alertLevel: 100n, state: 'enough' },
    { of: facts(100n), hours: 23n, state: 'low' },
    { of: facts(100n), hours: 24n, state: 'enough' },
    { of: facts(99n), hours: 0n, alertLevel: 500n, state: 'empty' },
    { of: facts(-1n), smallest: 0n, state: 'empty' },
    { of: facts(0n), smallest: 0n, state: 'enough' },
    // Without a forecast, it must cover the largest pay-out: GHS 121.92 free of 10,987.50.
    { of: facts(1_098_750n, 1_086_558n), largest: 1_000_000n, state: 'low' },
    { of: facts(2_000n), largest: 2_000n, state: 'enough' },
    { of: facts(1_999n), largest: 2_000n, state: 'low' },
    // With a forecast, that decides.
    { of: facts(1_000n), largest: 90_000n, hours: 24n, state: 'enough' },
    { of: facts(5_000n), largest: 5_000n, hours: 23n, state: 'low' },
    // A balance without a country: on the first day nothing has settled yet.
    { of: facts(-17_368n), smallest: 0n, largest: null, pending: 191_318n, state: 'enough' },
    { of: facts(-17_368n), smallest: 0n, largest: null, pending: 17_367n, state: 'empty' },
    { of: facts(-17_368n), smallest: 0n, pending: 191_318n, state: 'empty' },
    { of: facts(-17_368n), smallest: 0n, largest: null, pending: 27_367n, alertLevel: 10_000n, state: 'low' },
  ])(
    'with $of and a largest pay-out of $largest is $state',
    ({ of, state, smallest = 100n, largest = 0n, alertLevel = 0n, hours = null, pending = 0n }) =>
      expect(decideState(of, { smallest, largest, alertLevel, hours, pending })).toBe(state),
  )
})

// 2026-11-16 is a Monday.
const WEEK = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`)
const outflowsOf = (...amounts: bigint[]) =>
  amounts.map((outflow, nth) => ({ day: WEEK[nth] ?? '', outflow }))
const at = (day: string) => new Date(`2026-11-${day}Z`)
const [MONDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [
  at('16T00:00'),
  at('18T12:00'),
  at('19T12:00'),
  at('20T12:00'),
  at('21T12:00'),
]

describe('the forecast', () => {
  test.each([
    { of: [], usual: null },
    { of: [9n, 9n, 9n, 9n, 9n, 1n], usual: null },
    { of: [9n, 1n, 5n, 7n, 3n, 40n, 50n], usual: { weekday: 5n, weekend: 50n } },
    { of: [0n, 0n, 0n, 8n, 8n, 0n, 0n], usual: { weekday: 0n, weekend: 0n } },
  ])('takes $usual from $of', ({ of, usual }) => expect(usualOutflow(outflowsOf(...of))).toEqual(usual))

  test.each([
    { available: 100n, now: MONDAY, hours: 100n },
    { available: 95n, now: MONDAY, hours: 95n },
    { available: 0n, now: MONDAY, hours: 0n },
    { available: -5n, now: MONDAY, hours: 0n },
    // 12 hours of Friday take 12, each of the weekend takes 3.
    { available: 12n, now: FRIDAY, hours: 12n },
    { available: 18n, now: FRIDAY, hours: 14n },
    { available: 12n + 144n + 5n, now: FRIDAY, hours: 65n },
    // Nothing runs longer than 30 days.
    { available: 1_000_000n, now: MONDAY, hours: 720n },
    { available: 719n + 8n * 48n, now: MONDAY, usual: { weekday: 24n, weekend: 24n }, hours: 720n },
    { available: 719n, now: MONDAY, usual: { weekday: 24n, weekend: 24n }, hours: 719n },
    { available: 100n, now: MONDAY, usual: { weekday: 0n, weekend: 0n }, hours: null },
    { available: 23n, now: MONDAY, usual: { weekday: 0n, weekend: 24n }, hours: 143n },
  ])('gives $available $hours hours', ({ available, now, hours, usual = { weekday: 24n, weekend: 72n } }) =>
    expect(hoursLeft(available, usual, now)).toBe(hours),
  )
})

describe('a top-up', () => {
  const usual = { weekday: 100_000n, weekend: 50_000n }
  test.each([
    { of: 'three weekdays', now: MONDAY, available: 0n, plan: { days: 3, amount: 300_000n } },
    { of: 'what is free', now: WEDNESDAY, available: 299_999n, plan: { days: 3, amount: 100n } },
    { of: 'enough', now: WEDNESDAY, available: 300_000n, plan: null },
    { of: 'what is on its way', now: MONDAY, available: 100_000n, arriving: 200_000n, plan: null },
    { of: 'a debt', now: MONDAY, available: -10_001n, plan: { days: 3, amount: 310_100n } },
    // From Thursday on, a weekend falls into the next three days.
    { of: 'Thursday to Monday', now: THURSDAY, available: 0n, plan: { days: 5, amount: 400_000n } },
    { of: 'Friday to Tuesday', now: FRIDAY, available: 0n, plan: { days: 5, amount: 400_000n } },
    { of: 'Saturday to Wednesday', now: SATURDAY, available: 0n, plan: { days: 5, amount: 400_000n } },
    { of: 'an unknown balance', now: MONDAY, available: null, plan: null },
    {
      of: 'a first week',
      ...{ now: FRIDAY, usual: null, available: 1_000n },
      plan: { days: null, amount: 1_499_000n },
    },
    { of: 'a full first week', now: FRIDAY, usual: null, available: 1_500_000n, plan: null },
  ])('for $of is $plan', ({ now, available, plan, arriving = 0n, ...rest }) =>
    expect(planTopUp({ available, arriving, usual, largest: 1_500_000n, ...rest }, now)).toEqual(plan),
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
