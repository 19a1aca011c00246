import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectToast } from '../src/browser/toast.ts'
import { withProfile } from '../src/people.ts'
import { dueReminder, savedRecipient } from '../src/reminders.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import {
  cardForm,
  CARDS,
  continueWith,
  expectSent,
  newOrder,
  payButton,
  payWith,
  receiveAmount,
  recipientName,
  sendAmount,
  keepCard,
} from '../src/transfer.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test(
  'a reminder is set, changed, paused, resumed and ended',
  { tag: '@wide' },
  async ({ page, api, refusal }) => {
    await withProfile(api)
    await page.goto('/me/dashboard')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Reminders' }).click()
    await expect(heading(page, 'Reminders')).toBeVisible()
    await expect(page.getByText('No reminders')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Set a reminder' }).click()
    await expect(page.getByText('No recipients yet')).toBeVisible()
    await expectAccessible(page)

    await savedRecipient(api, 'Kofi Boateng')
    await page.goto('/me/reminders/new')
    await page.getByRole('button', { name: 'Set reminder' }).click()
    const problems = page.getByRole('alert')
    await expect(problems).toContainText('Choose one of your recipients.')
    await expect(problems).toContainText('Enter an amount.')
    await expectAccessible(page)
    await page.getByLabel('Recipient').selectOption({ index: 1 })
    await page.getByLabel('Amount they get').check()
    await page.getByRole('textbox', { name: 'Amount' }).fill('200')
    await page.getByLabel('Every month').check()
    await page.getByLabel('First day').fill('2020-01-31')
    await page.getByRole('button', { name: 'Set reminder' }).click()
    await expect(page.getByText('Choose today or a later day.')).toHaveCount(2)
    await page.getByLabel('First day').fill(lastOfJanuary())
    // The server’s answer is about a field as well, and nothing typed is lost.
    refusal(422, /^\/user\/reminders$/)
    await page.route('/user/reminders', (route) => route.fulfill(FULL))
    await page.getByRole('button', { name: 'Set reminder' }).click()
    await expect(problems).toContainText('You have the maximum of 20 reminders.')
    await expectAccessible(page)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('200.00')
    await page.unroute('/user/reminders')
    await expectToast(
      status(page, 'Reminder set'),
      page.getByRole('button', { name: 'Set reminder' }).click(),
    )

    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Kofi Boateng' })
    await expect(row).toContainText('They get GHS 200.00')
    await expect(row).toContainText('Every month on the 31st, or the last day')
    await expect(row).toContainText(/Next: 31 Jan 20\d\d/)
    await expectAccessible(page)
    const button = (what: string) =>
      row.getByRole('button', { name: `${what} the reminder for Kofi Boateng` })
    await expectToast(status(page, 'Reminder paused'), button('Pause').click())
    await expect(row).toContainText('Paused')
    await expectToast(status(page, 'Reminder resumed'), button('Resume').press('Enter'))
    await expect(row).toContainText('Next: 31 Jan')

    await button('Change').click()
    await expect(heading(page, 'Change reminder')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('200.00')
    await expectAccessible(page)
    await page.getByLabel('Once').check()
    await page.getByRole('textbox', { name: 'Amount' }).fill('150')
    await expectToast(status(page, 'Reminder saved'), page.getByRole('button', { name: 'Save' }).click())
    await expect(row).toContainText('They get GHS 150.00')
    await expect(row).toContainText('Once')

    await button('End').click()
    const question = page.getByRole('dialog', { name: 'End this reminder?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(button('End')).toBeFocused()
    await button('End').press('Enter')
    await expectToast(status(page, 'Reminder ended'), question.getByRole('button', { name: 'End' }).click())
    await expect(page.getByText('No reminders')).toBeVisible()
    const { events } = await api.call(calls.listActivity)
    expect(events.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Reminder set', 'Reminder changed', 'Reminder paused', 'Reminder ended']),
    )
  },
)

const FULL = {
  status: 422,
  json: {
    error: {
      code: 'reminders_full',
      message: 'You have the maximum of 20 reminders. End one, then try again.',
      requestId: 'r',
    },
  },
}

/** Returns the next 31st of January, at most a year ahead. */
function lastOfJanuary(): string {
  const now = new Date()
  const isPast = now.toISOString().slice(5) > '01-31'
  return `${now.getUTCFullYear() + (isPast ? 1 : 0)}-01-31`
}

test(
  'a due reminder is paid in two taps with a saved card, and its code for a new recipient',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await continueWith(page, newOrder())
    await keepCard(page)
    await payWith(page, CARDS.good)
    await expectSent(page)

    const id = await dueReminder(api, { recipientId: await savedRecipient(api, 'Kofi Boateng') })
    await expect(async () => {
      expect((await api.call(calls.getHome)).home.reminders).toHaveLength(1)
    }).toPass({ timeout: 60_000, intervals: [250, 500, 1_000] })
    const { notices } = await api.call(calls.listNotices)
    expect(notices[0]).toMatchObject({ path: `/send-money?reminder=${id}`, kind: 'reminder_due' })

    await page.goto('/me/dashboard')
    const due = page
      .getByRole('region', { name: 'Reminders' })
      .getByRole('link', { name: /Send money to Kofi Boateng/ })
    await expect(due).toContainText('You send LRD 5,000.00')
    const again = page.getByRole('region', { name: 'Send again' })
    expect((await due.boundingBox())?.y).toBeLessThan((await again.boundingBox())?.y ?? 0)
    await expectAccessible(page)
    await due.click()
    await expect(page.getByText('From your reminder')).toBeVisible()
    await expect(recipientName(page)).toHaveValue('Kofi Boateng')
    await expect(sendAmount(page)).toHaveValue('5,000.00')
    await expectAccessible(page)

    // From the open reminder: two taps, and nothing is typed.
    let [taps, typed] = [0, 0]
    await page.exposeFunction('countInput', (kind: 'tap' | 'key') => void (kind === 'tap' ? taps++ : typed++))
    await page.evaluate(`
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countInput('tap'), true)
    addEventListener('input', (event) => event.isTrusted && countInput('key'), true)`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(payButton(page)).toBeEnabled()
    await expect(payButton(page)).toHaveAccessibleDescription(/LRD 5,000\.00 with Visa ••••\s4242$/)
    await cardForm(page).getByLabel('Security code').fill('123')
    await payButton(page).click()
    await expectSent(page)
    expect({ taps, typed }).toEqual({ taps: 2, typed: 0 })

    // The person is paid, so the home page no longer asks.
    await page.goto('/me/dashboard')
    await expect(page.getByRole('region', { name: 'Send again' })).toContainText('Kofi Boateng')
    await expect(page.getByRole('region', { name: 'Reminders' })).toBeHidden()
  },
)

test('a reminder about what arrives fills in that amount, and one that has ended says so', async ({
  page,
  api,
  refusal,
}) => {
  await withProfile(api)
  const recipientId = await savedRecipient(api, 'Efua Mensah')
  const id = await dueReminder(api, { recipientId, side: 'receive', amount: 15_000, frequency: 'weekly' })
  await page.goto(`/send-money?reminder=${id}`)
  await expect(receiveAmount(page)).toHaveValue('150.00')
  await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await expect(recipientName(page)).toHaveValue('Efua Mensah')

  await api.call(calls.endReminder, { params: { id } })
  refusal(404, /^\/user\/reminders\//)
  await page.goto(`/send-money?reminder=${id}`)
  await expect(page.getByText('This reminder has ended')).toBeVisible()
  await expect(recipientName(page)).toHaveValue('')
  await expectAccessible(page)
})

test('a delivered transfer and a recipient offer a reminder, filled in', async ({ page, api }) => {
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 3_000, name: 'Ama Mensah' })
  await page.goto(`/transfer-status?payment_intent=${paymentId}&intent=view`)
  await page.getByRole('link', { name: 'Remind me next month' }).click()
  await expect(heading(page, 'Set a reminder')).toBeVisible()
  await expect(page.getByLabel('Recipient').locator('option:checked')).toContainText('Ama Mensah')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('3,000.00')
  await expect(page.getByLabel('Every month')).toBeChecked()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set reminder' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('You send LRD 3,000.00')
  await expectAccessible(page)

  await page.goto('/me/recipients')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ama Mensah/ })
    .click()
  await page.getByRole('link', { name: 'Set a reminder' }).click()
  await expect(page.getByLabel('Recipient').locator('option:checked')).toContainText('Ama Mensah')
})

test('offline and failed answers lose nothing typed, and a failed list says so', async ({
  page,
  api,
  context,
  refusal,
}) => {
  await withProfile(api)
  const recipientId = await savedRecipient(api, 'Kofi Boateng')
  await page.goto(`/me/reminders/new?recipient=${recipientId}`)
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('750')
  await context.setOffline(true)
  refusal(0, /^\/user\/reminders$/)
  await page.getByRole('button', { name: 'Set reminder' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Sesa.', { timeout: 60_000 })
  await expectAccessible(page)
  await expect(amount).toHaveValue('750.00')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Set reminder' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('You send LRD 750.00')
  expect((await api.call(calls.listReminders)).reminders).toHaveLength(1)

  const busy = { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } }
  refusal(503, /^\/user\/reminders/)
  await page.route(/\/user\/reminders\/.*\/pause$/, (route) => route.fulfill({ status: 503, json: busy }))
  await page.getByRole('button', { name: /^Pause/ }).click()
  await expect(page.getByText('We couldn’t change the reminder')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.route('/user/reminders', (route) => route.fulfill({ status: 503, json: busy }))
  await page.reload()
  await expect(page.getByText('We couldn’t load your reminders')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.unroute('/user/reminders')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
})
