// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TransferPage as Transfer } from '@sesa/contract/office'
import { sampleApproval, sampleMe, sampleTransfer } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { eventText } from './history.tsx'
import TransferPage from './page.tsx'

const PATH = '/office/api/transfers/S-WP41P001'
const NOTES = { [`GET ${PATH}/notes`]: [200, { notes: [] }] } as const
const at = { at: '/transfers/S-WP41P001', route: '/transfers/:reference' }

it('shows why a transfer is held, its runbook, and who may do what', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ approvals: [sampleApproval()] })] })
  renderPage(<TransferPage />, at)
  expect(await screen.findByText('On hold: Refund failed')).toBeDefined()
  expect(screen.getByText('docs/runbooks/holds/refund-failed.md')).toBeDefined()
  expect(screen.getByText(/Roles: Support or Compliance\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Manual refund' }).getAttribute('href')).toMatch(
    /^\/office\/approvals\//,
  )
})

it('says why the other actions are not possible, and what the engine and the card provider did', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  renderPage(<TransferPage />, at)
  expect((await screen.findByText(/^Put on hold:/)).textContent).toBe(
    'Put on hold: S-WP41P001 is already on hold.',
  )
  expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull()
  expect(screen.getByRole('row', { name: /^Pay-out 1/ }).textContent).toMatch(
    /pawaPay.*Refused: WALLET_LIMIT_REACHED: The wallet is full\./,
  )
  expect(screen.getByRole('row', { name: /^Refund 1/ }).textContent).toContain('Card provider')
  expect(screen.getByText(/Attempts at this step: 3\. 2 failed in a row\./)).toBeDefined()
  expect(screen.getByRole('row', { name: /payment_intent\.succeeded/ })).toBeDefined()
  expect(screen.queryByText(/fraud rules/)).toBeNull()
})

it('shows compliance what the fraud rules decided', async () => {
  const fraud: Transfer['fraud'] = {
    ...{ outcome: 'delay', rule: 'new-device', applied: ['new-device', 'large'], version: 4 },
    at: '2026-11-20T10:00:00.000Z',
  }
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleTransfer({ fraud })] })
  renderPage(<TransferPage />, { ...at, me: sampleMe(['compliance']) })
  expect((await screen.findByText(/fraud rules/)).textContent).toMatch(
    /^Version 4 of the fraud rules delayed the pay-out on .* because of new-device\. Also applied: large\.$/u,
  )
})

it('asks for a reason, keeps it when the server refuses, and says what to do', async () => {
  let refuses = true
  const calls = scriptServer({
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/release`]: () =>
      refuses
        ? refusal(409, 'action_refused', 'This transfer is not on hold.')
        : [200, { outcome: 'done', approval: null }],
  })
  const { user } = renderPage(<TransferPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Release hold' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect(dialog.getByText('Enter at least 3 characters.')).toBeDefined()
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])

  await user.type(dialog.getByLabelText('Reason'), 'The bank confirmed it.')
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'This transfer is not on hold. What you typed is still here. If the record has changed, reload the page.',
  )
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The bank confirmed it.')

  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect((await screen.findAllByText('Done')).length).toBeGreaterThan(0)
  const sent = calls.findLast(({ call }) => call.startsWith('POST'))
  expect(sent).toMatchObject({
    body: { reason: 'The bank confirmed it.' },
    headers: { 'sesa-office': '1' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('books an amount that was paid back, in minor units', async () => {
  const calls = scriptServer({
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/repaid`]: [201, { approval: sampleApproval() }],
  })
  const { user } = renderPage(<TransferPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Record off-card repayment' }))
  await user.type(screen.getByLabelText('Amount repaid'), '0')
  await user.type(screen.getByLabelText('Reason'), 'Paid by bank transfer.')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain(
    'Enter an amount above zero, for example USD 250.00.',
  )
  await user.clear(screen.getByLabelText('Amount repaid'))
  await user.type(screen.getByLabelText('Amount repaid'), '1,250.5')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect((await screen.findAllByText('Awaiting approval')).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    amount: { amount: 125_050, currency: 'USD' },
    reason: 'Paid by bank transfer.',
  })
})

