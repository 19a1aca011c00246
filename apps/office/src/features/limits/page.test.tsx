// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TierLimit } from '@sesa/contract/office'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import { changedPlaces, LIMIT, matrixOf, widerLimits } from './limit-matrix.ts'
import LimitsPage from './page.tsx'

const limit = (id: number, over: Partial<TierLimit> = {}): TierLimit => ({
  ...{ id: String(id), tier: 2, sender: null, recipient: null, per24Hours: '500000', per30Days: '2000000' },
  ...{ debitsFirst: null, debitsLater: null },
  ...{ source: 'our published limits', validFrom: '2026-11-26', state: 'in_force', ...over },
})
const LIMITS = [
  limit(1, { tier: 1, per24Hours: '299900', per30Days: '1000000' }),
  limit(2),
  limit(3, { sender: 'GH', per24Hours: '400000', per30Days: '800000' }),
  limit(4, { recipient: 'LR', per24Hours: '300000' }),
  limit(5, { tier: 3, validFrom: '2099-01-01', state: 'future' }),
]
const READ = {
  'GET /office/api/release-threshold': [
    200,
    { amount: { amount: 100_000, currency: 'USD' }, since: '2026-11-01T00:00:00.000Z' },
  ],
  'GET /office/api/tier-limits': [
    200,
    { limits: LIMITS, bankDebit: { debitsFirst: '50000', debitsLater: '300000' } },
  ],
  'POST /office/api/tier-limits/try': [200, { above: 14, isMore: false }],
} as const
const compliance = sampleMe(['compliance'])
const DAY_GH = '24 hours, tier 2, Ghana'

it('has each limit in force at its place, and the wider one where there is none', () => {
  const matrix = matrixOf(LIMITS)
  expect(changedPlaces(matrix, matrixOf(LIMITS))).toEqual([])
  expect(matrix['2 GH any']).toMatchObject({ per24Hours: '400000', per30Days: '800000', debitsFirst: '' })
  expect(matrix['3 any any']).toMatchObject({ per24Hours: '', per30Days: '' })
  const wider = (sender: 'GH' | 'SL', recipient: 'LR' | null) =>
    widerLimits(matrix, { tier: 2, sender, recipient }).per24Hours
  expect([wider('SL', null), wider('GH', 'LR'), wider('GH', null)]).toEqual(['500000', '300000', '500000'])
  expect(LIMIT.read(LIMIT.show('299900'))).toBe('299900')
  expect(LIMIT.read('')).toBe('')
})

it('shows the limits by tier and country, and leaves the published one as it is', async () => {
  scriptServer(READ)
  const { user } = renderPage(<LimitsPage />, { me: compliance })
  expect(await screen.findByLabelText(DAY_GH)).toHaveProperty('value', '4,000.00')
  expect(screen.getByLabelText('24 hours, tier 2, Sierra Leone')).toHaveProperty('placeholder', '5,000.00')
  expect(screen.queryByLabelText('24 hours, tier 1, every country')).toBeNull()
  await user.click(screen.getByLabelText('Liberia'))
  expect(screen.getByLabelText('24 hours, tier 2, every country')).toHaveProperty('value', '3,000.00')
  expect(screen.queryByLabelText('24 hours, tier 2, Liberia')).toBeNull()
  await user.click(screen.getByText('Sources and planned limits', { selector: 'summary' }))
  const table = within(screen.getByRole('table', { name: 'Sources and planned limits' }))
  expect(table.getByRole('row', { name: /Planned, 2099-01-01/ })).toBeDefined()
})

it('says how many customers are above a new limit, and asks for it in cents', async () => {
  const calls = scriptServer({
    ...READ,
    'POST /office/api/tier-limits': [201, { approval: sampleApproval({ title: 'Change tier limits' }) }],
  })
  const { user } = renderPage(<LimitsPage />, { me: compliance })
  const field = await screen.findByLabelText(DAY_GH)
  await user.clear(field)
  await user.type(field, '3,500.5')
  expect(await screen.findByText(/14 customers are above the new limits/)).toBeDefined()
  const form = within(
    screen.getByRole('heading', { name: 'Ask for this change' }).parentElement ?? document.body,
  )
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(form.getByRole('alert').textContent).toContain('Choose the first day.')
  await user.type(form.getByLabelText('First day (UTC)'), '2026-12-01')
  await user.type(form.getByLabelText('Source'), 'A letter of the Bank of Ghana')
  await user.type(form.getByLabelText('Reason'), 'The bank asks for it.')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change tier limits')).toBeDefined()
  expect(calls.find(({ call }) => call === 'POST /office/api/tier-limits')?.body).toEqual({
    ...{ tier: 2, sender: 'GH', recipient: null, per24Hours: '350050', per30Days: '800000' },
    ...{ validFrom: '2026-12-01', source: 'A letter of the Bank of Ghana', reason: 'The bank asks for it.' },
  })
})

