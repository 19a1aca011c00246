import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  payButton,
  paymentIdOf,
  payWith,
} from '../src/transfer.ts'

const bankFrame = (page: Page) => page.frameLocator('iframe[title="Sandbox Bank"]')

test.beforeEach(async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
})

test('pays with another card after one is declined', async ({ page, api, refusal }) => {
  const order = newOrder()
  await continueWith(page, order)
  refusal(402, /\/confirm$/)
  await payWith(page, CARDS.declined)
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  await expectAccessible(page)

  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  const { payment, payouts } = await booksOf(api, paymentId, order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toHaveLength(1)
})

test('closes the payment after three declined cards, keeps what was typed, and lets another card pay', async ({
  page,
  api,
  refusal,
}) => {
  const order = newOrder()
  await continueWith(page, order)
  refusal(402, /\/confirm$/)
  refusal(400, /\/confirm$/)
  const closed = page.getByText('This transfer was cancelled')
  for (let tries = 1; tries <= 3; tries++) {
    const answered = page.waitForResponse(/\/confirm$/)
    await payWith(page, CARDS.declined)
    expect((await answered).status()).toBe(402)
    await expect(payButton(page)).toBeEnabled()
  }
  // The worker closes the payment; until then, another card may be declined.
  await expect(async () => {
    if (!(await closed.isVisible())) await payWith(page, CARDS.declined)
    await expect(closed).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Try another card' }).click()
  await expect(page.getByText(order.name).first()).toBeVisible()
  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  expect((await booksOf(api, paymentId, order.phone)).payouts).toHaveLength(1)
})

test('a card without its number gets an error before anything is sent', async ({ page }) => {
  await continueWith(page, newOrder())
  await payWith(page, '4242')
  await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.')
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible()
  // The box that says so is for declines.
  await expect(page.getByText('You weren’t charged.')).toHaveCount(0)
  await expect(payButton(page)).toBeEnabled()
})

test('charges the card once the bank approves 3-D Secure', async ({ page }) => {
  await continueWith(page, newOrder())
  await payWith(page, CARDS.secure)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectSent(page)
  // The client secret must not stay in the address or the history.
  expect(page.url()).not.toContain('secret')
})

test('charges the card once the bank approves 3-D Secure in a frame over the page', async ({ page }) => {
  await continueWith(page, newOrder())
  await payWith(page, CARDS.secureInFrame)
  const dialog = page.getByRole('dialog', { name: '3-D Secure' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/send-money/)
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expectSent(page)
  expect(page.url()).not.toContain('secret')
})

test('charges nothing when 3-D Secure is refused in its frame, and takes another card', async ({ page }) => {
  await continueWith(page, newOrder())
  await payWith(page, CARDS.secureInFrame)
  await bankFrame(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('dialog', { name: '3-D Secure' })).toBeHidden()
  await expect(page.getByText('We are unable to authenticate your payment method.').first()).toBeVisible()
  await expectAccessible(page)
  await payWith(page, CARDS.good)
  await expectSent(page)
})

test('charges nothing when 3-D Secure is refused, and takes another card', async ({ page, api, refusal }) => {
  const order = newOrder()
  await continueWith(page, order)
  await payWith(page, CARDS.secure)
  // The page asks to send, and the API refuses because nothing was charged.
  refusal(409, /^\/send-money$/)
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page).toHaveURL(/\/transfer-status/)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible()
  await expectAccessible(page)
  expect((await booksOf(api, paymentIdOf(page), order.phone)).payouts).toEqual([])

  await page
    .getByRole('main')
    .getByRole('link', { name: /try again/i })
    .click()
  await expect(page).toHaveURL('/send-money?step=overview')
  await payWith(page, CARDS.good)
  await expectSent(page)
})

test('says how long to wait after too many requests, loses nothing and continues', async ({
  page,
  refusal,
}) => {
  await fillDetails(page, newOrder())
  // Answers once as the server does above its rate limit.
  let asked = 0
  await page.route('/create-payment-intent', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '42' },
          json: {
            error: {
              code: 'rate_limited',
              message: 'Too many requests. Try again in 42 seconds.',
              requestId: 'r',
            },
          },
        })
      : route.continue(),
  )
  refusal(429, /^\/create-payment-intent$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Try again in 42 seconds. We’ve kept your details')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeVisible()
})
