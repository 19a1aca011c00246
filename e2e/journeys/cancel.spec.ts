import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, newOrder, paymentIdOf, payWith } from '../src/transfer.ts'

test('asks before cancelling a transfer on its way, and shows the result', async ({ page, api }) => {
  await withProfile(api)
  // The carrier keeps a pay-out to this number pending for a minute.
  const order = newOrder('0002')
  await page.goto('/send-money')
  await continueWith(page, order)
  await payWith(page, CARDS.good)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible({ timeout: 60_000 })

  const opener = page.getByRole('button', { name: 'Cancel this transfer' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
  await expect(dialog).toContainText('we’ll refund LRD 10,000.00, fee included')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByRole('button', { name: 'Keep the transfer' }).click()
  await expect(dialog).toBeHidden()

  await opener.click()
  await dialog.getByRole('button', { name: 'Ask to cancel' }).click()
  await expect(page.getByText('The money is already on its way').first()).toBeVisible()
  await expect(page.getByText('You asked to cancel.', { exact: false }).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(opener).toHaveCount(0)
  await expectAccessible(page)

  await expect(
    page.getByText('You asked to cancel, but the money was already on its way and has arrived.'),
  ).toBeVisible({
    timeout: 120_000,
  })
  const { payment, payouts } = await booksOf(api, paymentIdOf(page), order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toMatchObject([{ status: 'completed' }])
})

test('says that a cancellation failed, and offers to try again', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder('0002'))
  await payWith(page, CARDS.good)
  await page.getByRole('button', { name: 'Cancel this transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
  refusal(0, /\/cancel$/)
  await page.route('**/cancel', (route) => route.abort('connectionfailed'))
  await dialog.getByRole('button', { name: 'Ask to cancel' }).click()
  await expect(dialog.getByText('We don’t know yet whether it’s cancelled')).toBeVisible()
  await page.unroute('**/cancel')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The money is already on its way').first()).toBeVisible()
})

test('offers no cancellation once the money has arrived', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await payWith(page, CARDS.good)
  await expect(page.getByText(/ has arrived in /).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Cancel this transfer' })).toHaveCount(0)
})
