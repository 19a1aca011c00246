// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { catchDownloads, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { samplePrivacyRequest } from '../../testing/compliance-samples.ts'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import PrivacyRequestPage from './page.tsx'

const me = sampleMe(['compliance'])
const ONE = '/office/api/privacy-requests/P-000012'
const open = () =>
  renderPage(<PrivacyRequestPage />, { at: '/privacy/P-000012', route: '/privacy/:number', me })

it('records a request, keeps what was typed when it is refused, and opens it', async () => {
  let answers = 0
  const request = samplePrivacyRequest({ kind: 'erasure' })
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, request],
    'POST /office/api/privacy-requests': () =>
      ++answers === 1
        ? refusal(409, 'action_refused', 'P-000003 asks for the same. Work on that one.')
        : [201, request],
  })
  const { user, place } = renderPage(<PrivacyRequestPage />, {
    at: '/privacy/new',
    route: '/privacy/:number',
    me,
  })
  const record = screen.getByRole('button', { name: 'Record request' })
  await user.click(record)
  expect(screen.getByRole('alert').textContent).toContain('Copy the account id')
  await user.click(screen.getByLabelText('Erasure'))
  await user.type(screen.getByLabelText('Account'), request.customerId)
  await user.type(screen.getByLabelText('How you verified the customer’s identity'), 'Called back')
  await user.type(screen.getByLabelText('Reason'), 'Letter of Monday')
  await user.click(record)
  expect(await screen.findByText(/P-000003 asks for the same/)).toBeDefined()
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Letter of Monday')
  await user.click(record)
  await vi.waitFor(() => expect(place()).toBe('/privacy/P-000012'))
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    kind: 'erasure',
    customerId: request.customerId,
    receivedAt: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
    identityConfirmed: 'Called back',
    reason: 'Letter of Monday',
  })
})

it('downloads the data as a file, and marks it as sent', async () => {
  const saved = catchDownloads()
  let isSent = false
  scriptServer({
    [`GET ${ONE}`]: () => [
      200,
      samplePrivacyRequest(isSent ? { state: 'done', endedBy: me.name, note: 'By letter' } : {}),
    ],
    [`POST ${ONE}/export`]: [200, { exportedAt: '2026-11-26T10:00:00.000Z', data: { profile: {} } }],
    [`POST ${ONE}/send`]: () => {
      isSent = true
      return [200, samplePrivacyRequest({ state: 'done' })]
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Download data' }))
  await user.type(screen.getByLabelText('Reason'), 'To answer them')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(saved).toEqual(['P-000012.json']))
  await user.click(screen.getByRole('button', { name: 'Mark as sent' }))
  await user.type(screen.getByLabelText('How it was sent'), 'By letter')
  await user.click(screen.getAllByRole('button', { name: 'Mark as sent' }).at(-1) ?? document.body)
  expect(await screen.findByText(`${me.name}: By letter`)).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Actions' })).toBeNull()
})

it('links what has to end before the account can be erased', async () => {
  const openWork = [
    { kind: 'case' as const, number: 'K-000024' },
    { kind: 'hold' as const, number: 'staff' },
    { kind: 'report' as const, number: 'F-000007' },
  ]
  scriptServer({ [`GET ${ONE}`]: [200, samplePrivacyRequest({ kind: 'erasure', openWork })] })
  open()
  expect((await screen.findByRole('link', { name: 'K-000024' })).getAttribute('href')).toBe(
    '/office/cases/K-000024',
  )
  expect(screen.getByRole('link', { name: 'F-000007' }).getAttribute('href')).toBe('/office/filings/F-000007')
  expect(screen.getByText('Account hold (staff)')).toBeDefined()
})

it('shows an erasure that waits for its second person, with a link to the request', async () => {
  const approval = sampleApproval({ action: 'erase_account' })
  scriptServer({
    [`GET ${ONE}`]: [200, samplePrivacyRequest({ kind: 'erasure', state: 'waiting', approvals: [approval] })],
  })
  open()
  expect((await screen.findByRole('link', { name: 'Awaiting approval' })).getAttribute('href')).toBe(
    `/office/approvals/${approval.id}`,
  )
  expect(screen.queryByRole('button', { name: 'Request erasure' })).toBeNull()
})
