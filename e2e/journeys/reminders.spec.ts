import { calls } from '@sesa/contract'
import { expectToast, toastOf } from '../src/browser/toast.ts'
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
  recipientName,
  sendAmount,
  keepCard,
} from '../src/transfer.ts'

test('a reminder is set for a recipient, changed, paused, resumed and ended', async ({ page, api }) => {
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 3_000, name: 'Ama Mensah' })
  await page.goto(`/transfer-status?payment_intent=${paymentId}&intent=view`)
  await page.getByRole('link', { name: 'Remind me next month' }).click()
  await expect(page.getByLabel('Recipient').locator('option:checked')).toContainText('Ama Mensah')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('3,000.00')
  await page.getByRole('button', { name: 'Set reminder' }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ama Mensah' })
  await expect(row).toContainText('You send LRD 3,000.00')

  const button = (what: string) => row.getByRole('button', { name: `${what} the reminder for Ama Mensah` })
  await expectToast(toastOf(page, 'Reminder paused'), button('Pause').click())
  await expectToast(toastOf(page, 'Reminder resumed'), button('Resume').press('Enter'))
  await button('Change').click()
  await page.getByLabel('Once').check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1500')
  await expectToast(toastOf(page, 'Reminder saved'), page.getByRole('button', { name: 'Save' }).click())
  await expect(row).toContainText('You send LRD 1,500.00')
  await expect(row).toContainText('Once')

  await button('End').click()
  const question = page.getByRole('dialog', { name: 'End this reminder?' })
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(button('End')).toBeFocused()
  await button('End').press('Enter')
  await expectToast(toastOf(page, 'Reminder ended'), question.getByRole('button', { name: 'End' }).click())
  await expect(page.getByText('No reminders')).toBeVisible()
  const { events } = await api.call(calls.listActivity)
  expect(events.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Reminder set', 'Reminder changed', 'Reminder paused', 'Reminder ended']),
  )
})

test('a due reminder is paid in two taps with a saved card, and its code for a new recipient', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await keepCard(page)
  await payWith(page, CARDS.good)
  await expectSent(page)

  const id = await dueReminder(api, { recipientId: await savedRecipient(api, 'Kofi Boateng') })
  const { notices } = await api.call(calls.listNotices)
  expect(notices[0]).toMatchObject({ path: `/send-money?reminder=${id}`, kind: 'reminder_due' })

  await page.goto('/me/dashboard')
  const due = page
    .getByRole('region', { name: 'Reminders' })
    .getByRole('link', { name: /Send money to Kofi Boateng/ })
  await expect(due).toContainText('You send LRD 5,000.00')
  const again = page.getByRole('region', { name: 'Send again' })
  expect((await due.boundingBox())?.y).toBeLessThan((await again.boundingBox())?.y ?? 0)
  await due.click()
  await expect(page.getByText('From your reminder')).toBeVisible()
  await expect(recipientName(page)).toHaveValue('Kofi Boateng')
  await expect(sendAmount(page)).toHaveValue('5,000.00')

  // From the open reminder: two taps, and no typing.
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

  // The recipient is paid, so the home page no longer asks.
  await page.goto('/me/dashboard')
  await expect(page.getByRole('region', { name: 'Send again' })).toContainText('Kofi Boateng')
  await expect(page.getByRole('region', { name: 'Reminders' })).toBeHidden()
})
