// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { BreakPartner, ReconciliationBreak } from '@sesa/contract/office'
import { at, sampleMe, sampleWork } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import ReconciliationPage from './page.tsx'

const CHECKS = 'GET /office/api/reconciliation'
const BREAKS = 'GET /office/api/reconciliation/breaks'
const finance = sampleMe(['finance'])

const checks = {
  open: 1,
  compared: { at: at(-20), counts: { cardEntriesOurs: 41, payouts: 12 } },
  unfinishedSince: null,
  invariants: { checkedAt: at(-5), walkedAt: null, violated: 0 },
}
const sampleBreak = (over: Partial<ReconciliationBreak> = {}): ReconciliationBreak => ({
  ...{ id: '17', state: 'open', kind: 'payout_missing_there', provider: 'pawapay', subject: 'b1c9' },
  ...{ transfer: 'S-WP41P001', ours: 'USD 5.00', theirs: null, owner: 'operations' },
  amounts: {
    ours: { amount: 500, currency: 'USD' },
    theirs: { amount: 0, currency: 'USD' },
    difference: { amount: -500, currency: 'USD' },
  },
  ...{ movedAt: at(-90), firstSeen: at(-60), lastSeen: at(-1), explained: null },
  ...over,
})

const ONE = 'GET /office/api/reconciliation/breaks/17'
const shown = (over: Partial<ReconciliationBreak> = {}, partner: BreakPartner | null = null) =>
  [200, { ...sampleBreak(over), partner }] as const
const openBreak = (me = finance) => renderPage(<ReconciliationPage />, { me, at: '/reconciliation?break=17' })

it('lists the differences, and says when the books were last compared', async () => {
  scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [sampleBreak(), sampleBreak({ id: '18', transfer: null })], next: null }],
  })
  renderPage(<ReconciliationPage />, { me: finance })
  expect(await screen.findAllByRole('gridcell', { name: '-USD 5.00' })).toHaveLength(2)
  expect(screen.getByRole('gridcell', { name: 'S-WP41P001' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'No transfer' })).toBeDefined()
  expect(screen.getByText('Card entries in our books')).toBeDefined()
  expect(screen.getByText('41')).toBeDefined()
  expect(screen.getByText('Never')).toBeDefined()
})

it('opens a break with the difference on top, both sides and its likely partner', async () => {
  scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [sampleBreak()], next: null }],
    [ONE]: shown({}, { kind: 'break', id: '18', word: 'payout_missing_here', at: at(-95) }),
  })
  const { user } = renderPage(<ReconciliationPage />, { me: finance })
  await user.click(await screen.findByRole('button', { name: '17' }))
  const heading = await screen.findByRole('heading', { name: 'Break 17: Pay-out missing at the provider' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('USD 5.00 less at the provider')).toBeDefined()
  const side = (name: string) =>
    within(screen.getByRole('heading', { level: 3, name }).closest('section') ?? document.body)
  expect(side('Our books').getAllByText('USD 5.00')).toHaveLength(2)
  expect(side('pawaPay').getByText('USD 0.00')).toBeDefined()
  expect(side('pawaPay').getByText('Nothing')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Break 18' }).getAttribute('href')).toBe(
    '/office/reconciliation?break=18',
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('heading', { name: /^Break 17/ })).toBeNull()
})

it.each([
  [
    { kind: 'movement', id: 'txn_10', word: 'bank_transfer', at: at(-1) },
    /^Likely partner: txn_10, .*not booked/,
  ],
  [{ kind: 'transfer', id: 'S-WP41P009', word: 'paying_out', at: at(-1) }, /S-WP41P009, Paying out,/],
  [null, /none of this amount within three days/],
] as const)('names a partner %o', async (partner, text) => {
  scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [], next: null }],
    [ONE]: shown({ kind: 'balance_differs', subject: 'payout_float:GHS', transfer: null }, partner),
  })
  openBreak()
  expect((await screen.findByText(/^Likely partner/)).textContent).toMatch(text)
  expect(screen.getByText(/^Carrier float, GHS · /)).toBeDefined()
})

it('explains a break by a choice and a text, and keeps both when that is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [sampleBreak()], next: null }],
    [ONE]: shown(),
    'POST /office/api/reconciliation/breaks/17/explain': () =>
      ++tries === 1
        ? refusal(409, 'action_refused', 'This break isn’t open any more.')
        : [200, sampleBreak({ state: 'explained' })],
    'GET /office/api/reconciliation/breaks/18': [200, { ...sampleBreak({ id: '18' }), partner: null }],
    'POST /office/api/inbox/next': [200, { work: sampleWork(18, { kind: 'breaks', id: '18' }) }],
  })
  const { user } = openBreak()
  await user.click(await screen.findByRole('button', { name: 'Explain' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose a reason.')
  await user.click(screen.getByRole('radio', { name: 'Another reason' }))
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(screen.getByRole('alert').textContent).toContain('Enter at least 3 characters.')
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.click(screen.getByRole('radio', { name: 'Paid twice or by mistake' }))
  await user.type(screen.getByLabelText('Explanation'), 'The carrier confirms')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText(/isn’t open any more/)).toBeDefined()
  expect(screen.getByLabelText('Explanation')).toHaveProperty('value', 'The carrier confirms')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText('Break 17 explained. Next: Break 18')).toBeDefined()
  const heading = await screen.findByRole('heading', { name: /^Break 18/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByLabelText('Explanation')).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose a reason.')
  expect(calls.findLast(({ call }) => call.endsWith('/explain'))?.body).toEqual({
    reason: 'Paid twice or by mistake: The carrier confirms',
  })
})

it('lets an engineer look at both sides, but not explain', async () => {
  scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [sampleBreak()], next: null }],
    [ONE]: shown(),
  })
  openBreak(sampleMe(['engineer']))
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  expect(screen.queryByLabelText('Explanation')).toBeNull()
})

it('shows explained differences with who explained them', async () => {
  const explained = { by: 'Ama Finance', at: at(-3), reason: 'The carrier paid twice' }
  const calls = scriptServer({
    [CHECKS]: [200, { ...checks, unfinishedSince: at(-30), compared: null }],
    [BREAKS]: [200, { breaks: [sampleBreak({ state: 'explained', explained })], next: null }],
  })
  const { user } = renderPage(<ReconciliationPage />, { me: finance })
  await user.selectOptions(await screen.findByLabelText('State'), 'explained')
  expect(await screen.findByRole('gridcell', { name: 'Ama Finance' })).toBeDefined()
  expect(calls.some(({ search }) => search.includes('state=explained'))).toBe(true)
  expect(screen.getByText(/isn’t finished/)).toBeDefined()
})

it('says when the breaks cannot be loaded', async () => {
  scriptServer({ [CHECKS]: [200, checks], [BREAKS]: refusal(500, 'internal') })
  renderPage(<ReconciliationPage />, { me: finance })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
