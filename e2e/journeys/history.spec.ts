import { expectAccessible } from '../src/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  historyRow,
  newOrder,
  payWith,
  recipientName,
  sendAmount,
} from '../src/transfer.ts'

test('an empty history says what will be there', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  await expect(page.getByText('No transfers yet')).toBeVisible()
  await expectAccessible(page)
})

test('search, and Resend', async ({ page, api }) => {
  await withProfile(api)
  const order = newOrder()
  await page.goto('/send-money')
  await continueWith(page, order)
  await payWith(page, CARDS.good)
  await expectSent(page)

  await page.goto('/me/dashboard')
  const row = historyRow(page, order.name)
  await expect(row).toContainText(/\d\d [A-Z][a-z]{2} \d{4}/)
  await expect(row).toContainText(/\d\d:\d\d [AP]M/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody of that name')
  await expect(page.getByText('Nothing matches “nobody of that name”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('mensah')
  await expect(row).toBeVisible()

  await row.getByRole('link', { name: /^Resend/ }).click()
  await expect(page).toHaveURL(/\/send-money/)
  await expect(recipientName(page)).toHaveValue(order.name)
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(page.getByText(/rate.*may.*differ/i)).toBeVisible()
})

test("somebody else's transfer is not there", async ({ page, api, refusal }) => {
  await withProfile(api)
  refusal(404, /^\/user\/transactions\//)
  await page.goto('/transfer-status?payment_intent=pi_nobodys&intent=view')
  await expect(page.getByRole('main').getByRole('link', { name: /transactions/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
  await expectAccessible(page)
})
