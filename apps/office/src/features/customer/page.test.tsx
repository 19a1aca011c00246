// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, sampleApproval, sampleCustomer, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import CustomerPage from './page.tsx'

const { id } = sampleCustomer()
const PATH = `/office/api/customers/${id}`
const NOTES = { [`GET ${PATH}/notes`]: [200, { notes: [] }] } as const
const at = { at: `/customers/${id}`, route: '/customers/:id', me: sampleMe(['support']) }

it('shows a customer masked, and their data in full after a reason', async () => {
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer({ lockedAt: '2026-11-20T10:00:00.000Z' })],
    [`POST ${PATH}/reveal`]: [200, { name: 'Ama Mensah', phone: '+231771233456', email: null }],
  })
  const { user } = renderPage(<CustomerPage />, at)
  expect(await screen.findByText(/This account has been locked since/)).toBeDefined()
  expect(screen.getByText('+231 •• ••• 3456')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show in full' }))
  await user.type(screen.getByLabelText('Reason'), 'Calls about a refund.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Ama Mensah')).toBeDefined()
  expect(screen.getByText('Not given')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ reason: 'Calls about a refund.' })
})

it('opens a transfer of the customer by keyboard', async () => {
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleCustomer()] })
  const { user, place } = renderPage(<CustomerPage />, at)
  const cell = await screen.findByRole('gridcell', { name: 'S-WP41P002' })
  cell.focus()
  await user.keyboard('{Enter}')
  expect(place()).toBe('/transfers/S-WP41P002')
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
  expect(await screen.findByRole('link', { name: 'Erase an account' })).toBeDefined()
})

it('locks an account for a reason, which stays when the server refuses, and shows what is left to send', async () => {
  let refuses = true
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleCustomer()],
    [`POST ${PATH}/lock`]: () =>
      refuses ? refusal(409, 'action_refused', 'The account is locked already.') : [204, undefined],
  })
  const { user } = renderPage(<CustomerPage />, at)
  const left = await screen.findByText('Remaining 24-hour limit')
  expect(left.parentElement?.textContent).toMatch(/USD\s1,500\.00 of USD\s2,000\.00/)
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
  await screen.findByText('+231 •• ••• 3456')
  expect(screen.queryByRole('heading', { name: 'Cases' })).toBeNull()
})
