import type { Page } from '@playwright/test'
import { expectAccessibleOffice, joinOffice, sandboxMembers } from '../src/office.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click()

test('one person closes a rail, two open it again, and prices are simulated before two people change them @wide-only', async ({
  browser,
  product,
}) => {
  test.slow()
  const linkOf = await sandboxMembers(product.dataDir)
  const administrator = await joinOffice(browser, linkOf('Ama Administrator'))
  const page = await joinOffice(browser, linkOf('Musu Finance'))

  await open(page, 'Reconciliation')
  await expect(page.getByText('Open differences')).toBeVisible()
  await expect(page.getByText('No difference is open')).toBeVisible()
  await expectAccessibleOffice(page)

  await open(page, 'Corridors and rails')
  const networks = page.getByRole('table', { name: 'Rails by network' })
  const row = networks.getByRole('row').filter({ hasText: 'Ghana, MTN MoMo' }).filter({ hasText: 'pawapay' })
  await row.first().getByRole('button', { name: 'Close' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What customers read').fill('MTN in Ghana is being repaired.')
  await dialog.getByLabel('Reason').fill('The carrier is down')
  await dialog.getByRole('button', { name: 'Close it now' }).click()
  await expect(row.first()).toContainText('Closed by staff')
  await expectAccessibleOffice(page)
  await row.first().getByRole('button', { name: 'Ask to open' }).click()
  await dialog.getByLabel('Reason').fill('The carrier is back')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByText('Asked: Open a rail')).toBeVisible()
  await expect(row.first()).toContainText('Closed by staff')

  await open(administrator, 'Approvals')
  // The list may be from when the administrator signed in.
  await administrator.reload()
  await administrator.getByRole('link', { name: 'Open a rail' }).click()
  await administrator.getByRole('button', { name: 'Approve' }).click()
  await administrator.getByLabel('Note').fill('The carrier says so too')
  await administrator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(administrator.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(row.first()).not.toContainText('Closed by staff')

  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Rail', { exact: true }).selectOption('pawapay')
  await page.getByLabel('Networks to close').selectOption('GH/mtn')
  for (const [moment, time] of [
    ['From', '01:00'],
    ['Until', '04:00'],
  ] as const) {
    await page.getByLabel(`${moment}, day`).fill(inAWeek)
    await page.getByLabel(`${moment}, time (UTC)`).fill(time)
  }
  await page.getByLabel('What customers read').fill('MTN in Ghana is being repaired until four.')
  await page.getByRole('button', { name: 'Check the closing' }).click()
  await page.getByRole('button', { name: 'Plan it' }).click()
  await dialog.getByLabel('Reason').fill('MTN has announced it')
  await dialog.getByRole('button', { name: 'Plan it' }).click()
  const planned = page.getByRole('table', { name: 'Planned closings' }).getByRole('row', { name: /^pawapay/ })
  await expect(planned).toContainText('Musu Finance: MTN has announced it')
  await expectAccessibleOffice(page)
  await planned.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Reason').fill('MTN has moved it')
  await dialog.getByRole('button', { name: 'Cancel it' }).click()
  await expect(page.getByText('Nothing is planned.')).toBeVisible()

  await open(page, 'Prices')
  await expect(page.getByRole('table', { name: 'Prices by corridor' })).toContainText(
    'United States to Ghana',
  )
  await expectAccessibleOffice(page)
  await page.getByRole('link', { name: 'Simulate and ask for another list' }).click()
  await page.getByRole('button', { name: 'Start from the list in force' }).click()
  const list = page.getByLabel('Price list')
  await expect(list).toHaveValue(/marginPercent/)
  await list.fill(
    (await list.inputValue()).replaceAll(/"marginPercent": "[\d.]+"/g, '"marginPercent": "3.00"'),
  )
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByText('36 of 36 examples change')).toBeVisible()
  await expectAccessibleOffice(page)
})
