import { within } from '@sesa/test-kit/patience'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, historyRow, newOrder, paymentIdOf, payWith } from '../src/transfer.ts'

test("the recipient's wallet is full, so the money goes back to the card", async ({ page, api }) => {
  await withProfile(api)
  const order = newOrder('0005')
  await page.goto('/send-money')
  await continueWith(page, order)
  await payWith(page, CARDS.good)

  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible({ timeout: within(60) })
  await expect(
    page.getByText('We couldn’t deliver this transfer, so we’ve refunded you in full.'),
  ).toBeVisible()
  await expect(
    page.getByText('LRD 10,000.00 refunded. It can take your bank up to 10 days to show it.').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Resend' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)

  const { payment, payouts } = await booksOf(api, paymentIdOf(page), order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 1_000_000 })
  expect(payouts).toMatchObject([{ status: 'failed' }])

  await page.goto('/me/dashboard')
  await expect(historyRow(page, order.name)).toContainText('Refunded')
})
