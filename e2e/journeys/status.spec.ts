import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectSays } from '../src/browser/expect-says.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, expectSent, newOrder, paymentIdOf, payWith } from '../src/transfer.ts'

async function pay(page: Page, ending?: string): Promise<string> {
  await page.goto('/send-money')
  await continueWith(page, newOrder(ending))
  await payWith(page, CARDS.good)
  await expect(page).toHaveURL(/\/transfer-status\?/)
  return paymentIdOf(page)
}

/** Counts the page's requests for this transfer. */
function countLooks(page: Page, paymentId: string): () => number {
  let looks = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/user/transactions/${paymentId}`) looks++
  })
  return () => looks
}

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

test(
  'checks, succeeds, and says what happened, what is next and who can help',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.route('**/send-money', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await expect(page.getByText('Checking Payment Status').first()).toBeVisible()
      await route.continue()
    })
    await pay(page)
    await expectSent(page)
    const steps = page.getByRole('list', { name: 'Steps of this transfer' }).getByRole('listitem')
    await expect(steps).toHaveText([
      /Transfer created/,
      /card was charged LRD 10,000\.00/,
      /Sending to Ama’s MTN MoMo wallet/,
      /Delivered to Ama Mensah/,
    ])
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()

    const main = page.getByRole('main')
    const reference = /S-[0-9A-Z]{8}/.exec((await main.textContent()) ?? '')?.[0] ?? 'none'
    await expect(main.getByRole('heading', { name: 'Help with this transfer' })).toBeVisible()
    const ask = main.getByRole('link', { name: 'Ask about this transfer' })
    await expect(ask).toHaveAttribute('href', `/me/messages/new?reference=${reference}`)
    await expect(main.locator('a[href^="mailto:"]')).toHaveAttribute(
      'href',
      new RegExp(`Transfer%20${reference}$`),
    )
    await expect(main.locator('a[href^="tel:"]')).toHaveCount(1)
    await expectAccessible(page)
    await ask.click()
    await expect(page.getByLabel('Which transfer?').locator('option:checked')).toContainText('Ama Mensah')
    await page.goBack()
    await main.getByRole('link', { name: 'Resend' }).click()
    await expect(page.getByText('Copied from your last transfer')).toBeVisible()
  },
)

test('stays up to date, rests while hidden and refreshes when shown again', async ({ page, api }) => {
  await withProfile(api)
  await page.clock.install()
  const paymentId = await pay(page, '0002')
  await expect(page.getByText('We’re sending GHS').first()).toBeVisible({ timeout: 60_000 })
  const looks = countLooks(page, paymentId)
  await page.clock.runFor('01:00')
  await expect.poll(looks, { message: 'looks within a minute' }).toBeGreaterThan(0)

  await setVisibility(page, 'hidden')
  await page.clock.runFor('00:05')
  const before = looks()
  await page.clock.runFor('10:00')
  expect(looks(), 'looks while hidden').toBe(before)
  await setVisibility(page, 'visible')
  await expect.poll(looks).toBeGreaterThan(before)
})

test('a lost connection says so and recovers', { tag: '@wide' }, async ({ page, api, context, refusal }) => {
  await withProfile(api)
  await page.clock.install()
  const paymentId = await pay(page, '0002')
  await expect(page.getByText('We’re sending GHS').first()).toBeVisible({ timeout: 60_000 })
  refusal(0, new RegExp(`/user/transactions/${paymentId}$`))
  await context.setOffline(true)
  // Lets the page poll until it shows the failure.
  await expect(async () => {
    await page.clock.runFor('00:30')
    await expect(page.getByText('We can’t reach Sesa right now')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('We can’t reach Sesa right now')).toHaveCount(0)
})

test(
  'says which part of the page cannot be shown, and keeps the rest',
  { tag: '@wide' },
  async ({ page, api, fault }) => {
    await withProfile(api)
    const id = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
    fault(/not a rate|rate/i)
    const answer = `/user/transactions/${id}`
    await page.route(answer, async (route) => {
      const response = await route.fetch()
      const { transfer } = (await response.json()) as { transfer: object }
      await route.fulfill({ response, json: { transfer: { ...transfer, rate: 'none' } } })
    })
    await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
    const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load the details' })
    await expect(failed).toContainText('The rest of this page works')
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(answer)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await expect(failed).toHaveCount(0)
  },
)

test(
  'explains a missing transfer, and asks a signed-out customer to sign in',
  { tag: '@wide' },
  async ({ page, api, refusal, context }) => {
    await withProfile(api)
    refusal(404, /pi_nobody$/)
    await page.goto('/transfer-status?payment_intent=pi_nobody&intent=view')
    await expectSays(page, 'unknownPayment')
    await expect(page.getByText('We can’t find this payment')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/transfer-status')
    await expectSays(page, 'unknownPayment')
    await context.clearCookies()
    await page.goto('/transfer-status?payment_intent=pi_nobody&intent=view')
    await expect(page).toHaveURL(
      '/sign-in?to=%2Ftransfer-status%3Fpayment_intent%3Dpi_nobody%26intent%3Dview'.replaceAll('%2F', '/'),
    )
  },
)
