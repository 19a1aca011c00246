import { calls } from '@sesa/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInForcedColours } from '../src/browser/accessible.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  newOrder,
  payButton,
  payWith,
  receiveAmount,
  sendAmount,
} from '../src/transfer.ts'

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

test('Pay is in sight from the start, with errors, at 320 px, and covers no field', async ({
  page,
  api,
  refusal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  expect(await page.evaluate('window.scrollY')).toBe(0)
  await expectPayInSight(page, 'at 360 px')
  await expect(payButton(page)).toBeEnabled()
  await expectAccessible(page)

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
  await page.getByRole('link', { name: 'Full disclosure' }).click()
  const heading = page.getByRole('heading', { name: 'Full disclosure' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expectAccessibleInForcedColours(page)
})

test(
  'the summary and Pay stay beside the form on a wide screen',
  { tag: ['@wide', '@wide-only'] },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await continueWith(page, newOrder())
    await expectPayInSight(page, 'at the start')
    const number = cardFrame(page).getByLabel('Card number')
    await number.fill(CARDS.good)
    expect((await boxOf(payButton(page))).x, 'Pay is right of the form').toBeGreaterThan(
      (await boxOf(number)).x + (await boxOf(number)).width,
    )
    await page.getByRole('button', { name: 'Print this disclosure' }).scrollIntoViewIfNeeded()
    await expectPayInSight(page, 'beside the disclosure')
    await page.evaluate('scrollTo(0, 350)')
    await expectPayInSight(page, 'beside the end of the form')
    await expect(page.getByRole('region', { name: 'Your transfer' }), 'stays beside it').toBeInViewport({
      ratio: 1,
    })
    // What was typed stays when the layout changes, as when a tablet is turned.
    await page.setViewportSize({ width: 800, height: 1000 })
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(number).toHaveValue('4242 4242 4242 4242')
  },
)

test('offline turns Pay off and says why, and nothing covers it', async ({ page, api, context, refusal }) => {
  // The page counts unread notices once it is idle, which may be just now.
  refusal(0, /^\/user\/notices/, { optional: true })
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  await expect(payButton(page)).toBeEnabled()
  await context.setOffline(true)
  await expect(payButton(page)).toBeDisabled()
  const why = page.getByText('You’re offline. We haven’t charged your card. Pay when you’re back online.')
  await expect(why).toBeVisible()
  await expect(payButton(page)).toHaveAccessibleDescription(/LRD 10,000\.00.*You’re offline/)
  await expectPayInSight(page, 'offline')
  await expectAccessible(page)
  const bar = page.getByText('We’ll reconnect when you’re back.')
  await expect(bar).toBeVisible()
  const { y, height } = await boxOf(bar)
  expect((await boxOf(page.getByRole('banner'))).y, 'the page moves down').toBeGreaterThanOrEqual(y + height)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(bar).toBeHidden()
  await expect(why).toBeVisible()
  await context.setOffline(false)
  await expect(why).toBeHidden()
  await expect(payButton(page)).toBeEnabled()
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await context.setOffline(false)
})

/** Reads "1 GHS = LRD 14.92" and applies it to an amount, as a person with a calculator does. */
function convertAsShown(rate: string, amount: number, currency: string): number {
  const [, unit = '', , figure = ''] = /^1\s(\w+)\s=\s(\w+)\s([\d,.]+)$/.exec(rate) ?? []
  const by = Number(figure.replaceAll(',', ''))
  return Math.round((unit === currency ? amount * by : amount / by) * 100) / 100
}

const numberIn = (text: string) => Number(/[\d,]+\.\d{2}/.exec(text)?.[0].replaceAll(',', ''))

for (const [country, currency, to, amount] of [
  ['LR', 'LRD', 'GH', '123,456.78'],
  ['US', 'USD', 'LR', '1,987.65'],
] as const)
  test(`the lines of a price from ${country} add up, on both steps`, async ({ page, api }) => {
    await withProfile(api, newPerson(country))
    await page.goto('/send-money')
    const valueOf = async (term: RegExp | string) =>
      (
        await page
          .getByRole('term')
          .filter({ hasText: term })
          .locator('xpath=following-sibling::dd')
          .innerText()
      ).trim()
    await sendAmount(page).fill(amount)
    await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
    const sent = numberIn(amount)
    const received = numberIn(await receiveAmount(page).inputValue())
    expect(convertAsShown(await valueOf('Our rate'), sent, currency)).toBe(received)
    const worth = convertAsShown(await valueOf(/^Mid-market rate, \d\d \w{3}, \d\d:\d\d$/), sent, currency)
    const margin = await valueOf('Our margin')
    expect(margin).toMatch(/\(1\.0%\)$/)
    expect(received / worth).toBeCloseTo(1 - numberIn(margin) / sent, 3)
    await expect(page.getByText(/By \d\d:\d\d at the latest\.$/)).toBeVisible()

    await continueWith(page, { amount, name: 'Ama Mensah', phone: newPhone(to) })
    expect(convertAsShown(await valueOf(/^Rate$/), sent, currency)).toBe(received)
    expect(convertAsShown(await valueOf('Exchange Rate'), sent, currency)).toBe(received)
    const overview = page.locator('main dl').filter({ hasText: 'Arrives' })
    const lines = await overview.getByRole('definition').allInnerTexts()
    expect(
      lines
        .slice(0, 2)
        .map(numberIn)
        .reduce((sum, line) => sum + line),
    ).toBe(numberIn(lines[3] ?? ''))
    await expect(page.getByText(/Our margin:/)).toContainText(margin.split('\n').join(' '))
  })

test(
  'the limits say what is left, when more frees up, and how to get more',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/send-money')
    await page.getByRole('link', { name: 'See your limits' }).click()
    await expect(page).toHaveURL('/me/limits')
    await expect(page.getByText('You haven’t used any of this limit.')).toHaveCount(2)
    const networks = (await api.call(calls.getConfig)).networks.filter(({ country }) => country === 'GH')
    for (const { label } of networks) await expect(page.getByText(label)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ask for a higher limit' }).click()
    await expect(page).toHaveURL('/me/messages/new?topic=account')
    await expect(page.getByLabel('What is it about?')).toHaveValue('account')
  },
)
