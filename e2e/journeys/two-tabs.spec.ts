import type { BrowserContext, Page } from '@playwright/test'
import type { Api } from '../src/api.ts'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  newOrder,
  payButton,
  payWith,
  recipientName,
  sendAmount,
  type Order,
} from '../src/transfer.ts'

test.beforeEach(async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
})

/** Brings a tab to the front and fires the event of a window that becomes visible. */
async function lookAt(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
}

async function expectPaidOnce(api: Api, paymentId: string, { phone }: Order): Promise<void> {
  const { payment, payouts } = await booksOf(api, paymentId, phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toHaveLength(1)
}

async function overviewInSecondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage()
  await second.goto('/send-money')
  await expect(sendAmount(second)).toHaveValue('10,000.00')
  await second.getByRole('button', { name: 'Continue' }).click()
  // Pay can be pressed once the card form is there. The tab asks for the payment's state before it shows the form.
  await expect(payButton(second)).toBeEnabled()
  return second
}

test('the second tab shows the same payment, and sees that the first has paid it', async ({
  page,
  api,
  context,
}) => {
  const order = newOrder()
  const ids = new Set<string>()
  context.on('response', async (response) => {
    if (!response.url().endsWith('/create-payment-intent')) return
    ids.add(((await response.json()) as { id: string }).id)
  })
  await continueWith(page, order)
  const second = await overviewInSecondTab(context)
  expect(ids.size, 'payments opened by two tabs').toBe(1)

  await page.bringToFront()
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  await lookAt(second)
  await expectSent(second)

  await expectPaidOnce(api, paymentId, order)
})

test('paying again in a second tab charges nothing more', async ({ page, api, context, refusal }) => {
  const order = newOrder()
  await continueWith(page, order)
  const second = await overviewInSecondTab(context)
  // The second tab must not notice the payment before its own button is pressed.
  await second.evaluate(
    "document.addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)",
  )
  await page.bringToFront()
  await payWith(page, CARDS.good)
  await expectSent(page)

  await second.bringToFront()
  // The card network answers that the payment is paid already.
  refusal(400, /\/confirm$/)
  await payWith(second, CARDS.good)
  const paymentId = await expectSent(second)
  await expectPaidOnce(api, paymentId, order)
})

test('a tab left at the details after the transfer was paid elsewhere says so and pays nothing', async ({
  page,
  context,
  refusal,
}) => {
  const order = newOrder()
  await continueWith(page, order)
  const second = await context.newPage()
  await second.goto('/send-money')
  await expect(recipientName(second)).toHaveValue(order.name)
  await page.bringToFront()
  await payWith(page, CARDS.good)
  await expectSent(page)

  await second.bringToFront()
  refusal(409, /^\/user\/draft$/)
  await second.getByRole('button', { name: 'Continue' }).click()
  const told = second.getByText('You paid or cleared this transfer elsewhere')
  await expect(told).toBeVisible()
  await expect(payButton(second)).toHaveCount(0)
  await expect(recipientName(second), 'what was typed').toHaveValue(order.name)
  await second.getByRole('main').getByRole('link', { name: 'See your transactions' }).click()
  await expect(second.getByRole('row').filter({ hasText: order.name })).toHaveCount(1)
})

test('keeps what was typed in both tabs and lets the person choose', async ({ page, context, refusal }) => {
  const order = newOrder()
  await continueWith(page, order)
  const second = await context.newPage()
  await second.goto('/send-money')
  await expect(recipientName(second)).toHaveValue(order.name)

  await page.bringToFront()
  await page.getByRole('button', { name: /Edit/ }).first().click()
  await recipientName(page).fill('Esi Boateng')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(page)).toBeVisible()

  await second.bringToFront()
  refusal(409, /^\/user\/draft$/)
  await recipientName(second).fill('Yaw Darko')
  const conflict = second.getByRole('alert').filter({ hasText: 'changed in another window' }).first()
  await expect(conflict).toContainText('Esi Boateng')
  await expect(recipientName(second)).toHaveValue('Yaw Darko')
  await conflict.getByRole('button', { name: 'Use the other version' }).click()
  await expect(recipientName(second)).toHaveValue('Esi Boateng')
  await expect(conflict).toHaveCount(0)

  await recipientName(second).fill('Yaw Darko')
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(payButton(second)).toBeVisible()
  // The second tab's price replaced the first tab's.
  await lookAt(page)
  await expect(page.getByText('This price has expired')).toBeVisible()
})
