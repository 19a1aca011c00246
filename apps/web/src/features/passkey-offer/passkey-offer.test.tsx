// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleHome } from '../../testing/account-samples.ts'

const HOME = '/me/dashboard'
const offer = () => screen.findByRole('region', { name: 'Sign in with a passkey next time' })
const noOffer = () => expect(screen.queryByText('Sign in with a passkey next time')).toBeNull()
const heading = () => screen.findByRole('heading', { level: 1, name: 'Hello, Hawa' })
const open = (api: ScriptedApi, passkeyOffered = true) =>
  openApp({ at: HOME, api, home: sampleHome(), user: { passkeyOffered } })

/** Simulates the device creating a passkey, or the customer declining. */
const device = { create: vi.fn<() => Promise<unknown>>() }
let hasLock: boolean

beforeEach(() => {
  hasLock = true
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(hasLock),
  })
  vi.doMock('@simplewebauthn/browser', () => ({
    WebAuthnError: class extends Error {},
    startRegistration: device.create,
  }))
  device.create.mockReset().mockResolvedValue({ id: 'credential' })
})

it('is hidden once a passkey is created', async () => {
  const api = newApi()
  api.answer(calls.startPasskey, { options: {} })
  api.answer(calls.addPasskey, { id: crypto.randomUUID() })
  const { user } = await open(api)
  await user.click(within(await offer()).getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText('Passkey added')).toBeDefined()
  noOffer()
  expect(document.activeElement?.id).toBe('main')
  expect(api.sent(calls.addPasskey)[0]?.body).toMatchObject({ response: { id: 'credential' } })
})

it('says that no passkey was created, and stays', async () => {
  const api = newApi()
  api.answer(calls.startPasskey, { options: {} })
  api.refuse(calls.addPasskey, 'passkey_refused', { message: 'This passkey is not taken.' })
  const { user } = await open(api)
  const add = within(await offer()).getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' })
  await user.click(add)
  expect((await within(await offer()).findByRole('alert')).textContent).toBe('This passkey is not taken.')
  device.create.mockRejectedValue(new Error('cancelled'))
  await user.click(add)
  await waitFor(async () =>
    expect(within(await offer()).getByRole('alert').textContent).toBe(
      'We couldn’t add a passkey. Try again.',
    ),
  )
})

it('is turned down for this page at once, and by the server for the next', async () => {
  const api = newApi()
  api.answer(calls.declinePasskey, undefined)
  const { user } = await open(api)
  await user.click(within(await offer()).getByRole('button', { name: 'Not now' }))
  noOffer()
  expect(api.sent(calls.declinePasskey)).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Account' }))
  await user.click(await screen.findByRole('link', { name: 'Overview' }))
  await heading()
  noOffer()
})

it.each([
  ['has a passkey or turned one down', true, false],
  ['has a device without a screen lock', false, true],
])('is not shown to a customer who %s', async (_who, lock, passkeyOffered) => {
  hasLock = lock
  await open(newApi(), passkeyOffered)
  await heading()
  noOffer()
})

it('never interrupts sending money', async () => {
  await openApp({ at: '/send-money', api: newApi(), user: { passkeyOffered: true } })
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined()
  noOffer()
})
