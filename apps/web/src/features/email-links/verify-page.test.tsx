// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads } from '../../testing/reads.ts'

const TOKEN = 't'.repeat(43)
const press = () => screen.findByRole('button', { name: 'Confirm this address' })

it('advises a signed-out visitor to sign in, and confirms the address anyway', async () => {
  const api = newApi()
  const resetFrom = new Date(Date.now() + 86_400_000).toISOString()
  api.answer(calls.verifyEmail, { email: 'hawa@example.org', resetFrom, signedIn: null })
  const { user, place } = await openApp({ at: `/verify-email#${TOKEN}`, api, profile: null })
  await reads('Already have an account?Sign in first, then open the link in the email again.')
  // The secret is no longer in the address.
  expect(place()).toBe('/verify-email')
  await user.click(await press())
  await reads('hawa@example.org is now confirmed.')
  await reads('you can use it to reset your password after 24 hours.')
  expect(api.sent(calls.verifyEmail).map(({ body }) => body)).toEqual([{ token: TOKEN }])
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
})

it('leads a customer who is signed in back to the profile', async () => {
  const api = newApi()
  api.answer(calls.verifyEmail, { email: 'hawa@example.org', resetFrom: null, signedIn: null })
  api.answer(calls.getUser, { user: null, agreementsDue: [] })
  api.refuse(calls.createUser, 'rate_limited')
  const { user } = await openApp({ at: `/verify-email#${TOKEN}`, api })
  expect(screen.queryByText('Already have an account?')).toBeNull()
  await user.click(await press())
  expect(await screen.findByRole('link', { name: 'Go to your profile' })).toBeDefined()
  expect(document.body.textContent).not.toContain('after 24 hours')
})

it.each(['/verify-email', '/undo-email'])('%s asks for the link again without its secret', async (at) => {
  await openApp({ at, api: newApi() })
  await reads('Open the link in the email again')
  expect(screen.queryByRole('button', { name: /Confirm this address|Undo the change/ })).toBeNull()
})
