// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleMe, sampleMember } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import StaffPage from './page.tsx'

const administrator = sampleMe(['administrator'])

it('invites a member, and shows the link once', async () => {
  let exists = true
  const calls = scriptServer({
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
    'POST /office/api/staff': () =>
      exists
        ? refusal(409, 'member_exists', 'A member of staff already has this email address.')
        : [
            201,
            {
              id: 'x',
              link: 'https://office.example/office/invitation#abc',
              expiresAt: new Date().toISOString(),
            },
          ],
  })
  const { user } = renderPage(<StaffPage />, { me: administrator })
  await user.click(await screen.findByRole('button', { name: 'Invite a member' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(dialog.getAllByText('Choose at least one role.').length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText('Full name'), 'Kofi Mensah')
  await user.type(dialog.getByLabelText('Email'), 'kofi@sesa.example')
  await user.click(dialog.getByLabelText('Finance'))
  await user.type(dialog.getByLabelText('Reason'), 'Starts on Monday.')
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  expect((await dialog.findAllByText(/already has this email address/)).length).toBeGreaterThan(0)
  expect(dialog.getByLabelText('Full name')).toHaveProperty('value', 'Kofi Mensah')
  exists = false
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await dialog.findByText('https://office.example/office/invitation#abc')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Kofi Mensah',
    email: 'kofi@sesa.example',
    roles: ['finance'],
    reason: 'Starts on Monday.',
  })
})

it('ends a member with a reason, and says why the last administrator stays', async () => {
  const member = sampleMember(2)
  scriptServer({
    'GET /office/api/staff': [200, { members: [member] }],
    [`POST /office/api/staff/${member.id}/end`]: refusal(409, 'last_administrator', 'This is the last one.'),
  })
  const { user } = renderPage(<StaffPage />, { me: administrator })
  await user.click(await screen.findByRole('button', { name: member.name }))
  await user.click(screen.getByRole('button', { name: 'End this member' }))
  await user.type(screen.getByLabelText('Reason'), 'Left the company.')
  await user.click(screen.getByRole('button', { name: 'End' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This is the last one. The office always needs one person who can invite others.',
  )
})

it('only lists the members for those who do not manage them', async () => {
  scriptServer({ 'GET /office/api/staff': [200, { members: [sampleMember()] }] })
  renderPage(<StaffPage />, { me: sampleMe(['compliance']) })
  expect(await screen.findByText('Efua Owusu')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Invite a member' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Efua Owusu' })).toBeNull()
})
