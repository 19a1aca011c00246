import type { ResultRow } from '@sesa/contract/office'
import { expect, it } from 'vitest'
import { compareCorridors, daysBefore } from './compare.ts'

it.each([
  [
    { from: '2026-11-19', to: '2026-11-25' },
    { from: '2026-11-12', to: '2026-11-18' },
  ],
  [
    { from: '2026-11-25', to: '2026-11-25' },
    { from: '2026-11-24', to: '2026-11-24' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-01-29', to: '2026-02-28' },
  ],
])('before %o is %o', (period, before) => expect(daysBefore(period)).toEqual(before))

const row = (corridor: string, charged: number, inDollars: string | null): ResultRow => {
  const [sender = null, recipient = null] = corridor === '' ? [] : corridor.split(' ')
  return {
    ...{ day: '2026-11-25', isSigned: false, sender, recipient, figures: [] },
    ...{ charged, paidOut: charged - 1, refunded: 1, repaid: 0, disputed: 2, inDollars },
  }
}
const figures = (charged: number, paidOut: number, days: number, inDollars: string | null) => ({
  ...{ charged, paidOut, refunded: days, repaid: 0, disputed: 2 * days, inDollars },
})
const NONE = figures(0, 0, 0, '0')

it.each([
  { of: 'nothing', now: [], before: [], is: [] },
  {
    of: 'two days of a corridor',
    now: [row('US GH', 5, '125'), row('US GH', 7, '-25')],
    before: [row('US GH', 3, '9007199254740993')],
    is: [['US', 'GH', figures(12, 10, 2, '100'), figures(3, 2, 1, '9007199254740993')]],
  },
  {
    of: 'a corridor of one period only, and no transfer last',
    now: [row('', 1, '-100'), row('US LR', 1, '1')],
    before: [row('GH LR', 2, '2')],
    is: [
      ['GH', 'LR', NONE, figures(2, 1, 1, '2')],
      ['US', 'LR', figures(1, 0, 1, '1'), NONE],
      [null, null, figures(1, 0, 1, '-100'), NONE],
    ],
  },
  {
    of: 'a day without rates',
    now: [row('US GH', 1, '5'), row('US GH', 1, null)],
    before: [],
    is: [['US', 'GH', figures(2, 0, 2, null), NONE]],
  },
])('compares $of', ({ now, before, is }) =>
  expect(
    compareCorridors(now, before).map((one) => [one.sender, one.recipient, one.now, one.before]),
  ).toEqual(is),
)
