import { expect, test } from 'vitest'
import { addBankingDays } from './banking-days.ts'

test.each([
  ['a week without holidays', '2026-12-07T15:00:00Z', 5, '2026-12-14T15:00:00Z'],
  ['a weekend', '2026-12-11T15:00:00Z', 1, '2026-12-14T15:00:00Z'],
  ['Thanksgiving', '2026-11-25T15:00:00Z', 1, '2026-11-27T15:00:00Z'],
  ['Christmas on a Friday', '2026-12-24T15:00:00Z', 1, '2026-12-28T15:00:00Z'],
  [
    'Independence Day on a Saturday, when banks open on Friday',
    '2026-07-02T15:00:00Z',
    1,
    '2026-07-03T15:00:00Z',
  ],
  [
    'Independence Day on a Sunday, when banks close on Monday',
    '2027-07-02T15:00:00Z',
    1,
    '2027-07-06T15:00:00Z',
  ],
  ['the last Monday of May', '2026-05-22T15:00:00Z', 1, '2026-05-26T15:00:00Z'],
  ['the third Monday of January', '2027-01-15T15:00:00Z', 1, '2027-01-19T15:00:00Z'],
  ['an evening that is already Saturday in UTC', '2026-12-12T02:00:00Z', 1, '2026-12-15T02:00:00Z'],
])('banking days pass over %s', (_what, from, days, to) => {
  expect(addBankingDays(new Date(from), days).toISOString()).toBe(to.replace('Z', '.000Z'))
})
