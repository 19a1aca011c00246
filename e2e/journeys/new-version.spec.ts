import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
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
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

const bar = (page: Page) => page.getByText('A new version is ready.')

/** Simulates a new build on the server; the next document comes from it. */
async function deploy(page: Page): Promise<void> {
  await page.route('/sw.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '// newer' }))
  page.once('domcontentloaded', () => void page.unroute('/sw.js'))
}

/** Returns to the page, which then checks for a new version. Repeated until the page's script listens. */
async function comeBack(page: Page): Promise<void> {
  await expect(async () => {
    const asked = page.waitForResponse((response) => response.url().endsWith('/sw.js'), { timeout: 5000 })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await asked
  }).toPass({ timeout: within(30) })
}

test('a new version is offered, loses nothing typed, and waits during a payment', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  const order = newOrder()
  await comeBack(page)
  await expect(bar(page)).toHaveCount(0)
  await deploy(page)
  await fillDetails(page, order)
  await comeBack(page)
  await expect(bar(page)).toBeVisible()
  await expectAccessible(page)

  await continueWith(page, order)
  await expect(payButton(page)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: /Edit/ }).first().click()
  await expect(bar(page)).toBeVisible()

  // Reloads without waiting for the automatic save of the draft.
  await recipientName(page).fill('Esi Boateng')
  const loaded = page.waitForEvent('load', { timeout: within(20) })
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(recipientName(page)).toHaveValue('Esi Boateng')
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(bar(page)).toHaveCount(0)
})

test('loads the new version when code of the old one is gone, and keeps everything typed', async ({
  page,
  api,
  refusal,
}) => {
  await withProfile(api)
  refusal(404, /^\/assets\/bank-fields-/)
  await page.route('**/assets/bank-fields-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/send-money')
  const order = newOrder()
  await fillDetails(page, order)
  await deploy(page)
  page.once('domcontentloaded', () => void page.unroute('**/assets/bank-fields-*.js'))

  const loaded = page.waitForEvent('load', { timeout: within(20) })
  await page.getByRole('radio', { name: 'Bank' }).check()
  await loaded
  await expect(page.getByText('Coming soon...').first()).toBeVisible()
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await page.getByRole('radio', { name: 'Mobile' }).check()
  await expect(recipientName(page)).toHaveValue(order.name)
  await expect(recipientPhone(page)).toHaveValue(/\d/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page, CARDS.good)
  await expectSent(page)
})
