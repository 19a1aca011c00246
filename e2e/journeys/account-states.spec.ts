// Slow: axe in every state of every page of the account.
import type { Page } from '@playwright/test'
import { calls, IDENTITY_CHECK_REASONS } from '@sesa/contract'
import { withAuthenticator } from '../src/authenticator.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPhone, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { dueReminder, savedRecipient } from '../src/reminders.ts'
import { linkSentTo } from '../src/sandbox.ts'
import { accountScreens, confirmAddress } from '../src/screens/account.ts'
import { BUSY } from '../src/screens/walk.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { test } from '../src/test.ts'
import { CARDS, continueWith, expectSent, keepCard, newOrder, payWith } from '../src/transfer.ts'

/** The journey through the account runs staff commands. */
const testAlone = withOwnProduct()

const STEP_UP = {
  status: 403,
  json: { error: { code: 'step_up_required', message: 'Confirm it is you.', requestId: 'r' } },
}

/** Checks the open state, once its text is visible, at the usual width and at 320 px. */
async function check(page: Page, text: string | RegExp): Promise<void> {
  await test.step(String(text), async () => {
    await page.getByText(text).first().waitFor()
    await expectAccessible(page)
    const size = page.viewportSize() ?? { width: 360, height: 640 }
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)
    await page.setViewportSize(size)
  })
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

testAlone(
  'every screen of the account that has a picture is accessible',
  { tag: '@all' },
  async ({ page, api, context, product: { dataDir }, refusal }) => {
    // About fifty states, each checked in both themes.
    testAlone.slow()
    const person = await withProfile(api)
    const walk = { page, api, context, dataDir, shoot: () => expectAccessible(page) }
    await confirmAddress(walk, person)
    await page.goto('/send-money')
    await continueWith(page, newOrder())
    await keepCard(page)
    await payWith(page, CARDS.good)
    await expectSent(page)
    refusal(503, /^\/user\/(transactions|recipients|notices)$/)
    refusal(403, /^\/auth\/password$/)
    await accountScreens(walk)
  },
)

