// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { idOf, sampleMe } from '../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../testing/office.tsx'
import CommandLinePage from './command-line/page.tsx'
import InvitationPage from './invitation/page.tsx'
import PasskeysPage from './passkeys/page.tsx'

const device = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => device)

beforeEach(() => {
  device.startAuthentication.mockReset().mockResolvedValue({ id: 'used' })
  device.startRegistration.mockReset().mockResolvedValue({ id: 'made' })
})

const AT = '2026-11-26T02:30:00.000Z'
const invited = {
  name: 'Kofi Mensah',
  email: 'kofi@sesa.example',
  roles: ['finance'],
  options: { challenge: 'c' },
}

it('accepts an invitation with a new passkey', async () => {
  const calls = scriptServer({
    'POST /office/api/invitations/open': [200, invited],
    'POST /office/api/invitations/accept': [200, sampleMe()],
  })
  const { user } = renderPage(<InvitationPage />, { at: '/invitation#a-long-token' })
  await user.type(await screen.findByLabelText('Passkey name'), 'Work laptop')
  await user.click(screen.getByRole('button', { name: 'Create passkey' }))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[0]?.body).toEqual({ token: 'a-long-token' })
  expect(calls[1]?.body).toEqual({ token: 'a-long-token', name: 'Work laptop', response: { id: 'made' } })
})

it('says what to do when the device makes no passkey, and when the link has expired', async () => {
  device.startRegistration.mockRejectedValueOnce(new Error('cancelled'))
  scriptServer({
    'POST /office/api/invitations/open': [200, invited],
    'POST /office/api/invitations/accept': refusal(422, 'link_expired', 'This link has expired or was used.'),
  })
  const { user } = renderPage(<InvitationPage />, { at: '/invitation#a-long-token' })
  await user.type(await screen.findByLabelText('Passkey name'), 'Work laptop')
  const make = screen.getByRole('button', { name: 'Create passkey' })
  await user.click(make)
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was created.')
  await user.click(make)
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This link has expired'))
  expect(screen.getByLabelText('Passkey name')).toHaveProperty('value', 'Work laptop')
})

it('signs the command line in, and keeps a wrong code for correction', async () => {
  let wrong = true
  const calls = scriptServer({
    'POST /office/api/command-line/open': [200, { machine: 'ama@till', startedAt: AT }],
    'POST /office/api/command-line/confirm': () =>
      wrong ? refusal(422, 'code_wrong', 'That code isn’t right.') : [204],
  })
  const { user } = renderPage(<CommandLinePage />, { at: '/command-line#a-long-token' })
  expect(await screen.findByText('ama@till')).toBeDefined()
  await user.type(screen.getByLabelText('Code'), '123 456')
  const confirm = screen.getByRole('button', { name: 'Confirm with a passkey' })
  await user.click(confirm)
  expect((await screen.findAllByText('That code isn’t right.')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123 456')
  wrong = false
  await user.click(confirm)
  expect(await screen.findByText('The command line is signed in')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ token: 'a-long-token', code: '123456' })
})

it('adds a passkey, and says why the last one stays', async () => {
  const id = sampleMe().id
  const calls = scriptServer({
    'GET /office/api/passkeys': [
      200,
      { passkeys: [{ id, name: 'Old phone', createdAt: AT, lastUsedAt: AT }] },
    ],
    'GET /office/api/sessions': [200, { sessions: [] }],
    'POST /office/api/passkeys/registration': [200, { options: {} }],
    'POST /office/api/passkeys': [201, { id }],
    [`DELETE /office/api/passkeys/${id}`]: refusal(409, 'last_passkey', 'This is your only passkey.'),
  })
  const { user } = renderPage(<PasskeysPage />)
  await user.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Add another passkey, then remove this one.',
  )
  await user.type(screen.getByLabelText('Name'), 'Key ring')
  await user.click(screen.getByRole('button', { name: 'Add passkey' }))
  expect(await screen.findByText('Passkey added')).toBeDefined()
  expect(calls.find(({ call }) => call === 'POST /office/api/passkeys')?.body).toEqual({
    name: 'Key ring',
    response: { id: 'made' },
  })
})

it('shows where the member is signed in, and ends one session or all others', async () => {
  const session = { kind: 'office', startedAt: AT, lastUsedAt: AT, isThis: false }
  let sessions = [
    { ...session, id: idOf(1), isThis: true },
    { ...session, id: idOf(2) },
    { ...session, id: idOf(3), kind: 'command_line' },
  ]
  const calls = scriptServer({
    'GET /office/api/passkeys': [200, { passkeys: [] }],
    'GET /office/api/sessions': () => [200, { sessions }],
    [`DELETE /office/api/sessions/${idOf(3)}`]: () => {
      sessions = sessions.slice(0, 2)
      return [204]
    },
    'POST /office/api/sessions/end-others': () => {
      sessions = sessions.slice(0, 1)
      return [204]
    },
  })
  const { user } = renderPage(<PasskeysPage />)
  expect(await screen.findByText('This browser')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^End Command line, started/ }))
  expect(await screen.findByText('Session ended')).toBeDefined()
  await vi.waitFor(() => expect(screen.queryByText('Command line')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'End all others' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^End/ })).toBeNull())
  expect(calls.filter(({ call }) => call.includes('sessions/'))).toHaveLength(2)
})
