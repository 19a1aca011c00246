// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refusal } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleProfile, sampleUser } from '../../testing/samples.ts'

const EMAIL = 'hawa@example.org'
const TOKEN = 'a'.repeat(32)

const signedIn = () => ({
  idToken: 'token',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  user: sampleUser(),
})

/** Opens a page signed out; signing in there continues as a customer with a profile. */
async function open(at: string) {
  const api = newApi()
  api.answer(calls.getUser, { user: sampleProfile(), agreementsDue: [] })
  return { api, ...(await openApp({ at, api, profile: null })) }
}
const press = (name: string) => screen.findByRole('button', { name })
const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const alertSays = async (text: string) =>
  expect((await screen.findByRole('alert')).textContent).toContain(text)

it.each(['/verify-email', '/reset-password', '/undo-email'])(
  '%s explains a link that is cut off',
  async (at) => {
    await open(at)
    expect(await screen.findByText('Open the link in the email again')).toBeDefined()
  },
)

describe('the link that confirms an address', () => {
  it('hides its secret, waits for a press, and says when it was used', async () => {
    const { api, user, place } = await open(`/verify-email#${TOKEN}`)
    api.refuse(calls.verifyEmail, 'link_expired')
    await waitFor(() => expect(place()).toBe('/verify-email'))
    expect(api.sent(calls.verifyEmail)).toEqual([])
    await user.click(await press('Confirm this address'))
    await alertSays('This link has expired or was used. Request a new one.')
  })

  it('asks for the password in another browser than the one that signed up', async () => {
    const { api, user, place } = await open(`/verify-email?to=/send-money#${TOKEN}`)
    api.answer(calls.verifyEmail, ({ body }) =>
      body.password === undefined
        ? refusal('password_needed')
        : { email: EMAIL, signedIn: signedIn(), resetFrom: null },
    )
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.click(await press('Confirm this address'))
    await alertSays('Enter the password you chose when you signed up.')
    await user.type(screen.getByLabelText('Password'), 'plantain under rain')
    await user.click(await press('Confirm this address'))
    await waitFor(() => expect(place()).toBe('/send-money'))
    expect(api.sent(calls.verifyEmail).map(({ body }) => body)).toEqual([
      { token: TOKEN },
      { token: TOKEN, password: 'plantain under rain' },
    ])
  })

  it('says when the address is confirmed, and from when it can reset the password', async () => {
    const { api, user } = await open(`/verify-email#${TOKEN}`)
    api.answer(calls.verifyEmail, { email: EMAIL, signedIn: null, resetFrom: new Date().toISOString() })
    await user.click(await press('Confirm this address'))
    await says('Your email address is confirmed')
    await says('you can use it to reset your password after 24 hours')
  })
})

it('a forgotten password gets the same answer for every address', async () => {
  const { api, user } = await open('/forgot-password')
  api.answer(calls.forgotPassword, { status: 'accepted' })
  await user.type(await screen.findByLabelText('Email address'), EMAIL)
  await user.click(await press('Send the link'))
  await says(`If ${EMAIL} has an account`)
  expect(await press('Send it again')).toBeDefined()
  expect(api.sent(calls.forgotPassword)[0]?.body).toEqual({ email: EMAIL })
})

it('a new password that is easy to guess is refused, another one signs in', async () => {
  const { api, user, place } = await open(`/reset-password#${TOKEN}`)
  api.refuse(calls.resetPassword, 'password_weak', { field: 'password', message: 'That is easy to guess.' })
  const password = await screen.findByLabelText('New password')
  await user.type(password, 'Plantain-1')
  await user.click(await press('Save the new password'))
  await alertSays('easy to guess')
  api.answer(calls.resetPassword, signedIn())
  await user.clear(password)
  await user.type(password, 'rice and cassava leaf')
  await user.click(await press('Save the new password'))
  await waitFor(() => expect(place()).toBe('/me/dashboard'))
  expect(await screen.findByText('Password changed')).toBeDefined()
})

it('an undone change of the address restores it, and signs out here too', async () => {
  const { api, user } = await open(`/undo-email#${TOKEN}`)
  api.answer(calls.undoEmail, { email: EMAIL })
  await user.click(await press('Undo the change'))
  await says('Your email address is restored')
  await says(`We’ll use ${EMAIL} again`)
})
