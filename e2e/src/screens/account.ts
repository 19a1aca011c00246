import { within } from '@sesa/test-kit/patience'
import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { answerEnquiry } from '../office-staff.ts'
import { PASSWORD, type Person } from '../people.ts'
import { linkSentTo } from '../sandbox.ts'
import { sendByApi, type Sent } from '../sent-by-api.ts'
import { BUSY, type Walk } from './walk.ts'

/** The recipients; one name is longer than a line on a phone. */
const RECIPIENTS: readonly Sent[] = [
  { whole: 12_500, name: 'Abena Owusu', to: 'GH' },
  { whole: 3_000, name: 'Mohamed Sesay', to: 'SL' },
  { whole: 950, name: 'Kwabena Asante-Frimpong of Techiman North', to: 'GH' },
  { whole: 7_250, name: 'Fatmata Kamara', to: 'SL' },
  { whole: 2_000, name: 'Yaw Darko', to: 'GH' },
  { whole: 480, name: 'Isatu Bangura', to: 'SL' },
]
/** The newest rows of the list: one refunded, one in progress. */
const NEWEST: readonly Sent[] = [
  { whole: 5_400, name: 'Joseph Mensah', ending: '0005' },
  { whole: 6_000, name: 'Akosua Boakye' },
  { whole: 1_800, name: 'Isata Mensah', ending: '0002' },
]
/** Enough for more than one page of the list. */
const ROUNDS = 4

/**
 * Takes the screens of a new profile's email address, from unconfirmed to confirmed. Emails about transfers
 * go only to a confirmed one.
 */
export async function confirmAddress({ page, api, shoot }: Walk, person: Person): Promise<void> {
  await page.goto('/me/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).waitFor()
  await shoot('profile-unconfirmed')
  await page.goto(await linkSentTo(api, person.email, { page: '/verify-email' }))
  const confirm = page.getByRole('button', { name: 'Confirm this address' })
  await confirm.waitFor()
  await shoot('verify-email-asked')
  await confirm.click()
  await page.getByText('Your email address is confirmed').waitFor()
  await shoot('verify-email-done')
}

/** Takes the history, the profile and the settings, with their errors. */
export async function accountScreens(walk: Walk): Promise<void> {
  await history(walk)
  await recipients(walk)
  await profile(walk)
  await security(walk)
  await notifications(walk)
  await walk.page.goto('/me/limits')
  await walk.page.getByText('Left to send').waitFor()
  await walk.shoot('limits')
  await cards(walk)
  await notices(walk)
  await messages(walk)
}

async function history({ page, api, shoot }: Walk): Promise<void> {
  const { idToken } = await api.call(calls.refreshToken, {})
  api.bear(idToken)
  const earlier = Array.from({ length: ROUNDS }, () => RECIPIENTS).flat()
  for (const sent of [...earlier, ...NEWEST]) await sendByApi(api, sent)
  await page.goto('/me/dashboard')
  await page.getByRole('button', { name: 'View all' }).waitFor()
  await page
    .getByRole('table')
    .getByText('Refunded', { exact: true })
    .first()
    .waitFor({ timeout: within(60) })
  await shoot('history')
  await page.getByRole('link', { name: /^Send again to Isata/ }).click()
  await page.getByRole('dialog', { name: 'Send another?' }).waitFor()
  await shoot('history-send-another')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter and export' }).click()
  await page.getByRole('button', { name: 'This month' }).click()
  await page.getByText(/^\d+ transfers\./).waitFor()
  await shoot('history-filters')
  await page.getByRole('link', { name: 'Print or save as PDF' }).click()
  await page.getByRole('heading', { name: 'Statement of transfers' }).waitFor()
  await shoot('statement')
  await page.goto('/me/dashboard')
  await page.getByRole('button', { name: 'View all' }).click()
  await page.getByRole('navigation', { name: 'Transfers: pages' }).waitFor()
  await shoot('history-all')
  await page.getByRole('searchbox').fill('nobody')
  await page.getByText('Nothing matches').waitFor()
  await shoot('history-nothing-found')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await shoot('menu')
  await page.route(/\/user\/transactions\?/, (route) => route.fulfill(BUSY))
  await page.goto('/me/dashboard?status=sent')
  await page.getByText('We couldn’t load your transfers').first().waitFor()
  await shoot('history-failed')
  await page.unroute(/\/user\/transactions\?/)
  await page.route(/\/user\/transactions\?/, () => undefined)
  await page.goto('/me/dashboard?status=sent')
  await page.getByText('Taking longer than usual.').waitFor()
  await shoot('history-slow')
  await page.unroute(/\/user\/transactions\?/)
}

async function recipients({ page, shoot }: Walk): Promise<void> {
  await page.goto('/me/recipients')
  const person = page.getByRole('main').getByRole('link', { name: 'Yaw Darko' }).first()
  await person.waitFor()
  await shoot('recipients')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page.getByText('Nobody matches').waitFor()
  await shoot('recipients-nobody')
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await person.click()
  await page.getByRole('list', { name: 'Transfers to Yaw Darko' }).waitFor()
  await shoot('recipient')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('recipients-remove')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('link', { name: 'Back to your recipients' }).click()
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('recipients-add-refused')
  await page.route(/\/user\/recipients/, (route) => route.fulfill(BUSY))
  await page.goto('/me/recipients')
  await page.getByText('We couldn’t load your recipients').waitFor()
  await shoot('recipients-failed')
  await page.unroute(/\/user\/recipients/)
}

/** Takes the conversations with support, empty, asked and answered, and the agreements. */
async function messages(walk: Walk): Promise<void> {
  const { page, shoot } = walk
  await page.goto('/me/messages')
  await page.getByText('No messages yet').waitFor()
  await shoot('messages-empty')
  await page.goto('/me/messages/new')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await page.getByText('There is a problem').waitFor()
  await shoot('message-refused')
  await page.getByLabel('What is it about?').selectOption('complaint')
  await page.getByLabel('Which transfer?').selectOption({ index: 1 })
  await page.getByLabel('Message').fill('My brother got less than the receipt says. Please look into it.')
  await shoot('message-complaint')
  await send.click()
  await page.getByText('We’ll answer by').waitFor()
  await shoot('message-thread')
  const number = /C-[0-9A-Z]{8}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
  await answerEnquiry(walk.dataDir, number, 'The network took a fee for cash.\n\nThe wallet got it all.')
  await page.reload()
  await page.getByText('The wallet got it all.').waitFor()
  await shoot('message-answered')
  await page.goto('/me/messages')
  await page.getByText('We’ve answered').waitFor()
  await shoot('messages')
  await page.goto('/me/agreements')
  await page.getByRole('heading', { name: 'Recorded' }).waitFor()
  await shoot('agreements')
}

async function profile({ page, shoot }: Walk): Promise<void> {
  await page.goto('/me/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).waitFor()
  await shoot('profile')
  await page.goto('/me/edit-profile')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await shoot('profile-edit')
  await page.goto('/me/sender-details')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('sender-details-refused')
}

async function security({ page, api, shoot }: Walk): Promise<void> {
  await page.goto('/me/settings')
  await page.getByText('This device').waitFor()
  await shoot('security')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('security-refused')
  await api.call(calls.putPassword, { body: { new: PASSWORD, confirm: PASSWORD } })
  await page.goto('/me/settings')
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('palaver')
  await page.getByRole('button', { name: 'Change phone number' }).click()
  await shoot('security-password')
  await page.getByLabel('New password', { exact: true }).fill('cassava in the sun')
  await page.getByLabel('Confirm new password', { exact: true }).fill('cassava in the sun')
  // Answers as the server does for a sign-in more than ten minutes old.
  await page.route('/auth/password', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
    }),
  )
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('step-up')
  await page.unroute('/auth/password')
  await page.keyboard.press('Escape')
  await page.goto('/me/profile')
  await menuOf(page).getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('dialog', { name: 'Delete Account' }).waitFor()
  await shoot('delete-account')
}