it('limits bank payments of the United States, both amounts at once', async () => {
  const calls = scriptServer({
    ...READ,
    'GET /office/api/tier-limits': [
      200,
      {
        limits: [...LIMITS, limit(6, { sender: 'US', debitsFirst: '60000', debitsLater: '250000' })],
        bankDebit: { debitsFirst: '50000', debitsLater: '300000' },
      },
    ],
    'POST /office/api/tier-limits': [201, { approval: sampleApproval({ title: 'Change tier limits' }) }],
  })
  const { user } = renderPage(<LimitsPage />, { me: compliance })
  const field = (what: string) => screen.findByLabelText(`By bank, ${what}, United States`)
  expect(await field('at first, tier 2')).toHaveProperty('value', '600.00')
  expect(await field('at first, tier 3')).toHaveProperty('placeholder', '500.00')
  expect(screen.queryByLabelText('By bank, at first, tier 2, Ghana')).toBeNull()
  await user.click(screen.getByLabelText('Liberia'))
  expect(await field('later, tier 2')).toHaveProperty('placeholder', '2,500.00')
  await user.click(screen.getByLabelText('Every country'))
  await user.clear(await field('later, tier 2'))
  const form = within(
    screen.getByRole('heading', { name: 'Ask for this change' }).parentElement ?? document.body,
  )
  await user.type(form.getByLabelText('First day (UTC)'), '2026-12-01')
  await user.type(form.getByLabelText('Source'), 'Our own choice')
  await user.type(form.getByLabelText('Reason'), 'Few returns')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(form.getByRole('alert').textContent).toContain('Correct the marked values first.')
  await user.type(await field('later, tier 2'), '4000')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change tier limits')).toBeDefined()
  expect(calls.findLast(({ call }) => call === 'POST /office/api/tier-limits')?.body).toMatchObject({
    ...{ tier: 2, sender: 'US', recipient: null, debitsFirst: '60000', debitsLater: '400000' },
  })
})

it('asks for each place once, also when a later one is refused', async () => {
  let refuses = true
  const calls = scriptServer({
    ...READ,
    'POST /office/api/tier-limits': ({ body }) =>
      refuses && (body as { tier: number }).tier === 3
        ? refusal(409, 'approval_pending', 'It already waits.')
        : [201, { approval: sampleApproval({ title: 'Change tier limits' }) }],
  })
  const { user } = renderPage(<LimitsPage />, { me: compliance })
  await user.type(await screen.findByLabelText('24 hours, tier 3, United States'), '9000')
  const form = within(
    screen.getByRole('heading', { name: 'Ask for this change' }).parentElement ?? document.body,
  )
  await user.type(form.getByLabelText('First day (UTC)'), '2026-12-01')
  await user.type(form.getByLabelText('Source'), 'Our own choice')
  await user.type(form.getByLabelText('Reason'), 'More room')
  const ask = form.getByRole('button', { name: 'Request approval' })
  await user.click(ask)
  expect(form.getByRole('alert').textContent).toContain('Correct the marked values first.')
  await user.type(screen.getByLabelText('30 days, tier 3, United States'), '90000')
  await user.clear(screen.getByLabelText(DAY_GH))
  await user.type(screen.getByLabelText(DAY_GH), '1')
  await user.click(ask)
  expect(await screen.findByText('It already waits.')).toBeDefined()
  refuses = false
  await user.click(ask)
  expect(await screen.findByText('Requested: Change tier limits')).toBeDefined()
  const asked = calls.filter(({ call }) => call === 'POST /office/api/tier-limits')
  expect(asked.map(({ body }) => (body as { tier: number }).tier)).toEqual([2, 3, 3])
})

it('asks for a new release threshold in minor units, and leads to the request', async () => {
  const calls = scriptServer({
    ...READ,
    'POST /office/api/release-threshold': [
      201,
      { approval: sampleApproval({ action: 'set_release_threshold' }) },
    ],
  })
  const { user } = renderPage(<LimitsPage />, { me: compliance })
  expect(await screen.findByText(/USD 1,000\.00/)).toBeDefined()
  await user.type(screen.getByLabelText('New amount'), '750')
  await user.type(screen.getByLabelText('Reason'), 'Fewer releases now.')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(
    calls.find(({ call }) => call.endsWith('release-threshold') && call.startsWith('POST'))?.body,
  ).toEqual({
    amount: { amount: 75_000, currency: 'USD' },
    reason: 'Fewer releases now.',
  })
})

it('says when the limits cannot be loaded', async () => {
  scriptServer({ ...READ, 'GET /office/api/tier-limits': refusal(500, 'internal') })
  renderPage(<LimitsPage />, { me: compliance })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
