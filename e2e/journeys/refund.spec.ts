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
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible({ timeout: within(60) })
  const transfer = page.getByRole('region', { name: 'Your transfer' })
  await expect(transfer).toContainText('Your bank can take up to 10 days to show the refund.')
  await expect(transfer).toContainText(
    /You paid LRD 10,000\.00 · Refunded LRD 10,000\.00 to Visa ••••\s4242$/,
  )
  // What did not arrive is not mentioned.
  await expect(transfer).not.toContainText('GHS')
  await expect(page.getByRole('link', { name: 'Send again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)

  const { payment, payouts } = await booksOf(api, paymentIdOf(page), order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 1_000_000 })
  expect(payouts).toMatchObject([{ status: 'failed' }])

  await page.goto('/me/dashboard')
  await expect(historyRow(page, order.name)).toContainText('Refunded')
})
