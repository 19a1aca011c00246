import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { CARDS, continueWith, newOrder, payButton, payWith, receiveAmount } from '../src/transfer.ts'

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const boxOf = async (what: Locator): Promise<Box> =>
  (await what.boundingBox()) ?? { x: 0, y: Number.POSITIVE_INFINITY, width: 0, height: 0 }

/** Expects all of Pay to be within the window, above the sandbox's banner. */
async function expectPayInSight(page: Page, when: string): Promise<void> {
  const pay = await boxOf(payButton(page))
  const banner = await boxOf(page.getByRole('complementary', { name: 'Sandbox' }))
  expect(pay.y, `top of Pay ${when}`).toBeGreaterThanOrEqual(0)
  expect(pay.y + pay.height, `bottom of Pay ${when}`).toBeLessThanOrEqual(banner.y)
  expect(pay.x + pay.width, `right edge of Pay ${when}`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('Pay is in sight from the start, with errors, offline, at 320 px, and covers no field', async ({
  page,
  api,
  context,
  refusal,
}) => {
  // The page counts unread notices once it is idle, which may happen while it is offline.
  refusal(0, /^\/user\/notices/, { optional: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await withProfile(api)
  await page.goto('/send-money')
  expect((await boxOf(receiveAmount(page))).y, 'what arrives, in the first screen').toBeLessThanOrEqual(420)
  await continueWith(page, newOrder())
  expect(await page.evaluate('window.scrollY')).toBe(0)
  await expectPayInSight(page, 'at 360 px')
  await expect(payButton(page)).toBeEnabled()

  await context.setOffline(true)
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByText('You’re offline. We haven’t charged your card.')).toBeVisible()
  await expectPayInSight(page, 'offline')
  const offline = page.getByText('We’ll reconnect when you’re back.')
  await expect(offline).toBeVisible()
  const { y, height } = await boxOf(offline)
  expect((await boxOf(page.getByRole('banner'))).y, 'the page moves down').toBeGreaterThanOrEqual(y + height)
  await context.setOffline(false)
  await expect(payButton(page)).toBeEnabled()

  refusal(402, /\/confirm$/)
  await payWith(page, CARDS.declined)
  const declined = page.getByText('Your card was declined.')
  await expect(declined).toBeInViewport({ ratio: 1 })
  await expectPayInSight(page, 'after a decline')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expectPayInSight(page, 'at 320 px, at the end of the page')
  await page.evaluate('scrollTo(0, 0)')
  await expectPayInSight(page, 'at 320 px')
  const bar = page.getByRole('region', { name: 'Payment' })
  for (const label of ['Card number', 'Security code']) {
    const field = cardFrame(page).getByLabel(label)
    await page.evaluate('scrollTo(0, 0)')
    await field.focus()
    await expect
      .poll(async () => {
        const box = await boxOf(field)
        return box.y + box.height <= (await boxOf(bar)).y
      }, `${label} above the bar`)
      .toBe(true)
  }
  await page.getByRole('link', { name: 'All the details' }).click()
  const heading = page.getByRole('heading', { name: 'All the details' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expectAccessible(page, { forcedColours: true })
})

test(
  'the summary and Pay stay beside the form on a wide screen',
  { tag: '@wide-only' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await continueWith(page, newOrder())
    await expectPayInSight(page, 'at the start')
    const { y, height } = await boxOf(page.getByText('How we set the price'))
    const bar = await boxOf(page.getByRole('region', { name: 'Payment' }))
    expect(y + height, 'the end of the price, above Pay').toBeLessThanOrEqual(bar.y)
    const number = cardFrame(page).getByLabel('Card number')
    await number.fill(CARDS.good)
    expect((await boxOf(payButton(page))).x, 'Pay is right of the form').toBeGreaterThan(
      (await boxOf(number)).x + (await boxOf(number)).width,
    )
    await page.getByRole('link', { name: 'All the details' }).click()
    await page.getByRole('button', { name: 'Print this disclosure' }).scrollIntoViewIfNeeded()
    await expectPayInSight(page, 'beside the disclosure')
    await page.evaluate('scrollTo(0, 350)')
    await expectPayInSight(page, 'beside the end of the form')
    await expect(page.getByRole('region', { name: 'Your transfer' }), 'stays beside it').toBeInViewport({
      ratio: 1,
    })
    // Typed values stay when the layout changes, for example when a tablet is turned.
    await page.setViewportSize({ width: 800, height: 1000 })
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(number).toHaveValue('4242 4242 4242 4242')
  },
)
