import { draftKept } from '../src/draft.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  payButton,
  payWith,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

test.beforeEach(async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
})

test('a reload in the middle of the details loses nothing typed', async ({ page }) => {
  const order = newOrder()
  const kept = draftKept(page, order.phone)
  await fillDetails(page, order)
  await kept
  await page.reload()
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await expect(recipientName(page)).toHaveValue(order.name)
  await expect(recipientPhone(page)).toHaveValue(/\d/)
  await continueWith(page, order)
})

test('a reload on the overview leads to one payment, not two', async ({ page }) => {
  const order = newOrder()
  await continueWith(page, order)
  await page.reload()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
  await page.goto('/me/dashboard')
  await expect(page.getByRole('row').filter({ hasText: order.name })).toHaveCount(1)
})

test('Edit goes back to the details with everything typed', async ({ page }) => {
  const order = newOrder()
  await continueWith(page, order)
  await page.getByRole('button', { name: /Edit/ }).first().click()
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(recipientName(page)).toHaveValue(order.name)
})
