import type { DayOutcomes, DayProfit, NetworkMinutes, QueueWork } from '@sesa/contract/office'
import { expect, test } from 'vitest'
import {
  chargedFinding,
  floatFinding,
  minutesFinding,
  minutesText,
  outcomesFinding,
  profitFinding,
  workFinding,
} from './findings.ts'

test.each<[number, number, string]>([
  [0, 0, 'Nothing charged yet today'],
  [3, 40, '3 charged today, 40 by now a week ago'],
  [40, 4, '40 charged today, 4 by now a week ago'],
  [104, 100, 'As many charged today as a week ago'],
  [112, 100, '12% more charged today than a week ago'],
  [80, 100, '20% fewer charged today than a week ago'],
])('says that %i were charged after %i', (today, weekAgoByNow, text) => {
  expect(chargedFinding({ today, weekAgoByNow })).toBe(text)
})

const week = (sent: number, refunded: number): DayOutcomes[] =>
  Array.from({ length: 7 }, (_, nth) => ({
    day: `2026-11-${20 + nth}`,
    ...(nth === 0 ? { sent, refunded } : { sent: 0, refunded: 0 }),
    ...{ failed: 0, held: 9, underWay: 9 },
  }))
test.each<[string, DayOutcomes[], string]>([
  ['nothing ended', [...week(9, 1), ...week(0, 0)], 'No transfer has ended in 7 days'],
  ['few ended', [...week(9, 1), ...week(3, 1)], '3 of 4 arrived in 7 days'],
  ['nothing to compare with', [...week(1, 0), ...week(19, 1)], '95% arrived in 7 days'],
  ['the same share', [...week(95, 5), ...week(19, 1)], '95% arrived in 7 days, as in the week before'],
  ['a larger share', [...week(9, 1), ...week(19, 1)], '95% arrived in 7 days, up from 90%'],
  ['a smaller share', [...week(99, 1), ...week(19, 1)], '95% arrived in 7 days, down from 99%'],
])('says the share that arrived: %s', (_what, days, text) => {
  expect(outcomesFinding(days)).toBe(text)
})

const took = (country: string, network: string, median: number, before: number | null): NetworkMinutes => ({
  ...{ country, network, sent: 40, median, p95: median * 3, before },
})
test.each<[string, NetworkMinutes[], string]>([
  ['nothing', [], 'Nothing has arrived in 7 days'],
  ['a country', [took('GH', 'mtn', 3, 1), took('LR', 'mtn', 1, 1)], 'Ghana slower than last week'],
  [
    'a country, apart from a network without a median before',
    [took('GH', 'mtn', 3, 1), took('GH', 'vodafone', 9, null), took('LR', 'mtn', 1, 1)],
    'Ghana slower than last week',
  ],
  [
    'one of two networks',
    [took('GH', 'mtn', 3, 1), took('GH', 'vodafone', 1, 1)],
    'MTN MoMo in Ghana slower than last week',
  ],
  [
    'two countries',
    [took('GH', 'mtn', 3, 1), took('LR', 'orange', 2, 1)],
    'Ghana and Liberia slower than last week',
  ],
  [
    'many',
    [took('GH', 'mtn', 3, 1), took('LR', 'orange', 2, 1), took('SL', 'orange', 2, 1)],
    '3 networks or countries slower than last week',
  ],
  ['a quarter more, but seconds', [took('GH', 'mtn', 0.5, 0.3)], 'As fast as last week'],
  ['half a minute more, but a tenth', [took('GH', 'mtn', 5.5, 5)], 'As fast as last week'],
  ['faster', [took('GH', 'mtn', 1, 3), took('LR', 'mtn', 1, 2)], 'Faster than last week'],
  ['faster in part', [took('GH', 'mtn', 1, 3), took('LR', 'mtn', 1, 1)], 'As fast as last week'],
  [
    'nothing to compare with',
    [took('GH', 'mtn', 0.5, null), took('LR', 'mtn', 2, null)],
    'Half arrive within 2 minutes',
  ],
])('says what is slower than last week: %s', (_what, networks, text) => {
  expect(minutesFinding(networks)).toBe(text)
})

test.each([
  [0.01, '1 second'],
  [0.875, '53 seconds'],
  [1, '1 minute'],
  [2.46, '2.5 minutes'],
  [42.4, '42 minutes'],
  [90, '1.5 hours'],
  [4_320, '3 days'],
])('says %d minutes as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

const work = (queue: QueueWork['queue'], open: number, overdue = 0): QueueWork => ({
  ...{ queue, underOneDay: open, underThreeDays: 0, older: 0, overdue },
})
test.each<[string, QueueWork[], string]>([
  ['nothing', [work('screening', 0)], 'Nothing is open'],
  ['nothing overdue', [work('screening', 2), work('identity', 3)], '5 open, none overdue'],
  ['one queue overdue', [work('screening', 2, 1), work('identity', 3)], '1 overdue in screening'],
  ['more queues overdue', [work('screening', 2, 1), work('reports', 3, 2)], '3 overdue in 2 queues'],
  ['more than we count', [work('monitoring', 1_000), work('reports', 3)], '1,000+ open, none overdue'],
])('says what is overdue: %s', (_what, queues, text) => {
  expect(workFinding(queues)).toBe(text)
})

const wallet = (country: 'GH' | 'LR', hoursLeft: number | null) => ({
  account: 'pawapay',
  country,
  hoursLeft,
})
test.each<[string, Parameters<typeof floatFinding>[0], string]>([
  ['no forecast', [wallet('GH', null)], 'No forecast yet'],
  ['an empty wallet', [wallet('GH', 0), wallet('LR', 900)], 'pawaPay Ghana is empty'],
  [
    'a wallet under an hour',
    [wallet('GH', 0.4), wallet('LR', null)],
    'pawaPay Ghana lasts less than an hour',
  ],
  ['a low wallet', [wallet('LR', 900), wallet('GH', 10)], 'pawaPay Ghana lasts 10 hours'],
  ['low wallets', [wallet('LR', 71), wallet('GH', 10)], '2 wallets last less than 3 days'],
  ['enough', [wallet('LR', 72), wallet('GH', 900)], 'Every wallet lasts 3 days or more'],
])('says which wallet is low: %s', (_what, wallets, text) => {
  expect(floatFinding(wallets)).toBe(text)
})

const profit = (...cents: (string | null)[]): DayProfit => ({
  ...{ day: '2026-11-25', isSigned: false },
  corridors: cents.map((inDollars) => ({ sender: 'US', recipient: 'GH', inDollars })),
})
test.each<[string, DayProfit[], string]>([
  ['no rates', [profit('100'), profit(null)], 'No rates, so no profit in US dollars'],
  ['nothing booked', [profit(), profit()], 'Nothing booked in 2 days'],
  ['a profit', [profit('100', '50'), profit()], 'Profit of USD 1.50 in 2 days'],
  ['a profit with a loss', [profit('100'), profit('-50', '10')], 'Profit of USD 0.60 in 2 days, 1 at a loss'],
  ['a loss', [profit('-100000')], 'Loss of USD 1,000.00 in 1 days, 1 at a loss'],
])('says the profit: %s', (_what, days, text) => {
  expect(profitFinding(days)).toBe(text)
})
