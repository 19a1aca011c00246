// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RailRoute } from '@sesa/contract/office'
import { at, sampleApproval, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer, type Answer } from '../../testing/office.tsx'
import RailsPage from './page.tsx'

const engineer = sampleMe(['engineer'])
const route = (over: Partial<RailRoute> = {}): RailRoute => ({
  ...{ country: 'GH', network: 'mtn', position: 1, rail: 'pawapay', state: 'open', words: null },
  ...{ minimum: { amount: 100, currency: 'GHS' }, maximum: { amount: 500_000, currency: 'GHS' } },
  ...over,
})
const overview = (...routes: RailRoute[]) => ({
  routes,
  rails: [{ rail: 'pawapay', isSetUp: true, answeredAt: at(-3) }],
})
const CORRIDORS: Record<string, Answer> = {
  'GET /office/api/planned-closings': [200, { closings: [] }],
  'GET /office/api/corridors': [
    200,
    {
      allOpen: false,
      corridors: [
        {
          ...{ sender: 'US', recipient: 'GH', closed: 'Back on Monday.' },
          changed: { at: at(-90), by: 'Kofi Finance', reason: 'No licence yet' },
          ...{ minimum: { amount: 100, currency: 'GHS' }, maximum: null },
        },
      ],
    },
  ],
}

it('shows each rail with its state and words, and the corridors', async () => {
  const off = route({ state: 'off', words: 'MTN is being repaired.' })
  scriptServer({ 'GET /office/api/rails': [200, overview(off)], ...CORRIDORS })
  renderPage(<RailsPage />, { me: sampleMe(['support']) })
  expect(await screen.findByText('MTN is being repaired.')).toBeDefined()
  expect(screen.getByText('GHS 1.00 to GHS 5,000.00')).toBeDefined()
  expect(await screen.findByText('United States to Ghana')).toBeDefined()
  expect(screen.getByText('Kofi Finance: No licence yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Request opening' })).toBeNull()
})

it('closes a rail at once, and keeps what was typed when that fails', async () => {
  let tries = 0
  const calls = scriptServer({
    'GET /office/api/rails': [200, overview(route())],
    'POST /office/api/rails/pawapay/close': () =>
      ++tries === 1
        ? refusal(503, 'unavailable', 'Try again in a moment.')
        : [200, overview(route({ state: 'off', words: 'Back on Monday.' }))],
    ...CORRIDORS,
  })
  const { user } = renderPage(<RailsPage />, { me: engineer })
  await user.click(await screen.findByRole('button', { name: /^Close pawapay for MTN MoMo/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect(dialog.getByRole('alert').textContent).toContain('Enter a message')
  await user.type(dialog.getByLabelText('Message to customers'), 'Back on Monday.')
  await user.type(dialog.getByLabelText('Reason'), 'The carrier is down')
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect(await dialog.findByText('Try again in a moment.')).toBeDefined()
  expect(dialog.getByLabelText('Message to customers')).toHaveProperty('value', 'Back on Monday.')
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect((await screen.findAllByRole('button', { name: 'Request opening' })).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ to: { country: 'GH', network: 'mtn' }, words: 'Back on Monday.' },
    reason: 'The carrier is down',
  })
})

it('asks a second person to route a network, starting from its rails now', async () => {
  const asked = sampleApproval({ title: 'Route a network' })
  const calls = scriptServer({
    'GET /office/api/rails': [200, overview(route({ rail: 'pawapay' }))],
    'POST /office/api/networks/route': [201, { approval: asked }],
    ...CORRIDORS,
  })
  const { user } = renderPage(<RailsPage />, { me: engineer })
  await user.selectOptions(await screen.findByLabelText('Network'), 'GH/mtn')
  expect(screen.getByLabelText('First choice')).toHaveProperty('value', 'pawapay')
  await user.selectOptions(screen.getByLabelText('Second choice'), 'pawapay')
  await user.type(screen.getByLabelText('Reason'), 'Cheaper')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose each rail only once')
  await user.selectOptions(screen.getByLabelText('Second choice'), 'None')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Route a network')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ to: { country: 'GH', network: 'mtn' }, rails: ['pawapay'], reason: 'Cheaper' },
  })
})

it('says when the rails cannot be loaded', async () => {
  scriptServer({ 'GET /office/api/rails': refusal(500, 'internal'), ...CORRIDORS })
  renderPage(<RailsPage />, { me: engineer })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
