// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { PATIENCE } from '@sesa/test-kit/patience'
import { expect, it, vi } from 'vitest'
import { sampleCasePage } from '../../testing/compliance-samples.ts'
import { idOf, sampleApproval, sampleCustomer, sampleHit, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import CustomerPage from './page.tsx'

const { id } = sampleCustomer()
const PATH = `/office/api/customers/${id}`
const AGO = '2026-11-20T10:00:00.000Z'
const NOTES = { [`GET ${PATH}/notes`]: [200, { notes: [] }] } as const
const at = { at: `/customers/${id}`, route: '/customers/:id', me: sampleMe(['support']) }

it('shows a customer masked, and their data in full after a reason', async () => {
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ lockedAt: AGO, payerNumbers: ['+231 •• ••• 7788'] })],
    [`POST ${PATH}/reveal`]: [200, { name: 'Ama Mensah', phone: '+231771233456', email: null }],
  })
  const { user } = renderPage(<CustomerPage />, at)
  expect(await screen.findByText(/^Locked since 20 Nov 2026/)).toBeDefined()
  expect(screen.getAllByText('+231 •• ••• 3456')).not.toHaveLength(0)
  expect(screen.getByText(/^Liberia, tier 2, customer since /)).toBeDefined()
  expect(screen.getByText('+231 •• ••• 7788')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show in full' }))
  await user.type(screen.getByLabelText('Reason'), 'Calls about a refund.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Ama Mensah')).toBeDefined()
  expect(screen.getByText('Not given')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ reason: 'Calls about a refund.' })
})

it('lists the transfers, by group with the total, and leads to each', async () => {
  const many = Array.from({ length: 11 }, (_, index) =>
    sampleHit(index + 3, { state: 'refunded', hold: null }),
  )
  const transfers = [sampleHit(1), sampleHit(2, { state: 'sent', hold: null }), ...many]
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleCustomer({ transfers })] })
  const { user } = renderPage(<CustomerPage />, at)
  expect(await screen.findByText('13 of the newest 50: USD 3,250.00')).toBeDefined()
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1
  expect(rows()).toBe(10)
  await user.click(screen.getByRole('button', { name: 'Show all 13 transfers' }))
  expect(rows()).toBe(13)
  await user.selectOptions(screen.getByLabelText('Show'), 'Sent')
  expect(screen.getByText('1 of the newest 50: USD 250.00')).toBeDefined()
  expect(screen.getByRole('link', { name: 'S-WP41P002' }).getAttribute('href')).toBe(
    '/office/transfers/S-WP41P002',
  )
  await user.selectOptions(screen.getByLabelText('Show'), 'On hold')
  expect(within(screen.getByRole('table')).getByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Show'), 'Cancelled')
  expect(screen.getByText('None of the newest 50.')).toBeDefined()
})

it('shows limits as bars with when more is free, and the tier with the newest check', async () => {
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleCustomer()] })
  const { unmount } = renderPage(<CustomerPage />, at)
  expect((await screen.findByText(/in 24 hours/)).textContent).toMatch(
    /^USD 500\.00 of USD 2,000\.00 in 24 hours, USD 200\.00 more from \d\d \w+, \d\d:\d\d$/,
  )
  expect(screen.getByText('USD 4,500.00 of USD 5,000.00 in 30 days')).toBeDefined()
  expect(screen.getByText('Tier 2: identity document and selfie')).toBeDefined()
  expect(screen.getByText(/document expires 31 May 2030/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change tier' })).toBeNull()
  unmount()
  scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ limits: null, identity: [], transfers: [] })],
  })
  renderPage(<CustomerPage />, at)
  expect(await screen.findByText('No identity check yet.')).toBeDefined()
  expect(screen.getByText(/^Unknown: the account has no country/)).toBeDefined()
  expect(screen.getByText('This customer hasn’t sent money yet.')).toBeDefined()
})

it('asks a second person for another tier with its last day', async () => {
  const check = {
    id: idOf(70),
    state: 'needs_review',
    reason: 'duplicate_person',
    provider: 'smile-id',
  } as const
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ identity: [{ ...check, expires: null, since: AGO }] })],
    [`POST ${PATH}/tier`]: [201, { approval: sampleApproval({ title: 'Set a customer’s tier' }) }],
  })
  const { user } = renderPage(<CustomerPage />, { ...at, me: sampleMe(['compliance']) })
  const line = await screen.findByText(/Duplicate person, Smile ID/)
  expect(within(line).getByRole('link').getAttribute('href')).toBe(`/office/identity/${idOf(70)}`)
  await user.click(screen.getByRole('button', { name: 'Change tier' }))
  await user.selectOptions(screen.getByLabelText('New tier'), 'Tier 3')
  await user.type(screen.getByLabelText(/Document expiry date/), '2027-11-30')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  await user.type(screen.getByLabelText('Reason'), 'Papers of this week')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText('Requested: Set a customer’s tier')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ tier: 3, until: '2027-11-30', reason: 'Papers of this week' })
})

it('shows compliance the screening and linked people, and opens a case', async () => {
  const linked = [{ id: idOf(41), name: 'K••• A••••', by: 'card' as const }]
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ screening: { state: 'clear', at: AGO }, linked })],
    [`POST ${PATH}/case`]: [200, sampleCasePage()],
  })
  const { user, place } = renderPage(<CustomerPage />, { ...at, me: sampleMe(['compliance']) })
  expect(await screen.findByText(/^Clear, 20 Nov 2026/)).toBeDefined()
  expect(screen.getByText(/same card/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'K••• A••••' }).getAttribute('href')).toBe(
    `/office/customers/${idOf(41)}`,
  )
  await user.click(screen.getByRole('button', { name: 'Open a case' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Many cards in one day')
  await user.click(dialog.getByRole('button', { name: 'Open a case' }))
  await vi.waitFor(() => expect(place()).toBe(`/cases/${sampleCasePage().number}`), PATIENCE)
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    reason: 'Many cards in one day',
  })
})

