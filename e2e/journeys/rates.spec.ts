import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible, expectAccessibleInForcedColours } from '../src/browser/accessible.ts'
import { newPerson, signIn, fillProfile, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, sendAmount } from '../src/transfer.ts'

const PATH = '/rates/liberia-to-ghana'
const send = (page: Page) => page.getByRole('textbox', { name: 'You send' })
const receive = (page: Page) => page.getByRole('textbox', { name: 'They receive' })
const toSendMoney = (page: Page) => page.getByRole('button', { name: 'Send this amount' })
const chart = (page: Page) => page.getByRole('img', { name: /^Mid-market rate over/ })

/** Waits until the history of the sandbox is complete: the worker asks for it when it starts. */
async function openWithHistory(page: Page, path = PATH): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await page.getByText('365 days', { exact: true }).click()
    await expect(page.getByText(/^Between \d+ \w+ 20\d\d and /)).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText('We have recorded this rate since')).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
}

test('lists every direction with a rate whose sum comes out', { tag: '@wide' }, async ({ page, api }) => {
  const { corridors } = await api.call(calls.getConfig)
  await page.goto('/rates')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(corridors.length)
  for (const text of await entries.allInnerTexts()) {
    const [, unit, other, price] = /1 (\w{3}) =\s(\w{3})\s([\d,.]+)/.exec(text) ?? []
    const [, sent, amount, received, arrives] =
      /Send (\w{3})\s([\d,.]+) and (\w{3})\s([\d,.]+) arrives/.exec(text) ?? []
    const [rate, from, to] = [price, amount, arrives].map((digits) => Number(digits?.replaceAll(',', '')))
    expect([unit, other].toSorted(), text).toEqual([sent, received].toSorted())
    const sum = unit === sent ? (from ?? 0) * (rate ?? 0) : (from ?? 0) / (rate ?? 0)
    expect(sum.toFixed(2), text).toBe(to?.toFixed(2))
    expect(text).toMatch(
      /At the mid-market rate, (about the same|\d+\.\d% (more|less)) arrives|We have no mid-market/,
    )
  }
  await page.getByRole('link', { name: 'United States to Liberia' }).click()
  await expect(page).toHaveURL('/rates/united-states-to-liberia')
  await expect(page.getByRole('heading', { level: 1, name: 'United States to Liberia' })).toBeVisible()
})

test(
  'shows a year of the mid-market rate with its gaps, and the same days as a table',
  { tag: '@wide' },
  async ({ page }) => {
    await openWithHistory(page)
    await expect(page.getByText('Sample data.')).toBeVisible()
    await expect(page.getByText(/^\d+ days have no rate, so the line has a gap\.$/)).toBeVisible()
    await expect(chart(page)).toHaveAccessibleDescription(
      /^Between .+, 1 GHS: lowest LRD .+, highest LRD .+, now LRD .+\.$/,
    )
    expect((await chart(page).locator('path').getAttribute('d'))?.match(/M/g)?.length).toBeGreaterThan(1)
    await page.getByText('Show 365 days as a table').click()
    const table = page.getByRole('table', { name: 'Mid-market rate over 365 days' })
    await expect(table.getByRole('row')).toHaveCount(54)
    await expect(page.getByText('One row a week.')).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleInForcedColours(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
  },
)

test('the period is chosen with the keyboard', async ({ page }) => {
  await page.goto(PATH)
  await expect(chart(page)).toHaveAccessibleName('Mid-market rate over 30 days')
  await page.getByRole('radio', { name: '30 days' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '365 days' })).toBeFocused()
  await expect(chart(page)).toHaveAccessibleName('Mid-market rate over 365 days')
  await expect(chart(page)).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(chart(page)).toHaveAccessibleName('Mid-market rate over 7 days')
  await page.getByText('Show 7 days as a table').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Mid-market rate over 7 days' })).toBeVisible()
})

test('a typed amount is in Send Money after sign-in', async ({ page, api }) => {
  const person = newPerson('LR')
  await page.goto(PATH)
  await expect(receive(page)).toHaveValue(/^\d+\.\d{2}$/)
  await send(page).fill('2500')
  const { value } = await api.call(calls.getRate, { params: { from: 'LRD', to: 'GHS', amount: '2500' } })
  await expect(receive(page)).toHaveValue(value.toFixed(2))
  await toSendMoney(page).click()
  await signIn(page, api, person)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/^[^?]*\/send-money/)
  await expect(sendAmount(page)).toHaveValue('2,500.00')
  await expect(receiveAmount(page)).toHaveValue(value.toFixed(2))
  await expect(page.getByText('You have an unfinished transfer')).toBeHidden()
})

test('the amount to receive stays exact on the way to Send Money', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/rates/liberia-to-sierra-leone')
  await expect(receive(page)).toHaveValue(/^\d+\.\d{2}$/)
  await receive(page).fill('120')
  await expect(send(page)).not.toHaveValue('1,000.00')
  await toSendMoney(page).click()
  await expect(receiveAmount(page)).toHaveValue('120.00')
  await expect(receiveAmount(page)).toHaveAccessibleDescription(/SLE/)
})

test('text that is no amount turns red, and says what to type', async ({ page }) => {
  await page.goto(PATH)
  await expect(receive(page)).toHaveValue(/^\d+\.\d{2}$/)
  await send(page).fill('abc')
  await expect(page.getByText('Enter the amount in digits, such as 150.50.')).toBeVisible()
  await expect(send(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('says so when there is no rate, and keeps what was typed', async ({ page, refusal }) => {
  refusal(503, /^\/currency\/rates\//)
  await page.route('**/currency/rates/**', (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: {
          code: 'rate_unavailable',
          message: 'We have no current exchange rate. Try again in a minute.',
          retryable: true,
        },
      },
    }),
  )
  await page.goto(PATH)
  await send(page).fill('700')
  await expect(page.getByRole('status').filter({ hasText: 'exchange rate' })).toBeVisible()
  await expect(send(page)).toHaveValue('700')
  await expectAccessible(page)
})

test('an unknown direction is not found', async ({ page, refusal }) => {
  refusal(404, /^\/rates\//)
  const answer = await page.goto('/rates/liberia-to-nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is whole, its periods work, and its form leads to Send Money', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(PATH)
    await expect(page.getByText(/^1 GHS =\sLRD\s[\d.]+$/).first()).toBeVisible()
    await page.getByText('7 days', { exact: true }).click()
    await expect(chart(page)).toHaveAccessibleName('Mid-market rate over 7 days')
    // The document is all that the page needs.
    expect(asked.filter((path) => !/\.(js|svg|png|ico|webmanifest)$/.test(path))).toEqual([PATH])
    await expect(receive(page)).toBeHidden()
    await send(page).fill('1,234.50')
    await toSendMoney(page).click()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/send-money')
    expect(Object.fromEntries(searchParams)).toEqual({
      from: 'LR',
      to: 'GH',
      side: 'send',
      amount: '1,234.50',
      receive: '',
    })
  })
})
