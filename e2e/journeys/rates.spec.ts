import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson, signIn, fillProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, sendAmount } from '../src/transfer.ts'

const PATH = '/rates/liberia-to-ghana'
const chart = (page: Page) => page.getByRole('img', { name: /^Mid-market rate over/ })

/** Waits until the sandbox's history is complete: the worker requests it when it starts. */
async function openWithHistory(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(PATH)
    await page.getByText('365 days', { exact: true }).click()
    await expect(page.getByText(/^Between \d+ \w+ 20\d\d and /)).toBeVisible({ timeout: within(1) })
    await expect(page.getByText('We have recorded this rate since')).toBeHidden({ timeout: within(1) })
  }).toPass({ timeout: within(120) })
}

test('lists every direction with a rate whose sum comes out, and a year of the market’s rate', async ({
  page,
  api,
}) => {
  const { corridors } = await api.call(calls.getConfig)
  await page.goto('/fees')
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Our margin' })
  await expect(cards).toHaveCount(corridors.length)
  await expect(cards.filter({ hasText: 'Liberia to Ghana' })).toContainText('1.00%')
  await expect(page.getByText(/^As of \d+ \w+ \d{4}, \d\d:\d\d UTC/)).toBeVisible()

  await page.goto('/rates')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(corridors.length)
  for (const text of await entries.allInnerTexts()) {
    const [, from = '', sent = '', to = '', arrives = ''] =
      /([A-Z]{3})\s([\d,]+) = ([A-Z]{3})\s([\d,.]+)/.exec(text) ?? []
    const amount = sent.replaceAll(',', '')
    const { value } = await api.call(calls.getRate, { params: { from, to, amount } })
    expect(value.toFixed(2), text).toBe(arrives.replaceAll(',', ''))
    expect(text).toMatch(
      /At the mid-market rate, (about the same|\d+\.\d% (more|less)) arrives|We have no mid-market/,
    )
  }
  await page.getByRole('link', { name: 'United States to Liberia' }).click()
  await expect(page).toHaveURL('/rates/united-states-to-liberia')
  expect((await api.request.get('/rates/liberia-to-nowhere')).status()).toBe(404)

  await openWithHistory(page)
  await expect(page.getByText('Sample data.')).toBeVisible()
  await expect(page.getByText(/^\d+ days have no rate, so the line has a gap\.$/)).toBeVisible()
  await expect(chart(page)).toHaveAccessibleDescription(
    /^Between .+, LRD\s1,000: lowest GHS .+, highest GHS .+, now GHS .+\.$/,
  )
  expect((await chart(page).locator('path').getAttribute('d'))?.match(/M/g)?.length).toBeGreaterThan(1)
  await page.getByText('Show 365 days as a table').click()
  const table = page.getByRole('table', { name: 'Mid-market rate over 365 days' })
  await expect(table.getByRole('row')).toHaveCount(54)
  await expect(page.getByText('One row a week.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radio', { name: '365 days' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeFocused()
  await expect(chart(page)).toHaveAccessibleName('Mid-market rate over 30 days')
  await expect(chart(page)).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Show 7 days as a table').press('Enter')
  await expect(page.getByRole('table', { name: 'Mid-market rate over 7 days' })).toBeVisible()
})

test('a typed amount is in Send Money after sign-in', async ({ page, api }) => {
  const person = newPerson('LR')
  await page.goto(PATH)
  const receive = page.getByRole('textbox', { name: 'They receive' })
  await expect(receive).toHaveValue(/^\d+\.\d{2}$/)
  await page.getByRole('textbox', { name: 'You send' }).fill('2500')
  const { value } = await api.call(calls.getRate, { params: { from: 'LRD', to: 'GHS', amount: '2500' } })
  await expect(receive).toHaveValue(value.toFixed(2))
  await page.getByRole('button', { name: 'Send this amount' }).click()
  await signIn(page, api, person)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/^[^?]*\/send-money/)
  await expect(sendAmount(page)).toHaveValue('2,500.00')
  await expect(receiveAmount(page)).toHaveValue(value.toFixed(2))
  await expect(page.getByText('You have an unfinished transfer')).toBeHidden()
})
