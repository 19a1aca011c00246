import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, expectSent, newOrder, paymentIdOf, payWith } from '../src/transfer.ts'

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

  await payWith(page, CARDS.good)
  const paymentId = await expectSent(page)
  const { payment, payouts } = await booksOf(api, paymentId, order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toHaveLength(1)
})

test('charges the card once the bank approves 3-D Secure', async ({ page, api, refusal }) => {
  const order = newOrder()
  await continueWith(page, order)
  await payWith(page, CARDS.secure)
  // The page calls send, and the API refuses because nothing was charged.
  refusal(409, /^\/send-money$/)
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page).toHaveURL(/\/transfer-status/)
  await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible()
  expect((await booksOf(api, paymentIdOf(page), order.phone)).payouts).toEqual([])

  await page
    .getByRole('main')
    .getByRole('link', { name: /try again/i })
    .click()
  await expect(page).toHaveURL('/send-money?step=overview')
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
  await bankFrame(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('We are unable to authenticate your payment method.').first()).toBeVisible()

  await payWith(page, CARDS.secureInFrame)
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expectSent(page)
  expect(page.url()).not.toContain('secret')
})
