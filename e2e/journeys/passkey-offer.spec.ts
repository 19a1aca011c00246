import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withAuthenticator } from '../src/authenticator.ts'
import { fillProfile, newPerson, PASSWORD, signIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { expectToast, toastOf } from '../src/browser/toast.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Sign in with a passkey next time' })
const history = (page: Page) => page.getByRole('heading', { name: 'Transaction History' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

test('offers a passkey after a code, creates it, signs in with it and steps up with it', async ({
  page,
  api,
  refusal,
}) => {
  await withAuthenticator(page)
  const person = newPerson()
  await page.goto('/sign-in')
  await signIn(page, api, person)
  await expect(page).toHaveURL(/set-up-profile/)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  await expect(offer(page)).toContainText('Safer than text codes')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await expectToast(
    toastOf(page, 'Passkey added'),
    offer(page).getByRole('button', { name: 'Add a passkey' }).click(),
  )
  await expect(offer(page)).toBeHidden()

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  await expect(history(page)).toBeVisible()
  await expect(offer(page)).toBeHidden()

  // Answers once as the server does for a sign-in more than ten minutes old.
  let asked = 0
  await page.route('/auth/password', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 403,
          json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
        })
      : route.continue(),
  )
  refusal(403, /^\/auth\/password$/)
  await page.goto('/me/settings')
  for (const label of ['New password', 'Confirm new password'])
    await page.getByRole('textbox', { name: label, exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectToast(
    toastOf(page, 'Password set'),
    dialog.getByRole('button', { name: 'Use a passkey' }).click(),
  )
  await expect(dialog).toBeHidden()
})

test('"Not now" is remembered by this page, and by the server for the next', async ({ page, api }) => {
  await withAuthenticator(page)
  await withProfile(api)
  await page.goto('/me/dashboard')
  const declined = page.waitForResponse('/auth/passkeys/offer')
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toBeHidden()
  expect((await declined).status()).toBe(204)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL('/me/profile')
  await page.goBack()
  await expect(history(page)).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.reload()
  await expect(history(page)).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('the offer never interrupts sending money, and skips devices without passkeys', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  await expect(history(page)).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await signOut(page)
  await withAuthenticator(page)
  const person = newPerson()
  await page.goto('/sign-in?to=send-money')
  await signIn(page, api, person)
  await expect(page).toHaveURL(/set-up-profile/)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/send-money')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('says that no passkey was created, and keeps the offer', async ({ page, api, refusal }) => {
  await withAuthenticator(page)
  await withProfile(api, newPerson('GH'))
  await page.goto('/me/dashboard')
  await page.route('/auth/passkeys', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'passkey_refused', message: 'This passkey is not taken.', requestId: 'r' } },
    }),
  )
  refusal(422, /^\/auth\/passkeys$/)
  await offer(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(offer(page).getByRole('alert')).toContainText('This passkey is not taken.')
  await expectAccessible(page)
})
