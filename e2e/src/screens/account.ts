import { linkSentTo } from '../sandbox.ts'
import { PASSWORD, withPassword, type Person } from '../people.ts'
import { calls } from '@sesa/contract'
import { sendByApi } from '../sent-by-api.ts'
import { BUSY, type Walk } from './walk.ts'

/** The history, the profile and the settings, with what can go wrong in them. */
export async function accountScreens(walk: Walk, person: Person): Promise<void> {
  await history(walk)
  await profile(walk, person)
  await settings(walk, person)
}

async function history({ page, api, shoot }: Walk): Promise<void> {
  const { idToken } = await api.call(calls.refreshToken, {})
  api.bear(idToken)
  for (let n = 1; n <= 20; n++) await sendByApi(api, { whole: 500 + n, name: 'Abena Owusu', to: 'SL' })
  await page.goto('/me/dashboard')
  await page.getByRole('button', { name: 'View all' }).waitFor()
  await shoot('history')
  await page.getByRole('button', { name: 'View all' }).click()
  await page.getByRole('navigation', { name: 'Transfers: pages' }).waitFor()
  await shoot('history-all')
  await page.getByRole('searchbox').fill('nobody')
  await page.getByText('Nothing matches').waitFor()
  await shoot('history-nothing-found')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await shoot('menu')
  await page.route(/\/user\/transactions\?/, (route) => route.fulfill(BUSY))
  await page.goto('/me/dashboard')
  await page.getByText('could not be loaded').first().waitFor()
  await shoot('history-failed')
  await page.unroute(/\/user\/transactions\?/)
  await page.route(/\/user\/transactions\?/, () => undefined)
  await page.goto('/me/dashboard')
  await page.getByText('This takes longer than usual.').waitFor()
  await shoot('history-slow')
  await page.unroute(/\/user\/transactions\?/)
}

async function profile({ page, api, shoot }: Walk, person: Person): Promise<void> {
  await page.goto('/me/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).waitFor()
  await shoot('profile')
  await page.goto('/me/edit-profile')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await shoot('profile-edit')
  await page.goto('/me/sender-details')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('sender-details')
  await page.goto(await linkSentTo(api, person.email))
  await page.getByRole('button', { name: 'Confirm this address' }).waitFor()
  await shoot('verify-email-asked')
}

async function settings({ page, api, shoot }: Walk, person: Person): Promise<void> {
  await page.goto('/me/settings')
  await page.getByText('This device').waitFor()
  await shoot('security')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('security-refused')
  await withPassword(api, person)
  await page.goto('/me/settings')
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('palaver')
  await page.getByRole('button', { name: 'Change phone number' }).click()
  await shoot('security-password')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await shoot('delete-account')
  await page.goto('/me/notifications')
  await page.getByRole('switch', { name: 'Rates change' }).check()
  await shoot('notifications')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Security' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('notifications-leave')
}
