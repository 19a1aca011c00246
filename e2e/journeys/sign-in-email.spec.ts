// Slow: sign-in methods that use emails, with a costly hash of each password.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import type { Api } from '../src/api.ts'
import { fillProfile, newPerson, PASSWORD, signIn, type Person } from '../src/people.ts'
import { linkSentTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const emailField = (page: Page) => page.getByLabel('Email address')
const passwordField = (page: Page, label = 'Password') =>
  page.getByRole('textbox', { name: label, exact: true })

async function signUp(page: Page, person: Person): Promise<void> {
  await emailField(page).fill(person.email)
  await passwordField(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
}

/** Opens and signs in an account with a confirmed address, a password, a phone number and a complete profile. */
async function openAccount(page: Page, api: Api, person: Person): Promise<void> {
  await page.goto('/signup')
  await signUp(page, person)
  await page.goto(await linkSentTo(api, person.email, { page: '/verify-email' }))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  await signIn(page, api, person)
  await expect(emailField(page)).toHaveValue(person.email)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/me/dashboard')
}

test('by email: sign up, confirm, verify the phone, complete the profile, sign in again', async ({
  page,
  api,
}) => {
  const person = newPerson()
  await page.goto('/sign-up?to=send-money')
  await expect(page.getByText('Create an account to send money now')).toBeVisible()
  await page.getByRole('tab', { name: 'Email' }).click()
  await signUp(page, person)
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)

  await page.goto(await linkSentTo(api, person.email, { page: '/verify-email' }))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page).toHaveURL('/me/set-up-profile?to=/send-money')
  await expect(page.getByText('First your phone number')).toBeVisible()
  await expectAccessible(page)
  await signIn(page, api, person)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/send-money')
  await page.goto('/me/dashboard')
  // A request still open when the session ends would be refused, and the browser would log an error.
  await expect(page.getByText('No transfers yet')).toBeVisible()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByRole('tab', { name: 'Email' }).click()
  await emailField(page).fill(person.email)
  await passwordField(page).fill(PASSWORD)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/me/dashboard')
})

test('a wrong password says so and keeps the address; a forgotten one is reset', async ({
  page,
  api,
  context,
  refusal,
}) => {
  const person = newPerson()
  await openAccount(page, api, person)
  await context.clearCookies()
  await page.goto('/sign-in?with=email')
  await emailField(page).fill(person.email)
  await passwordField(page).fill('plantain under sun')
  refusal(422, /^\/auth\/email\/sign-in$/)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The email address or the password isn’t right.')
  await expect(emailField(page)).toHaveValue(person.email)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await expectAccessible(page)
  await emailField(page).fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await expectAccessible(page)
  await page.goto(await linkSentTo(api, person.email, { page: '/reset-password' }))
  await expect(page).toHaveURL('/reset-password')
  await passwordField(page, 'New password').fill('password1')
  refusal(422, /^\/auth\/email\/reset$/)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('alert')).toContainText('easy to guess')
  await expectAccessible(page)
  await passwordField(page, 'New password').fill('rice and cassava leaf')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page).toHaveURL('/me/dashboard')
})
