// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { ROLES, type Role } from '@sesa/contract/office'
import { expect, it } from 'vitest'
import { sampleFloats, sampleWallet } from '../../testing/finance-samples.ts'
import { catchDownloads, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleMe } from '../../testing/samples.ts'
import { RoleCharts } from './role-charts.tsx'

const days = Array.from({ length: 14 }, (_, nth) => `2026-11-${16 + nth}`)
const CHARGED = 'GET /office/api/charts/charged'
const PROFIT = 'GET /office/api/charts/profit'

const ANSWERS = {
  [CHARGED]: [
    200,
    {
      asOf: '2026-11-29T14:22:00.000Z',
      hours: Array.from({ length: 24 }, (_, hour) => ({ today: hour > 14 ? null : hour, weekAgo: 20 })),
      ...{ today: 105, weekAgoByNow: 300 },
    },
  ],
  'GET /office/api/charts/outcomes': [
    200,
    { days: days.map((day) => ({ day, sent: 19, refunded: 1, failed: 0, held: 2, underWay: 3 })) },
  ],
  'GET /office/api/charts/minutes': [
    200,
    { networks: [{ country: 'GH', network: 'mtn', sent: 40, median: 3, p95: 44, before: 1 }] },
  ],
  'GET /office/api/charts/open-work': [
    200,
    { queues: [{ queue: 'screening', underOneDay: 2, underThreeDays: 0, older: 1, overdue: 1 }] },
  ],
  [PROFIT]: [
    200,
    {
      days: days.map((day, nth) => ({
        day,
        isSigned: nth < 12,
        corridors: [
          { sender: 'US', recipient: 'GH', inDollars: '1250' },
          { sender: null, recipient: null, inDollars: '-250' },
          ...['LR', 'SL', 'US'].map((sender) => ({
            sender,
            recipient: 'GH',
            inDollars: sender === 'US' ? '0' : '9',
          })),
          { sender: 'GH', recipient: 'LR', inDollars: '4' },
        ],
      })),
    },
  ],
  'GET /office/api/floats': [
    200,
    sampleFloats({
      stopped: 0,
      wallets: [
        sampleWallet({ name: 'pawapay/LR/LRD', country: 'LR', currency: 'LRD', hoursLeft: null }),
        sampleWallet({ name: 'stripe//USD', account: 'stripe', country: '', currency: 'USD' }),
        sampleWallet({ hoursLeft: 10 }),
      ],
    }),
  ],
} as const

const FINDINGS: Readonly<Record<Role, readonly [string, string]>> = {
  support: ['65% fewer charged today than a week ago', 'Ghana slower than last week'],
  compliance: ['1 overdue in screening', '65% fewer charged today than a week ago'],
  finance: ['pawaPay Ghana lasts 10 hours', 'Profit of USD 143.08 in 14 days'],
  engineer: ['95% arrived in 7 days, as in the week before', 'Ghana slower than last week'],
  administrator: ['95% arrived in 7 days, as in the week before', 'Profit of USD 143.08 in 14 days'],
}

it.each(ROLES)('shows the two charts of %s, each named by its finding', async (role) => {
  const calls = scriptServer(ANSWERS)
  renderPage(<RoleCharts role={role} />, { me: sampleMe([role]) })
  for (const name of FINDINGS[role]) expect(await screen.findByRole('application', { name })).toBeDefined()
  expect(screen.getAllByRole('application')).toHaveLength(2)
  expect(calls).toHaveLength(2)
})

const rowsOf = (caption: RegExp | string) =>
  within(screen.getByRole('table', { name: caption, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('shows the wallets that pay out, the shortest float first, and profit with its books', async () => {
  scriptServer(ANSWERS)
  renderPage(<RoleCharts role="finance" />, { me: sampleMe(['finance']) })
  await screen.findByRole('application', { name: /^Profit of/ })
  expect(rowsOf(/usual outflow/).slice(1)).toEqual([
    ['pawaPay, Ghana, GHS', '10 hours'],
    ['pawaPay, Liberia, LRD', 'no forecast'],
  ])
  const profit = rowsOf(/^Fees, margin/)
  // Four corridors by amount, and the others in one.
  expect(profit[0]).toEqual([
    'Day, GMT',
    'US to GH',
    'No transfer',
    'LR to GH',
    'SL to GH',
    'Other corridors',
    'State',
  ])
  expect(profit[1]).toEqual([
    '16 Nov',
    'USD 12.50',
    '-USD 2.50',
    'USD 0.09',
    'USD 0.09',
    'USD 0.04',
    'Signed',
  ])
  expect(profit.at(-1)?.at(-1)).toBe('Not signed')
})

it('saves the table as CSV', async () => {
  scriptServer(ANSWERS)
  const saved = catchDownloads()
  renderPage(<RoleCharts role="engineer" />, { me: sampleMe(['engineer']) })
  await screen.findByRole('application', { name: /^95% arrived/ })
  for (const save of screen.getAllByRole('button', { name: 'Save as CSV', hidden: true }))
    fireEvent.click(save)
  expect(saved.toSorted()).toEqual(['minutes-to-wallet.csv', 'outcomes-per-day.csv'])
})

it('says which chart cannot be loaded, and shows the other one', async () => {
  scriptServer({ ...ANSWERS, [CHARGED]: refusal(500, 'internal') })
  renderPage(<RoleCharts role="compliance" />, { me: sampleMe(['compliance']) })
  expect(await screen.findByText(/couldn’t load the charges per hour/)).toBeDefined()
  expect(await screen.findByRole('application', { name: '1 overdue in screening' })).toBeDefined()
})
