// Slow: a charge without a confirmation, until the card provider answers again.
import { within } from '@sesa/test-kit/patience'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect } from '../src/test.ts'
import { CARDS, continueWith, expectSent, newOrder, paymentIdOf, payWith } from '../src/transfer.ts'

const test = withOwnProduct()

test(
  'an unconfirmed charge is checked, never called unpaid, and charged once',
  { tag: '@all' },
  async ({ page, api, refusal }) => {
    await withProfile(api)
    const order = newOrder()
    // The card is charged but the webhook is lost; from then on the card provider fails.
    const fault = (target: string, mode: string) =>
      api.request.post('/sandbox/faults', { data: { target, mode, count: 1_000 } })
    await fault('webhook', 'drop')
    let isDown = false
    await page.route('**/send-money', async (route) => {
      if (route.request().method() === 'POST' && !isDown) {
        isDown = true
        await fault('card', 'error_500')
      }
      await route.continue()
    })
    refusal(503, /^\/send-money$/)
    await page.goto('/send-money')
    await continueWith(page, order)
    await payWith(page, CARDS.good)

    await expect(page.getByRole('heading', { name: 'Checking Payment Status' })).toBeVisible({
      timeout: within(60),
    })
    await expect(page.getByText('We’re checking your payment')).toBeVisible()
    await expect(page.getByText('Don’t pay again.', { exact: false })).toBeVisible()
    await expect(page.getByText(/Payment Failed|not charged|nothing was sent/i)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /try again/i })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Back to transactions' }).click()
    await expect(page.getByRole('region', { name: 'Transfers' }).getByText('Checking')).toBeVisible()
    await expect(page.getByText(/No transfers yet|Send your first transfer/)).toHaveCount(0)
    await expectAccessible(page)
    await page.goBack()

    await api.request.delete('/sandbox/faults')
    await expectSent(page)
    const { payment, payouts } = await booksOf(api, paymentIdOf(page), order.phone)
    expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
    expect(payouts).toMatchObject([{ status: 'completed' }])
  },
)