it('folds what is longer than five', async () => {
  const devices = Array.from({ length: 7 }, (_, index) => ({
    ...{ id: idOf(50 + index), device: `Phone ${index}`, trusted: false, signedInAt: AGO, lastUsedAt: AGO },
  }))
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleCustomer({ devices })] })
  const { user } = renderPage(<CustomerPage />, at)
  expect(await screen.findByText('Phone 4')).toBeDefined()
  expect(screen.queryByText('Phone 5')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all 7 devices' }))
  expect(screen.getByText('Phone 6')).toBeDefined()
})

it('shows devices, recipients and consents, and signs one device out', async () => {
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer()],
    [`POST ${PATH}/devices/${idOf(50)}/sign-out`]: [204],
  })
  const { user } = renderPage(<CustomerPage />, { ...at, me: sampleMe(['support']) })
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await user.type(screen.getByLabelText('Reason'), 'The phone was stolen.')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }))
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ reason: 'The phone was stolen.' })
  expect(screen.getByText(/\+233••••••567, MTN/)).toBeDefined()
  expect(screen.getByText(/version 2026-11-01: agreed/)).toBeDefined()
})

it('asks a second person to erase the account, and says why it cannot', async () => {
  let inFlight = true
  scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer()],
    [`POST ${PATH}/erasure`]: () =>
      inFlight
        ? refusal(409, 'action_refused', 'A transfer is still in progress.')
        : [201, { approval: sampleApproval({ title: 'Erase an account' }) }],
  })
  const { user } = renderPage(<CustomerPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Request erasure' }))
  await user.type(screen.getByLabelText('Reason'), 'The customer asked by email.')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect((await screen.findByRole('alert')).textContent).toContain('A transfer is still in progress.')
  inFlight = false
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Erase an account')).toBeDefined()
})

it('locks an account for a reason, which stays when the server refuses', async () => {
  let refuses = true
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer()],
    [`POST ${PATH}/lock`]: () =>
      refuses ? refusal(409, 'action_refused', 'The account is locked already.') : [204, undefined],
  })
  const { user } = renderPage(<CustomerPage />, at)
  await screen.findByRole('button', { name: 'Lock' })
  // Support may not put accounts on hold.
  expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Lost phone.')
  await user.click(dialog.getByRole('button', { name: 'Lock' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The account is locked already.')
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Lost phone.')
  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Lock' }))
  expect(await screen.findByText('Done')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({ reason: 'Lost phone.' })
})

it('offers compliance to put an account on hold, and to lift an open hold', async () => {
  const hold = {
    ...sampleCustomer().holds[0],
    cause: 'staff',
    liftedAt: null,
    liftedBy: null,
    liftReason: null,
  }
  scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ holds: [hold as never], lockedAt: '2026-11-20T10:00:00.000Z' })],
  })
  renderPage(<CustomerPage />, { ...at, me: sampleMe(['compliance']) })
  expect(await screen.findByRole('button', { name: 'Lift hold' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Unlock' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull()
})

it('asks a second person to correct the name, and keeps what was typed when it is refused', async () => {
  let refuses = true
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer()],
    [`POST ${PATH}/name`]: () =>
      refuses
        ? refusal(409, 'action_refused', 'The customer already has this name.')
        : [201, { approval: sampleApproval({ title: 'Correct a customer’s name' }) }],
  })
  const { user } = renderPage(<CustomerPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Correct name' }))
  const form = within(
    screen.getByRole('heading', { name: 'Correct name' }).closest('section') ?? document.body,
  )
  const ask = form.getByRole('button', { name: 'Request approval' })
  await user.click(ask)
  expect(form.getByRole('alert').textContent).toContain('Choose the document you saw.')
  await user.type(form.getByLabelText('Name on the document'), 'Ama Mensah')
  await user.selectOptions(form.getByLabelText('Document'), 'passport')
  await user.type(form.getByLabelText('Document details'), 'Issued in Accra in 2024')
  await user.type(form.getByLabelText('Reason'), 'One letter is missing')
  await user.click(ask)
  expect(await form.findByText(/already has this name/)).toBeDefined()
  expect(form.getByLabelText('Name on the document')).toHaveProperty('value', 'Ama Mensah')
  refuses = false
  await user.click(ask)
  expect(await screen.findByText('Requested: Correct a customer’s name')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Ama Mensah',
    document: 'passport',
    seen: 'Issued in Accra in 2024',
    reason: 'One letter is missing',
  })
})

it('leads to the cases about the customer, for those who may read them', async () => {
  const cases = [{ number: 'K-000001', kind: 'screening', state: 'open' }]
  scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ cases })],
  })
  const first = renderPage(<CustomerPage />, { ...at, me: sampleMe(['compliance']) })
  const link = await screen.findByRole('link', { name: 'K-000001' })
  expect(link.getAttribute('href')).toBe('/office/cases/K-000001')
  first.unmount()
  renderPage(<CustomerPage />, at)
  await screen.findAllByText('+231 •• ••• 3456')
  expect(screen.queryByRole('heading', { name: 'Cases' })).toBeNull()
})
