import { within } from '@sesa/test-kit/patience'
import { expectAccessible } from '../src/browser/accessible.ts'
import { countInput } from '../src/browser/count-input.ts'
import { answerOn, askOn, collectedFrom } from '../src/payer-phone.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { codeSentTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, expectSent, newOrder, payButton, payWith } from '../src/transfer.ts'

test.use({ paysBy: 'cheapest' })

const PLACE = /\/transfer-status\?payment_intent=mm_/

test('pays from a wallet in Liberia, approved late, offline and after a reload, at 320 px', async ({
  page,
  api,
  context,
  refusal,
}) => {
  // Requests in flight while the page is offline.
  refusal(0, /^\/(user|auth)\//, { optional: true })
  await page.setViewportSize({ width: 320, height: 640 })
  const { phone } = await withProfile(api)
  await askOn(api, phone)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(page.getByRole('radio', { name: /^Mobile money/ })).toBeChecked()
  await expect(page.getByText(/Orange Money will ask you to approve LRD/)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await expectAccessible(page, { forcedColours: true })

  await payButton(page).click()
  const headline = page.getByRole('heading', { level: 1, name: 'Approve it on your phone' })
  await expect(headline).toBeVisible({ timeout: within(20) })
  await expect(page).toHaveURL(PLACE)
  await expect(page.getByRole('button', { name: 'Choose another way' })).toBeDisabled()
  await expectAccessible(page, { forcedColours: true })
  await page.reload()
  await expect(headline).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('You can still approve it on your phone.')).toBeVisible()
  await answerOn(api, phone, true)
  await context.setOffline(false)
  await expectSent(page)
  const collected = await collectedFrom(api, phone)
  expect(collected).toMatchObject([{ refunded: 0 }])
  await expect(page.getByRole('main')).not.toContainText(/\bcard\b/i)
})

test('after two declined requests, pays by card instead, and only once', async ({ page, api }) => {
  const { phone } = await withProfile(api)
  await askOn(api, phone)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  const ended = page.getByRole('heading', { name: 'Your payment was not successful, please try again.' })
  const open = page.getByRole('heading', { name: 'Approve it on your phone' })
  await expect(open).toBeVisible({ timeout: within(20) })
  await answerOn(api, phone, false)
  await expect(ended).toBeVisible({ timeout: within(60) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(open).toBeVisible({ timeout: within(20) })
  await answerOn(api, phone, false)
  await expect(ended).toBeVisible({ timeout: within(60) })

  await page.getByRole('link', { name: 'Choose another way' }).click()
  // Only a price on the screen can be compared with the next one.
  await expect(payButton(page)).toBeEnabled()
  await page.getByRole('radio', { name: /^Card/ }).check()
  await expect(page.getByText('The price is the same.')).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
  expect(await collectedFrom(api, phone)).toEqual([])
})

test('pays from another number of hers, and removes it afterwards', async ({ page, api }) => {
  const { phone } = await withProfile(api)
  const { phone: other } = newPerson()
  await askOn(api, other)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(payButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Another number of mine' }).click()
  await page.getByLabel('Phone number').fill(other)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByLabel('6-digit code').fill(await codeSentTo(api, other))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('combobox', { name: 'Your number' })).toHaveValue(other)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(page).toHaveURL(PLACE, { timeout: within(20) })
  await answerOn(api, other, true)
  await expectSent(page)
  expect(await collectedFrom(api, other)).toHaveLength(1)
  expect(await collectedFrom(api, phone)).toEqual([])

  await page.goto('/me/settings')
  await page.getByRole('button', { name: /^Remove \+231/ }).click()
  await expect(page.getByText('None. You can add one when you pay.')).toBeVisible()
})

test('pays from a wallet in Sierra Leone, and again in three taps', async ({ page, api }) => {
  const { phone } = await withProfile(api, newPerson('SL'))
  await askOn(api, phone)
  await page.goto('/send-money')
  await continueWith(page, { amount: '500', name: 'Musu Kollie', phone: newPhone('LR') })
  await expect(page.getByRole('radio', { name: /^Mobile money/ })).toBeChecked()
  // Other journeys let the payers of the other networks dial codes.
  await page.locator('#payer-network').selectOption('qmoney')
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(page).toHaveURL(PLACE, { timeout: within(20) })
  await answerOn(api, phone, true)
  await expectSent(page)
  expect(await collectedFrom(api, phone)).toHaveLength(1)

  await page.goto('/me/dashboard')
  const input = await countInput(page)
  await page
    .getByRole('region', { name: 'Send again' })
    .getByRole('link', { name: /Musu Kollie/ })
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(page).toHaveURL(PLACE, { timeout: within(20) })
  expect(input).toEqual({ taps: 3, typed: 0 })
  await answerOn(api, phone, true)
  await expectSent(page)
})
