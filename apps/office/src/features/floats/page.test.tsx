// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sampleOnItsWay, sampleWallet } from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import FloatsPage from './page.tsx'

const FLOATS = 'GET /office/api/floats'
const ON_ITS_WAY = {
  'GET /office/api/treasury/on-its-way': [200, { movements: [sampleOnItsWay()] }],
} as const
const finance = sampleMe(['finance'])

it('shows what each wallet holds, how much is free and how long it lasts', async () => {
  const unknown = { name: 'mtn-momo-lr/LR/LRD', state: 'unknown', balance: null, available: null } as const
  scriptServer({
    ...ON_ITS_WAY,
    [FLOATS]: [
      200,
      { wallets: [sampleWallet(), sampleWallet({ ...unknown, hoursLeft: null, readAt: null })], stopped: 0 },
    ],
  })
  renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByRole('gridcell', { name: 'GHS 38,000.00' })).toBeDefined()
  expect(screen.getAllByRole('gridcell', { name: 'GHS 12,000.00' })).toHaveLength(2)
  expect(screen.getByRole('gridcell', { name: '3 days' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'No forecast' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'Never' })).toBeDefined()
  expect(screen.getByText('No transfer is on hold for float.')).toBeDefined()
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
})

it('sets an alert level, and keeps the amount when that is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    ...ON_ITS_WAY,
    [FLOATS]: [200, { wallets: [sampleWallet()], stopped: 0 }],
    'POST /office/api/floats/alert-level': () =>
      ++tries === 1
        ? refusal(503, 'unavailable', 'Try again in a moment.')
        : [200, { wallets: [sampleWallet({ alertLevel: { amount: 0, currency: 'GHS' } })], stopped: 0 }],
  })
  const { user } = renderPage(<FloatsPage />, { me: finance })
  await user.click(await screen.findByRole('button', { name: 'pawaPay, Ghana, GHS' }))
  const amount = screen.getByLabelText('Alert below')
  expect(amount).toHaveProperty('value', '40,000.00')
  await user.clear(amount)
  await user.type(amount, 'much')
  await user.type(screen.getByLabelText('Reason'), 'No more alerts')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(screen.getByRole('alert').textContent).toContain('or 0 for no alert')
  await user.clear(amount)
  await user.type(amount, '0')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect((await screen.findByText('Try again in a moment.')).textContent).toBeDefined()
  expect(amount).toHaveProperty('value', '0.00')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  await vi.waitFor(() => expect(screen.getAllByRole('gridcell', { name: 'GHS 0.00' })).toHaveLength(3))
  expect(calls.at(-1)?.body).toEqual({
    wallet: { account: 'pawapay', country: 'GH', currency: 'GHS' },
    amount: { amount: 0, currency: 'GHS' },
    reason: 'No more alerts',
  })
})

it('releases what an empty wallet stopped, and says how many', async () => {
  let stopped = 3
  const calls = scriptServer({
    ...ON_ITS_WAY,
    [FLOATS]: () => [200, { wallets: [sampleWallet()], stopped }],
    'POST /office/api/floats/release': () => {
      stopped = 1
      return [200, { released: ['S-WP41P001', 'S-WP41P002'] }]
    },
  })
  const { user } = renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByText(/^3 transfers are/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Release all' }))
  await user.type(screen.getByLabelText('Reason'), 'The top-up has arrived')
  await user.click(screen.getAllByRole('button', { name: 'Release all' }).at(-1) ?? document.body)
  expect(await screen.findByText('2 transfers released')).toBeDefined()
  expect(await screen.findByText(/^1 transfer is/)).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    reason: 'The top-up has arrived',
  })
})

it('lets an administrator look, but neither set nor release', async () => {
  scriptServer({ ...ON_ITS_WAY, [FLOATS]: [200, { wallets: [sampleWallet()], stopped: 2 }] })
  renderPage(<FloatsPage />, { me: sampleMe(['administrator']) })
  expect(await screen.findByText(/^2 transfers are/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Release all' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'pawaPay, Ghana, GHS' })).toBeNull()
})

it('says when the floats cannot be loaded', async () => {
  scriptServer({ ...ON_ITS_WAY, [FLOATS]: refusal(500, 'internal') })
  renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