test(
  'the profile and the security settings are accessible in every other state',
  { tag: '@all' },
  async ({ page, api, refusal }) => {
    const person = await withProfile(api)
    refusal(503, /^\/(user|auth)\//)
    await page.goto('/me/edit-profile')
    await page.route('/user/profile', (route) => route.fulfill(BUSY))
    await press(page, 'Save')
    await check(page, BUSY.json.error.message)
    await page.unroute('/user/profile')
    refusal(403, /^\/(user|auth)\//)
    await page.route('/user/profile', (route) => route.fulfill(STEP_UP))
    await press(page, 'Save')
    await check(page, /^Send a code to the number/)
    await page.unroute('/user/profile')

    await withPassword(api, person)
    await page.goto('/me/edit-profile')
    await page.getByLabel('Email address').fill(`new.${person.email}`)
    await press(page, 'Save')
    await check(page, 'Confirm your new email address')

    await withAuthenticator(page)
    await page.goto('/me/settings')
    await press(page, 'Add a passkey')
    await check(page, /^Added /)
    refusal(422, /^\/auth\/(password|phone)$/)
    await page.getByLabel('Current password', { exact: true }).fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm new password', { exact: true }).fill(PASSWORD)
    await press(page, 'Change password')
    await check(page, 'The password isn’t right.')
    await press(page, 'Change phone number')
    const section = page.getByRole('region', { name: 'Change phone number' })
    await section.getByLabel('Phone number').fill(newPhone('LR'))
    await section.getByRole('button', { name: 'Submit' }).click()
    await section.getByLabel('6-digit code').fill('000000')
    await section.getByRole('button', { name: 'Confirm', exact: true }).click()
    await check(page, 'That code isn’t right.')

    await page.route('/auth/sessions', (route) => route.fulfill(BUSY))
    await page.reload()
    await check(page, 'We couldn’t load your devices')
    await page.unroute('/auth/sessions')
    await sendByApi(api, { whole: 2_000, name: 'Ama Mensah', ending: '0002' })
    refusal(409, /^\/user$/)
    await page.goto('/me/profile')
    await press(page, 'Delete Account')
    await press(page, /^Confirm$/)
    await check(page, 'A transfer is still in progress.')
  },
)

test(
  'the links of the emails and the end of an account are accessible',
  { tag: '@all' },
  async ({ page, api }) => {
    const person = await withProfile(api)
    const link = await linkSentTo(api, person.email, { page: '/verify-email' })
    await page.goto('/me/profile')
    await press(page, 'Delete Account')
    await page.route('/user', (route) => route.fulfill({ json: { lockedUntil: '2033-11-24T00:00:00.000Z' } }))
    await press(page, /^Confirm$/)
    await page.context().clearCookies()
    await page.goto(link)
    await check(page, 'Already have an account?')
    await press(page, 'Confirm this address')
    await check(page, 'Your email address is confirmed')
    await page.goto('/undo-email#unknown')
    await check(page, 'Undo the change')
  },
)

test(
  'the home page, recipients, reminders and alerts are accessible in every other state',
  { tag: '@all' },
  async ({ page, api, context, refusal }) => {
    await withAuthenticator(page)
    await withProfile(api)
    await page.goto('/me/dashboard')
    await check(page, 'Send your first transfer')
    refusal(503, /^\/(user|auth)\//)
    await page.route('/auth/passkeys', (route) => route.fulfill(BUSY))
    await press(page, 'Add a passkey')
    await check(page, BUSY.json.error.message)
    await page.goto('/me/reminders')
    await check(page, 'No reminders')
    await page.goto('/me/reminders/new')
    await check(page, 'No recipients yet')

    const recipientId = await savedRecipient(api, 'Kofi Boateng')
    await page.goto(`/me/recipients?person=${recipientId}`)
    await check(page, 'No transfers yet')
    await page.goto('/me/reminders/new')
    await press(page, 'Set reminder')
    await check(page, 'There is a problem')
    const id = await dueReminder(api, { recipientId, frequency: 'weekly' })
    await page.goto('/me/dashboard')
    await check(page, 'Send money to Kofi Boateng')
    await page.goto(`/send-money?reminder=${id}`)
    await check(page, 'From your reminder')
    await page.goto('/me/reminders')
    await page.route(/\/pause$/, (route) => route.fulfill(BUSY))
    await press(page, /^Pause/)
    await check(page, 'We couldn’t change the reminder')
    await press(page, /^Change/)
    await check(page, 'Change reminder')
    await page.goto('/me/reminders')
    await press(page, /^End/)
    await check(page, 'End this reminder?')
    await api.call(calls.endReminder, { params: { id } })
    refusal(404, /^\/user\//)
    await page.goto(`/send-money?reminder=${id}`)
    await check(page, 'This reminder has ended')

    await page.goto('/me/rate-alerts?from=GH&to=LR')
    const threshold = page.getByRole('textbox', { name: /gives at least$/ })
    await threshold.fill('a lot')
    await press(page, 'Set alert')
    await check(page, 'There is a problem')
    await threshold.fill('9,950')
    await press(page, 'Set alert')
    await check(page, 'GHS 100 gives at least LRD 9,950.00')
    for (const [path, what] of [
      ['/user/rate-alerts', 'your rate alerts'],
      ['/user/reminders', 'your reminders'],
      ['/user/notifications', 'your choices'],
    ] as const) {
      await page.route(path, (route) => route.fulfill(BUSY))
      await page.goto(path.replace('/user/', '/me/'))
      await check(page, `We couldn’t load ${what}`)
      await page.unroute(path)
    }

    await page.goto('/me/notices')
    await check(page, 'Updates about your transfers and account.')
    await page.goto('/me/dashboard')
    refusal(0, /^\/currency\/rates\//, { optional: true })
    await context.setOffline(true)
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByText('No transfers yet'))
      .first()
      .waitFor()
    await check(page, 'You’re offline.')
    await context.setOffline(false)
  },
)

test('the identity check is accessible in every state', { tag: '@all' }, async ({ page, api }) => {
  await withProfile(api)
  const { check: fresh } = await api.call(calls.getIdentityCheck)
  const states = [
    [{}, 'With a document and a selfie'],
    [
      { state: 'failed_retryable', message: IDENTITY_CHECK_REASONS.selfie_unreadable },
      'Try again in good light.',
    ],
    [
      { state: 'needs_review', message: IDENTITY_CHECK_REASONS.unknown, canStart: false },
      'We’re reviewing your check',
    ],
    [
      { nameToConfirm: 'Hawa Weah', message: IDENTITY_CHECK_REASONS.name_mismatch },
      'Use the document’s name',
    ],
    [{ state: 'verified', canStart: false, validUntil: '2034-12-31' }, 'Identity confirmed'],
  ] as const
  for (const [change, text] of states) {
    await page.route('/user/identity-check', (route) =>
      route.fulfill({ json: { check: { ...fresh, ...change } } }),
    )
    await page.goto('/me/limits?more')
    await check(page, text)
    await page.unroute('/user/identity-check')
  }
})
