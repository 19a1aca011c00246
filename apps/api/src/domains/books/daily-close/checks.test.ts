import { expect, it } from 'vitest'
import { areNear, checksOf, type DayFacts } from './checks.ts'

const figures = (charged: number, paidOut: number, dollars: bigint | null) => ({
  ...{ charged, paidOut },
  inDollars: dollars === null ? null : dollars * 100n,
})

it.each([
  { day: figures(212, 208, 31n), before: figures(198, 195, 29n), near: true },
  { day: figures(100, 100, 80n), before: figures(200, 200, 160n), near: true },
  { day: figures(99, 100, 80n), before: figures(200, 200, 160n), near: false },
  { day: figures(201, 100, 80n), before: figures(100, 100, 80n), near: false },
  { day: figures(100, 40, 80n), before: figures(100, 100, 80n), near: false },
  // Few transfers say nothing, and neither do a few dollars.
  { day: figures(0, 0, 0n), before: figures(5, 5, 50n), near: true },
  { day: figures(0, 0, 0n), before: figures(6, 6, 0n), near: false },
  { day: figures(5, 5, 0n), before: figures(5, 5, 51n), near: false },
  { day: figures(5, 5, -310n), before: figures(5, 5, 310n), near: false },
  { day: figures(5, 5, -40n), before: figures(5, 5, -80n), near: true },
  { day: figures(5, 5, null), before: figures(5, 5, 900n), near: true },
])('$day is near $before: $near', ({ day, before, near }) => expect(areNear(day, before)).toBe(near))

const FACTS: DayFacts = {
  ...{ isOver: true, isCompared: true, openBreaks: {}, positions: [] },
  ...{ figures: figures(10, 9, 3n), weekBefore: figures(11, 10, 4n) },
  close: { preparedBy: 'Ama', signedBy: 'Kofi', explanation: null },
}
const prepared = { preparedBy: 'Ama', signedBy: null, explanation: 'A balance is late' }

it.each<{ of: string; change: Partial<DayFacts>; red: Record<string, string> }>([
  { of: 'a signed day', change: {}, red: {} },
  {
    of: 'today',
    change: { isOver: false, isCompared: false, figures: null, weekBefore: null, close: undefined },
    red: { over: 'waiting', compared: 'waiting', figures: 'waiting', prepared: 'waiting', signed: 'waiting' },
  },
  { of: 'a prepared day', change: { close: prepared }, red: { signed: 'waiting' } },
  { of: 'a day without a comparison', change: { isCompared: false }, red: { compared: 'waiting' } },
  { of: 'open breaks', change: { openBreaks: { payout_amount: 1 } }, red: { breaks: 'problem' } },
  {
    of: 'a position that differs',
    change: { positions: [{ account: 'payout_float:GHS', state: 'differs' }] },
    red: { positions: 'problem' },
  },
  {
    of: 'a balance that is unknown',
    change: { positions: [{ account: 'payout_float:GHS', state: 'unknown' }] },
    red: { positions: 'problem' },
  },
  {
    of: 'what is on its way, equal or never entered',
    change: {
      positions: (['settling', 'equal', 'not_begun'] as const).map((state) => ({ account: 'a', state })),
    },
    red: {},
  },
  {
    of: 'figures far from last week’s',
    change: { figures: figures(40, 9, 3n) },
    red: { figures: 'problem' },
  },
  { of: 'a first week', change: { weekBefore: null }, red: {} },
])('$of is not done: $red', ({ change, red }) => {
  const open = checksOf({ ...FACTS, ...change }).filter(({ state }) => state !== 'done')
  expect(Object.fromEntries(open.map(({ kind, state }) => [kind, state]))).toEqual(red)
})

it('says what each line found', () => {
  const texts = checksOf({
    ...{ ...FACTS, close: prepared, openBreaks: { payout_amount: 2, card_dispute_amount: 1 } },
    positions: [{ account: 'payout_float:GHS', state: 'differs' }],
  }).map(({ text }) => text)
  expect(texts).toEqual([
    'Ended at midnight UTC',
    'After the day ended',
    '3 open breaks',
    '1 position differs or is unknown',
    '10 charged, 9 paid out, USD 3.00; a week before 11 charged, 10 paid out, USD 4.00',
    'By Ama, with an explanation',
    'Not signed',
  ])
  const unexplained = checksOf({ ...FACTS, close: undefined, openBreaks: { payout_amount: 2 } })
  expect(unexplained.find(({ kind }) => kind === 'prepared')?.text).toBe('Not prepared; needs an explanation')
})
