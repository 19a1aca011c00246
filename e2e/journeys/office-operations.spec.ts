// Slow: orders of two people that change a rail and the prices, in their own product.
import { within } from '@sesa/test-kit/patience'
import { expectAccessibleOffice, joinOffice, openSection, sandboxMembers } from '../src/office.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test(
  'one person closes a rail, two open it again, and prices are simulated before two people change them',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product }) => {
    const linkOf = await sandboxMembers(product.dataDir)
    const administrator = await joinOffice(browser, linkOf('Ama Administrator'))
    const page = await joinOffice(browser, linkOf('Musu Finance'))

    await openSection(page, 'Policies', 'Corridors and rails')
    const networks = page.getByRole('table', { name: 'Rails by network' })
    const row = networks
      .getByRole('row')
      .filter({ hasText: 'Ghana, MTN MoMo' })
      .filter({ hasText: 'pawapay' })
    await row.first().getByRole('button', { name: 'Close' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message to customers').fill('MTN in Ghana is being repaired.')
    await dialog.getByLabel('Reason').fill('The carrier is down')
    await dialog.getByRole('button', { name: 'Close now' }).click()
    await expect(row.first()).toContainText('Closed by staff')
    await expectAccessibleOffice(page)
    await row.first().getByRole('button', { name: 'Request opening' }).click()
    await dialog.getByLabel('Reason').fill('The carrier is back')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    await expect(page.getByText('Requested: Open a rail')).toBeVisible()
    await expect(row.first()).toContainText('Closed by staff')

    await openSection(administrator, 'Inbox')
    // The list may be from the time when the administrator signed in.
    await administrator.reload()
    await administrator.getByRole('link', { name: 'Open a rail' }).click()
    await administrator.getByLabel('Note').fill('The carrier says so too')
    await administrator.getByRole('button', { name: 'Approve' }).click()
    await expect(administrator.getByText('Done', { exact: true })).toBeVisible({ timeout: within(60) })
    await page.reload()
    await expect(row.first()).not.toContainText('Closed by staff')

    await openSection(page, 'Policies', 'Prices')
    await expect(page.getByRole('table', { name: 'Prices by corridor' })).toContainText(
      'United States to Ghana',
    )
    await expectAccessibleOffice(page)
    await page.getByRole('link', { name: 'Change prices' }).click()
    await page.getByRole('button', { name: 'Load the list in force' }).click()
    const list = page.getByLabel('Price list')
    await expect(list).toHaveValue(/marginPercent/)
    await list.fill(
      (await list.inputValue()).replaceAll(/"marginPercent": "[\d.]+"/g, '"marginPercent": "3.00"'),
    )
    await page.getByRole('button', { name: 'Simulate' }).click()
    await expect(page.getByText('36 of 36 examples change')).toBeVisible()
    await expectAccessibleOffice(page)
  },
)
