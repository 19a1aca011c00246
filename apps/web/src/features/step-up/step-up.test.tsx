// @vitest-environment happy-dom
import { calls, ERRORS } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { openApp, securityApi } from '../../testing/app.tsx'
import { sampleUser } from '../../testing/samples.ts'

const PASSWORD = 'plantain under rain'
const signedIn = () => ({
  ...{ idToken: 'proven', expiresAt: new Date(Date.now() + 3_600_000).toISOString(), user: sampleUser() },
})
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

/** Removes a passkey: refused, as for a sign-in more than ten minutes old, until the customer has stepped up. */
async function removePasskey(api: ScriptedApi, hasPasskeys = false) {
  if (hasPasskeys) vi.stubGlobal('PublicKeyCredential', {})
  const at = new Date().toISOString()
  const passkey = { id: crypto.randomUUID(), name: 'Mine', createdAt: at, lastUsedAt: at }
  api.answer(calls.listPasskeys, { passkeys: [passkey] })
  api.answer(calls.removePasskey, ({ headers }) =>
    headers.get('authorization') === 'Bearer proven' ? undefined : refusal('step_up_required'),
  )
  const page = await openApp({ at: '/me/settings', api })
  await page.user.click(await screen.findByRole('button', { name: /^Remove the passkey Mine/ }))
  return page
}
const done = async () => {
  expect(await screen.findByText('Passkey removed')).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull()
}

it('proves with a password, and continues the action', async () => {
  const api = securityApi({ password: true })
  api.answer(calls.signInByEmail, ({ body }) =>
    body.password === PASSWORD ? signedIn() : refusal('credentials_wrong'),
  )
  const { user } = await removePasskey(api)
  await user.click(await (await dialog()).findByRole('button', { name: 'Confirm' }))
  expect((await dialog()).getAllByText('Enter your password.').length).toBeGreaterThan(0)
  await user.type((await dialog()).getByLabelText('Your password'), `${PASSWORD}!{Enter}`)
  expect(await (await dialog()).findByText(ERRORS.credentials_wrong.message)).toBeDefined()
  await user.type((await dialog()).getByLabelText('Your password'), '{Backspace}{Enter}')
  await done()
  expect(api.sent(calls.signInByEmail)[0]?.body).toMatchObject({ email: 'hawa@example.org' })
})

it('proves with a code to the account’s number, or goes back to the password', async () => {
  const api = securityApi({ password: true })
  const soon = new Date(Date.now() + 60_000).toISOString()
  const verificationId = crypto.randomUUID()
  api.answer(calls.startPhone, {
    verificationId,
    resendAfter: soon,
    expiresAt: soon,
    digits: 6,
    sentBy: 'sms',
  })
  api.answer(calls.verifyPhone, ({ body }) => (body.code === '123456' ? signedIn() : refusal('code_wrong')))
  const { user } = await removePasskey(api)
  await user.click(await (await dialog()).findByRole('button', { name: 'Use a code by SMS instead' }))
  await user.click((await dialog()).getByRole('button', { name: 'Use your password instead' }))
  await user.click((await dialog()).getByRole('button', { name: 'Use a code by SMS instead' }))
  await user.click((await dialog()).getByRole('button', { name: 'Send a code to the number ending in 56' }))
  await user.type(await (await dialog()).findByLabelText('6-digit code'), '123456')
  await done()
})

it('proves with a passkey first, where the device can', async () => {
  vi.doMock('@simplewebauthn/browser', () => ({
    WebAuthnError: class extends Error {},
    startAuthentication: () => Promise.resolve({ id: 'credential' }),
  }))
  const api = securityApi({ password: true, passkeys: 1 })
  api.answer(calls.challengePasskey, { options: {} })
  api.refuse(calls.signInByPasskey, 'passkey_refused', { message: 'That is another passkey.' })
  const { user } = await removePasskey(api, true)
  const use = await (await dialog()).findByRole('button', { name: 'Use a passkey' })
  await user.click(use)
  expect((await (await dialog()).findByRole('alert')).textContent).toBe('That is another passkey.')
  api.answer(calls.signInByPasskey, signedIn())
  await user.click(use)
  await done()
})

it('changes nothing when the customer declines', async () => {
  const { user } = await removePasskey(securityApi())
  await user.click((await dialog()).getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull()
  expect(await screen.findByText(/Nothing was changed/)).toBeDefined()
  expect(screen.getByText('Mine')).toBeDefined()
})

it.each([
  [{ phoneNumber: null }, ['Sign out', 'Not now']],
  // A password works only with a confirmed address.
  [{ password: true, emailVerified: false }, ['Send a code to the number ending in 56', 'Not now']],
  [{ passkeys: 1 }, ['Send a code to the number ending in 56', 'Not now']],
  [{ password: true, phoneNumber: null }, ['Show', 'Confirm', 'Not now']],
])('with %j offers %j', async (methods, names) => {
  await removePasskey(securityApi(methods))
  const found = await dialog()
  await waitFor(() => expect(found.getAllByRole('button').map((each) => each.textContent)).toEqual(names))
})
