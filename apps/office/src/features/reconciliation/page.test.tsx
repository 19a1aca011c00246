// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReconciliationBreak } from '@sesa/contract/office'
import { at, sampleMe } from '../../testing/samples.ts'
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
  ...{ movedAt: at(-90), firstSeen: at(-60), lastSeen: at(-1), explained: null },
  ...over,
})

it('shows both sides of each difference, and when the books were last compared', async () => {
  scriptServer({ [CHECKS]: [200, checks], [BREAKS]: [200, { breaks: [sampleBreak()], next: null }] })
  renderPage(<ReconciliationPage />, { me: finance })
  expect(await screen.findByRole('gridcell', { name: 'USD 5.00' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'Nothing' })).toBeDefined()
  expect(screen.getByText('Card entries in our books')).toBeDefined()
  expect(screen.getByText('41')).toBeDefined()
  expect(screen.getByText('Never')).toBeDefined()
})

it('explains a difference, and keeps the explanation when that is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    [CHECKS]: [200, checks],
    [BREAKS]: [200, { breaks: [sampleBreak()], next: null }],
    'POST /office/api/reconciliation/breaks/17/explain': () =>
      ++tries === 1
        ? refusal(409, 'action_refused', 'This break isn’t open any more.')
        : [200, sampleBreak({ state: 'explained' })],
  })
  const { user } = renderPage(<ReconciliationPage />, { me: finance })
  await user.click(await screen.findByRole('button', { name: '17' }))
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.type(screen.getByLabelText('Explanation'), 'The carrier paid twice')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText(/isn’t open any more/)).toBeDefined()
  expect(screen.getByLabelText('Explanation')).toHaveProperty('value', 'The carrier paid twice')
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText('Break 17 explained')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    reason: 'The carrier paid twice',
  })
})

it('lets an engineer look at both sides, but not explain', async () => {
  scriptServer({ [CHECKS]: [200, checks], [BREAKS]: [200, { breaks: [sampleBreak()], next: null }] })
  const { user } = renderPage(<ReconciliationPage />, { me: sampleMe(['engineer']) })
  await user.click(await screen.findByRole('button', { name: '17' }))
  expect(screen.getByRole('link', { name: 'S-WP41P001' })).toBeDefined()
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
