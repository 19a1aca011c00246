import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newPerson, newPhone, PASSWORD, withProfile } from '../src/people.ts'
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
  const set = page.getByRole('button', { name: 'Set password' })
  await field(page, 'New password').fill(PASSWORD)
  await field(page, 'Confirm new password').fill(PASSWORD)
  await expectToast(toastOf(page, 'Password set'), set.click())

  await expect(region(page, 'Change password')).toBeVisible()
  await field(page, 'Current password').fill('not this one')
  await field(page, 'New password').fill('cassava leaf and rice')
  await field(page, 'Confirm new password').fill('cassava leaf and rice')
  refusal(422, /^\/auth\/password$/)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByRole('alert')).toContainText('The password isn’t right.')
  await field(page, 'Current password').fill(PASSWORD)
  await expectToast(toastOf(page, 'Password changed'), change.click())
  await expect(field(page, 'Current password')).toHaveValue('')
})

test('the phone number is changed with a code to the new one', async ({ page, api, refusal }) => {
  await withProfile(api)
  const next = newPhone('LR')
  await page.goto('/me/settings')
  const section = region(page, 'Change phone number')
  await section.getByRole('button', { name: 'Change phone number' }).click()
  await section.getByLabel('Phone number').fill(next)
  await section.getByRole('button', { name: 'Submit' }).click()
  const code = await codeSentTo(api, next)
  await section.getByLabel('6-digit code').fill(code.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))
  refusal(422, /^\/auth\/phone$/)
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('That code isn’t right.').first()).toBeVisible()
  await section.getByLabel('6-digit code').fill(code)
  // The change renews the session: a request in flight is then sent again.
  refusal(401, /^\/user\//, { optional: true })
  await expectToast(
    toastOf(page, 'Phone number changed'),
    section.getByRole('button', { name: 'Confirm' }).click(),
  )
  await page.goto('/me/profile')
  await expect(page.getByText(next.slice(-4))).toBeVisible()
})

test('an account is deleted after its data is downloaded, is gone, and says what is kept', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await page.goto('/me/profile')
  await deleteEntry(page).click()
  await deleteDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(deleteDialog(page)).toBeHidden()
  await expect(deleteEntry(page)).toBeFocused()

  await deleteEntry(page).click()
  const download = page.waitForEvent('download')
  await deleteDialog(page).getByRole('button', { name: 'Download my data first' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('data')
  await deleteDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(
    page.getByText(
      /Your account is deleted\. We must keep transfer records by law. We lock them and delete them on/,
    ),
  ).toBeVisible()
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
