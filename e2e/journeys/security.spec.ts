import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withAuthenticator } from '../src/authenticator.ts'
import { newPerson, newPhone, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { codeSentTo } from '../src/sandbox.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { expectToast, toastOf } from '../src/browser/toast.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const deleteDialog = (page: Page) => page.getByRole('dialog', { name: 'Delete Account' })
const deleteEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Delete Account' })

test('a first password is set, then changed', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  await expect(region(page, 'Set a password')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  const set = page.getByRole('button', { name: 'Set password' })
  await set.click()
  await expect(page.getByRole('alert')).toContainText('Choose a password')
  await field(page, 'New password').fill(PASSWORD)
  await expect(page.getByText('Very good')).toBeVisible()
  await field(page, 'Confirm new password').fill('something else')
  await set.click()
  await expect(page.getByRole('alert')).toContainText('The new passwords don’t match.')
  await expect(field(page, 'New password')).toHaveValue(PASSWORD)
  await expectAccessible(page)
  await field(page, 'Confirm new password').fill(PASSWORD)
  await expectToast(toastOf(page, 'Password set'), set.click())

  await expect(region(page, 'Change password')).toBeVisible()
  await expect(page.getByText(/If you have forgotten your password, contact support/)).toBeVisible()
  await field(page, 'Current password').fill('not this one')
  await field(page, 'New password').fill('cassava leaf and rice')
  await field(page, 'Confirm new password').fill('cassava leaf and rice')
  refusal(422, /^\/auth\/password$/)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByRole('alert')).toContainText('The password isn’t right.')
  await expectAccessible(page)
  await field(page, 'Current password').fill(PASSWORD)
  await expectToast(toastOf(page, 'Password changed'), change.click())
  await expect(field(page, 'Current password')).toHaveValue('')
})

test('a passkey is added, signs in, and is removed', async ({ page, api }) => {
  await withProfile(api)
  await withAuthenticator(page)
  await page.goto('/me/settings')
  const passkeys = region(page, 'Passkeys')
  await expectToast(
    toastOf(page, 'Passkey added'),
    passkeys.getByRole('button', { name: 'Add a passkey' }).click(),
  )
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey.')

  await region(page, 'Your devices').getByRole('button', { name: 'Sign out this device' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/sign-in?to=/me/settings')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/me/settings')
  await expectToast(
    toastOf(page, 'Passkey removed'),
    passkeys.getByRole('button', { name: /^Remove the passkey/ }).click(),
  )
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
})

test('the phone number is changed with a code to the new one', async ({ page, api, refusal }) => {
  await withProfile(api)
  const next = newPhone('LR')
  await page.goto('/me/settings')
  const section = region(page, 'Change phone number')
  await section.getByRole('button', { name: 'Change phone number' }).click()
  await section.getByLabel('Phone number').fill(next)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Submit' }).click()
  const code = await codeSentTo(api, next)
  await section.getByLabel('6-digit code').fill(code.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))
  refusal(422, /^\/auth\/phone$/)
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('That code isn’t right.').first()).toBeVisible()
  await expectAccessible(page)
  await section.getByLabel('6-digit code').fill(code)
  // The change renews the session: a request on its way then is asked for again.
  refusal(401, /^\/user\//, { optional: true })
  await expectToast(
    toastOf(page, 'Phone number changed'),
    section.getByRole('button', { name: 'Confirm' }).click(),
  )
  await page.goto('/me/profile')
  await expect(page.getByText(next.slice(-4))).toBeVisible()
})

test('activity shows the last five events, and the earlier ones when asked', async ({ page, api }) => {
  await withProfile(api)
  for (const whole of [1_000, 2_000]) await sendByApi(api, { whole, name: 'Ama Mensah' })
  await page.goto('/me/settings')
  const activity = region(page, 'Activity')
  await expect(activity.getByRole('listitem')).toHaveCount(5)
  await expect(activity.getByText('Account opened')).toBeHidden()
  await activity.getByRole('button', { name: 'Show earlier activity' }).click()
  await expect(activity.getByText('Account opened')).toBeVisible()
  await expect(activity.getByText('Signed in with a code to your phone').first()).toBeVisible()
})

test('asks for a password or a code when the sign-in is old', async ({ page, api, refusal }) => {
  const person = newPerson()
  await withProfile(api, person)
  await withPassword(api, person)
  await page.goto('/me/settings')
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
  await field(page, 'Current password').fill(PASSWORD)
  await field(page, 'New password').fill('cassava leaf and rice')
  await field(page, 'Confirm new password').fill('cassava leaf and rice')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a code by SMS instead' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use your password instead' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await expectToast(
    toastOf(page, 'Password changed'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  )
  await expect(dialog).toBeHidden()
})

test('deleting asks in the words of the spec, offers the data first and waits for money in progress', async ({
  page,
  api,
  refusal,
}) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah', ending: '0002' })
  await page.goto('/me/settings')
  await deleteEntry(page).click()
  await expect(deleteDialog(page)).toContainText(
    'You are initiating a process to permanently delete your account. Confirm to proceed',
  )
  await expectAccessible(page)
  await deleteDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(deleteDialog(page)).toBeHidden()
  await expect(deleteEntry(page)).toBeFocused()

  await deleteEntry(page).click()
  const download = page.waitForEvent('download')
  await deleteDialog(page).getByRole('button', { name: 'Download my data first' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('data')
  await expect(deleteDialog(page)).toContainText('Saved to your downloads')

  refusal(409, /^\/user$/)
  await deleteDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(deleteDialog(page).getByRole('alert')).toContainText('A transfer is still in progress.')
  await expectAccessible(page)
  await deleteDialog(page).getByRole('link', { name: 'See your transfers' }).click()
  await expect(page).toHaveURL('/me/dashboard')
})

test('a deleted account is gone, and says what is kept', async ({ page, api }) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await page.goto('/me/settings')
  await deleteEntry(page).click()
  await deleteDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(
    page.getByText(
      /Your account is deleted\. We must keep transfer records by law. We lock them and delete them on/,
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/me/dashboard')
  await expect(page).toHaveURL('/sign-in?to=/me/dashboard')
})

test('signs in with Google in a window, and explains one that is closed or blocked', async ({
  page,
  context,
}) => {
  await page.goto('/sign-in')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const opened = context.waitForEvent('page')
  await google.click()
  await (await opened).close()
  await expect(page.getByRole('alert')).toContainText('The Google window closed before you signed in.')
  await expectAccessible(page)

  const again = context.waitForEvent('page')
  await google.click()
  const popup = await again
  await popup.getByLabel('Another account').fill(newPerson().email)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.evaluate('window.open = () => null')
  await google.click()
  await expect(page.getByRole('alert')).toContainText('Your browser blocked the Google window.')
})
