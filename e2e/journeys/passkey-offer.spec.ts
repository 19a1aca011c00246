import type { Page } from '@playwright/test'
import { withAuthenticator } from '../src/authenticator.ts'
import { fillProfile, newPerson, PASSWORD, signIn } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { expectToast, toastOf } from '../src/browser/toast.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Sign in with a passkey next time' })
const history = (page: Page) => page.getByRole('heading', { name: 'Transaction History' })

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
  await expectToast(
    toastOf(page, 'Passkey added'),
    offer(page).getByRole('button', { name: 'Add a passkey' }).click(),
  )
  await expect(offer(page)).toBeHidden()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
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

  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey.')
  await expectToast(
    toastOf(page, 'Passkey removed'),
    passkeys.getByRole('button', { name: /^Remove the passkey/ }).click(),
  )
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
})
