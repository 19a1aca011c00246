import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'
import { historyRow, recipientName, sendAmount } from '../src/transfer.ts'

const LIST = /^\/user\/transactions$/

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Transaction History' }).getByRole('row').filter({ hasText: 'Transferred' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

test('an empty history invites the first transfer', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeVisible()
  await expect(page.getByText('No transfers yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send your first transfer' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Today’s rate/ })).toContainText(/LRD 1,000 = GHS \d+\.\d\d/)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Send Money' }).click()
  await expect(page).toHaveURL('/send-money')
})

test('lists a transfer with every column', { tag: '@wide' }, async ({ page, api, isMobile }) => {
  await withProfile(api)
  const id = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah' })
  await page.goto('/me/dashboard')
  const row = historyRow(page, 'Ama Mensah')
  await expect(row).toContainText('Transferred')
  await expect(row.getByText('A', { exact: true })).toBeVisible()
  await expect(row.getByRole('img', { name: 'from Liberia' })).toBeVisible()
  await expect(row.getByRole('img', { name: 'to Ghana' })).toBeVisible()
  await expect(row.getByText(/^\d\d [A-Z][a-z]{2} \d{4}$/)).toBeVisible()
  await expect(row.getByText(/^\d\d:\d\d [AP]M$/)).toBeVisible()
  await expect(row).toContainText('LRD 10,000.00')
  await expect(row).toContainText(/GHS [\d,]+\.\d\d/)
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^View/ })).toHaveAttribute(
    'href',
    `/transfer-status?payment_intent=${id}&intent=view`,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)

  await row.getByRole('link', { name: /^View/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await page.goBack()
  const resend = row.getByRole('link', { name: /^Resend/ })
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 800 })
  // On a phone the link shows once the keyboard reaches it; a tap on the row opens the transfer.
  await (isMobile ? resend.press('Enter') : resend.click())
  await expect(page).toHaveURL(`/send-money?resend=${id}`)
  await expect(recipientName(page)).toHaveValue('Ama Mensah')
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(page.getByText(/rate.*may.*differ/i)).toBeVisible()
})

test('search and filter narrow the list and stay in the address', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await sendByApi(api, { whole: 3_000, name: 'Kofi Boateng' })
  await sendByApi(api, { whole: 4_000, name: 'Yaw Asante', ending: '0005' })
  await page.goto('/me/dashboard')
  await expect(rows(page)).toHaveCount(3)
  // Money that did not arrive is never green.
  const failed = historyRow(page, 'Yaw Asante').getByText(/^(Processing|Failed|Refunded)$/)
  const sent = historyRow(page, 'Ama Mensah').getByText('Sent', { exact: true })
  expect(await colourOf(failed)).not.toBe(await colourOf(sent))

  await search(page).fill('boateng')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL('/me/dashboard?search=boateng')
  await search(page).fill('2,000')
  await expect(historyRow(page, 'Ama Mensah')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('nobody of that name')
  await expect(page.getByText('Nothing matches “nobody of that name”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all transfers' }).click()
  await expect(page).toHaveURL('/me/dashboard')
  await expect(search(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'Filter and export' }).click()
  await page.getByLabel('Status').selectOption('sent')
  await expect(rows(page)).toHaveCount(2)
  await search(page).fill('kofi')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL('/me/dashboard?search=kofi&status=sent')
  await page.reload()
  await expect(search(page)).toHaveValue('kofi')
  await expect(page.getByLabel('Status')).toHaveValue('sent')
  await expect(rows(page)).toHaveCount(1)
  // Typing replaced the entry in the browser's history; the filter added one.
  await page.goBack()
  await expect(page).toHaveURL('/me/dashboard')
  await expect(search(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Status').selectOption('held')
  await expect(page.getByText('No transfer has the status “On hold”')).toBeVisible()
})

test('View all leads through every page, and back', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  for (let n = 1; n <= 23; n++) await sendByApi(api, { whole: 1_000 + n, name: 'Ama Mensah' })
  const amounts = async () =>
    (await rows(page).allInnerTexts()).map((text) => Number(/LRD.1,0(\d\d)\.00/.exec(text)?.[1]))
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)

  await page.goto('/me/dashboard')
  await expect.poll(amounts).toEqual(down(23, 14))
  await page.getByRole('button', { name: 'View all' }).click()
  await expect(page).toHaveURL('/me/dashboard?page=1')
  await expect.poll(amounts).toEqual(down(23, 4))
  const pages = page.getByRole('navigation', { name: 'Transfers: pages' })
  await expect(pages).toContainText('1 to 20 of 23')
  await expect(page.getByText(/^23 transfers\. LRD 23,276\.00 sent before fees\.$/)).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expectAccessible(page)

  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\?page=2&after=/)
  await expect.poll(amounts).toEqual(down(3, 1))
  await expect(pages).toContainText('21 to 23 of 23')
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Transfers' })).toBeFocused()

  // Back from a transfer returns to the same page of the list.
  await historyRow(page, 'Ama Mensah').first().getByRole('link', { name: /^View/ }).click()
  await expect(page).toHaveURL(/\/transfer-status/)
  await page.goBack()
  await expect.poll(amounts).toEqual(down(3, 1))
  await page.goBack()
  await expect.poll(amounts).toEqual(down(23, 4))
  await page.goForward()
  await page.reload()
  await expect.poll(amounts).toEqual(down(3, 1))
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL('/me/dashboard?page=1')
  await expect.poll(amounts).toEqual(down(23, 4))

  await search(page).fill('1,007')
  await expect.poll(amounts).toEqual([7])
  await expect(page).toHaveURL('/me/dashboard?search=1%2C007&page=1')
})

test('says that the list failed, and loads it again', { tag: '@wide' }, async ({ page, api, refusal }) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await page.route(listed, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
    }),
  )
  refusal(503, LIST)
  // The first answer brings the latest transfers, but not those of a filter.
  await page.goto('/me/dashboard?status=sent')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your transfers')
  await expect(page.getByRole('alert')).toContainText('This doesn’t affect transfers in progress.')
  await expectAccessible(page)
  await page.unroute(listed)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'keeps the list offline, and loads the rest once the connection is back',
  { tag: '@wide' },
  async ({ page, api, context }) => {
    await withProfile(api)
    await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
    await page.goto('/me/dashboard')
    await expect(rows(page)).toHaveCount(1)
    await context.setOffline(true)
    await search(page).fill('nobody')
    await expect(page.getByText('You’re offline', { exact: true })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByText('Nothing matches “nobody”')).toBeVisible()
  },
)

test('shows a skeleton for a slow list, then a message', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(listed, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/me/dashboard?status=sent')
  await expect(page.getByRole('table', { name: 'Transaction History' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Taking longer than usual.')).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Taking longer than usual.')).toHaveCount(0)
})

test("hides another customer's transfer", async ({ page, api, refusal }) => {
  await withProfile(api)
  refusal(404, /^\/user\/transactions\//)
  await page.goto('/transfer-status?payment_intent=pi_nobodys&intent=view')
  await expect(page.getByRole('main').getByRole('link', { name: /transactions/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0)
  await expectAccessible(page)
})

/** Returns true for the call behind the list, whatever its query. */
function listed(url: URL): boolean {
  return LIST.test(url.pathname)
}

function colourOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) =>
    String(element.ownerDocument.defaultView?.getComputedStyle(element).color),
  )
}
