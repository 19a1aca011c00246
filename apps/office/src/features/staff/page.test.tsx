// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleApproval, sampleMe, sampleMember } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import StaffPage from './page.tsx'

const administrator = sampleMe(['administrator'])

const approval = sampleApproval({ action: 'invite_member', permission: 'staff.manage' })
const asked: [number, object] = [201, { approval }]

it('asks a second person to invite a member, and shows no link', async () => {
  let exists = true
  const calls = scriptServer({
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
    'POST /office/api/staff': () =>
      exists ? refusal(409, 'member_exists', 'A member already has this name or email address.') : asked,
  })
  const { user } = renderPage(<StaffPage />, { me: administrator })
  await user.click(await screen.findByRole('button', { name: 'Invite a member' }))
  const dialog = within(screen.getByRole('dialog'))
  const ask = () => user.click(dialog.getByRole('button', { name: 'Request approval' }))
  await ask()
  expect(dialog.getAllByText('Choose at least one role.').length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText('Full name'), 'Kofi Mensah')
  await user.type(dialog.getByLabelText('Email'), 'kofi@sesa.example')
  await user.click(dialog.getByLabelText('Finance'))
  await user.click(dialog.getByLabelText('Administrator'))
  await user.type(dialog.getByLabelText('Reason'), 'Starts on Monday.')
  await ask()
  expect(dialog.getAllByText(/^An administrator can’t have other roles/).length).toBeGreaterThan(0)
  await user.click(dialog.getByLabelText('Administrator'))
  await ask()
  expect((await dialog.findAllByText(/already has this name or email address/)).length).toBeGreaterThan(0)
  expect(dialog.getByLabelText('Full name')).toHaveProperty('value', 'Kofi Mensah')
  exists = false
  await ask()
  expect(await screen.findByText('Awaiting approval.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open request' })).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Kofi Mensah',
    email: 'kofi@sesa.example',
    roles: ['finance'],
    reason: 'Starts on Monday.',
  })
})

it.each([
  ['Invite again', 'POST', 'invitation', { reason: 'Lost the phone.' }],
  ['Change roles', 'PUT', 'roles', { roles: ['support', 'finance'], reason: 'Lost the phone.' }],
] as const)(
  'asks a second person for "%s", and says from when it works',
  async (label, method, path, body) => {
    const member = sampleMember(2, { roles: ['finance'] })
    let isRefused = true
    const calls = scriptServer({
      'GET /office/api/staff': [200, { members: [member] }],
      [`${method} /office/api/staff/${member.id}/${path}`]: () =>
        isRefused
          ? refusal(403, 'joined_recently', 'You joined less than 24 hours ago. Try again from 10:00 UTC.')
          : asked,
    })
    const { user } = renderPage(<StaffPage />, { me: administrator })
    await user.click(await screen.findByRole('button', { name: member.name }))
    if (label === 'Change roles') await user.click(screen.getByLabelText('Support'))
    await user.click(screen.getByRole('button', { name: label }))
    await user.type(screen.getByLabelText('Reason'), 'Lost the phone.')
    await user.click(screen.getByRole('button', { name: 'Request approval' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Try again from 10:00 UTC.')
    isRefused = false
    await user.click(screen.getByRole('button', { name: 'Request approval' }))
    expect(await screen.findByText('Awaiting approval.')).toBeDefined()
    expect(calls.findLast(({ call }) => call.startsWith(method))?.body).toEqual(body)
  },
)

it.each([true, false])('says that one person can play both in the sandbox alone: %s', async (sandbox) => {
  scriptServer({ 'GET /office/api/staff': [200, { members: [sampleMember()] }] })
  renderPage(<StaffPage />, { me: sampleMe(['administrator'], { sandbox }) })
  expect(await screen.findByRole('button', { name: 'Invite a member' })).toBeDefined()
  expect(screen.queryAllByText('Sandbox: you can be both requester and approver')).toHaveLength(
    sandbox ? 1 : 0,
  )
})

it('ends a member with a reason, and says why the last administrator stays', async () => {
  const member = sampleMember(2)
  scriptServer({
    'GET /office/api/staff': [200, { members: [member] }],
    [`POST /office/api/staff/${member.id}/end`]: refusal(409, 'last_administrator', 'This is the last one.'),
  })
  const { user } = renderPage(<StaffPage />, { me: administrator })
  await user.click(await screen.findByRole('button', { name: member.name }))
  await user.click(screen.getByRole('button', { name: 'Deactivate member' }))
  await user.type(screen.getByLabelText('Reason'), 'Left the company.')
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This is the last one. The office always needs one member who can invite others.',
  )
})

it('only lists the members for those who do not manage them', async () => {
  scriptServer({ 'GET /office/api/staff': [200, { members: [sampleMember()] }] })
  renderPage(<StaffPage />, { me: sampleMe(['compliance']) })
  expect(await screen.findByText('Efua Owusu')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Invite a member' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Efua Owusu' })).toBeNull()
})