/** Takes the saved cards; Send Money has saved one. */
async function cards({ page, shoot }: Walk): Promise<void> {
  await page.goto('/me/cards')
  await page.getByRole('button', { name: /^Remove Visa/ }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('cards-remove')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await shoot('cards')
  await page.route('/user/cards', (route) => route.fulfill({ json: { cards: [] } }))
  await page.reload()
  await page.getByText('No saved cards').waitFor()
  await shoot('cards-empty')
  await page.unroute('/user/cards')
}

/** Takes the list, and the bell with the number of unread notices. */
async function notices({ page, api, shoot }: Walk): Promise<void> {
  await api.call(calls.exportData)
  await page.goto('/me/profile')
  await page.getByRole('link', { name: /^Notices, \d+\+? unread$/ }).waitFor()
  await shoot('notices-unread')
  await page.goto('/me/notices')
  await page.getByRole('region', { name: 'Today' }).waitFor()
  await shoot('notices')
  await page.route(/\/user\/notices/, (route) => route.fulfill(BUSY))
  await page.goto('/me/notices')
  await page.getByText('We couldn’t load your notices').waitFor()
  await shoot('notices-failed')
  await page.unroute(/\/user\/notices/)
}

/** The entries of the account: beside its pages, and on a phone on the Account page. */
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

async function notifications({ page, shoot }: Walk): Promise<void> {
  await page.goto('/me/notifications')
  await page.getByRole('switch', { name: 'Rates change' }).check()
  await shoot('notifications')
  // Another page in the menu, or on a phone the way back to it.
  const leave = page.getByRole('link', { name: 'Back to Account' })
  await menuOf(page).getByRole('link', { name: 'Security' }).or(leave).click()
  await page.getByRole('dialog').waitFor()
  await shoot('notifications-leave')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notifications saved').waitFor()
  await shoot('notifications-saved')
}
