// Slow: payments in two tabs at once.
import type { BrowserContext, Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, expectSent, newOrder, payButton, payWith, sendAmount } from '../src/transfer.ts'

test.beforeEach(async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
})

/** Brings a tab to the front and fires the event of a window that becomes visible. */
async function lookAt(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
}

async function overviewInSecondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage()
  await second.goto('/send-money')
  await expect(sendAmount(second)).toHaveValue('10,000.00')
  await second.getByRole('button', { name: 'Continue' }).click()
  // Pay can be pressed once the card form is ready. The tab queries the payment's state before it shows the form.
  await expect(payButton(second)).toBeEnabled()
  return second
}

test('paying again in a second tab charges nothing more', async ({ page, api, context, refusal }) => {
  const order = newOrder()
  const ids = new Set<string>()
  context.on('response', async (response) => {
    if (!response.url().endsWith('/create-payment-intent')) return
    ids.add(((await response.json()) as { id: string }).id)
  })
  await continueWith(page, order)
  const second = await overviewInSecondTab(context)
  const third = await overviewInSecondTab(context)
  expect(ids.size, 'payments opened by the tabs').toBe(1)
  // The third tab must not detect the payment before its own button is pressed.
  await third.evaluate(
    "document.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)",
  )

  await page.bringToFront()
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  await lookAt(second)
  await expectSent(second)
  await third.bringToFront()
  // The card network answers that the payment is already paid.
  refusal(400, /\/confirm$/)
  await payWith(third, CARDS.good)
  await expectSent(third)

  const { payment, payouts } = await booksOf(api, paymentId, order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toHaveLength(1)
})