it('shows the recipient in full only with a reason, and hides them again', async () => {
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/reveal`]: [200, { name: 'Ama Mensah', phone: '+233241234567' }],
  })
  const { user } = renderPage(<TransferPage />, { ...at, me: sampleMe(['support']) })
  await user.click(await screen.findByRole('button', { name: 'Show in full' }))
  await user.type(screen.getByLabelText('Reason'), 'Customer is on the phone.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Ama Mensah')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ reason: 'Customer is on the phone.' })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('Ama Mensah')).toBeNull()
})

it('hides what the member’s roles do not allow', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  renderPage(<TransferPage />, { ...at, me: sampleMe(['engineer']) })
  await screen.findByText('Money')
  expect(screen.queryByRole('button', { name: 'Show in full' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open sender' })).toBeNull()
})

it('says so when there is no such transfer', async () => {
  scriptServer({ [`GET ${PATH}`]: refusal(404, 'not_found') })
  renderPage(<TransferPage />, at)
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined()
})

it.each([
  ['moved', 'paying_out', 'payout_failed', null, null, null, 'Paying out to Pay-out failed: a note'],
  [
    'held',
    'paid',
    'paid',
    'late_capture',
    'Ama',
    null,
    'Held: Paid, Charged after the payment closed, by Ama: a note',
  ],
  ['released', 'paid', 'paid', null, 'Ama', 'Kofi', 'Released: Paid, by Ama, approved by Kofi: a note'],
] as const)('puts the event %s into one line', (kind, from, to, holdReason, by, approvedBy, line) => {
  expect(eventText({ at: '', kind, from, to, holdReason, by, approvedBy, detail: 'a note' })).toBe(line)
})

it('shows the seconds of the timeline and of the attempts', async () => {
  const at0 = '2026-11-20T10:00:07.000Z'
  const { events, attempts } = sampleTransfer()
  scriptServer({
    [`GET ${PATH}`]: [
      200,
      sampleTransfer({
        events: events.map((event) => ({ ...event, at: at0 })),
        attempts: attempts.map((attempt) => ({ ...attempt, at: at0 })),
      }),
    ],
  })
  renderPage(<TransferPage />, at)
  expect((await screen.findAllByText(/\d\d:00:07 /)).length).toBeGreaterThan(events.length)
})

it('says who decides by the names of roles, and of a blocked transfer that it is decided', async () => {
  const { holdDetail } = sampleTransfer()
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  const first = renderPage(<TransferPage />, at)
  expect(await screen.findByText(/Owner: Compliance or finance\./)).toBeDefined()
  first.unmount()
  const decided = holdDetail && { ...holdDetail, decided: true, means: 'Two people blocked the money.' }
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ holdDetail: decided })] })
  renderPage(<TransferPage />, at)
  expect((await screen.findByText(/Two people blocked the money\./)).textContent).not.toContain('decides')
})

it('shows the ledger, the notices, and cases only to those who may read them', async () => {
  const cases = [{ number: 'K-000001', kind: 'screening', state: 'open' }]
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleTransfer({ cases })] })
  const first = renderPage(<TransferPage />, { ...at, me: sampleMe(['compliance']) })
  const row = await screen.findByRole('row', { name: /Card provider, USD/ })
  expect(row.textContent).toContain('USD 252.50')
  expect(screen.getByText('Couldn’t be delivered')).toBeDefined()
  expect(screen.getByRole('link', { name: 'K-000001' })).toHaveProperty('href')
  first.unmount()
  renderPage(<TransferPage />, { ...at, me: sampleMe(['finance']) })
  await screen.findByRole('row', { name: /Card provider, USD/ })
  expect(screen.queryByRole('heading', { name: 'Cases' })).toBeNull()
})
