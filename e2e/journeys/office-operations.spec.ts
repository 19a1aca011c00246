// Slow: orders of two people that change a rail, in their own product.
import { within } from '@sesa/test-kit/patience'
import { expectAccessibleOffice, joinOffice, openSection, sandboxMembers } from '../src/office.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test(
  'one person closes a rail, and two open it again',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product }) => {
    const linkOf = await sandboxMembers(product.dataDir)
    const administrator = await joinOffice(browser, linkOf('Ama Administrator'))
    const page = await joinOffice(browser, linkOf('Musu Finance'))

    await openSection(page, 'Policies', 'Corridors')
    const cell = page.getByRole('button', { name: 'United States to Ghana, MTN MoMo' })
    const dialog = page.getByRole('dialog')
    const choose = async (change: string) => {
      await cell.click()
      await dialog.getByRole('radio', { name: 'pawapay, MTN MoMo (GH)' }).check()
      await dialog.getByRole('radio', { name: change, exact: true }).check()
    }
    await choose('Close')
    await dialog.getByLabel('Message to customers').fill('MTN in Ghana is being repaired.')
    await dialog.getByLabel('Reason').fill('The carrier is down')
    await expectAccessibleOffice(page)
    await dialog.getByRole('button', { name: 'Close now' }).click()
    await expect(cell).toContainText('closed by staff')
    await expectAccessibleOffice(page)
    await choose('Open')
    await expect(dialog).toContainText('MTN in Ghana is being repaired.')
    await dialog.getByLabel('Reason').fill('The carrier is back')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    await expect(page.getByText('Requested: Open a rail')).toBeVisible()
    await expect(cell).toContainText('closed by staff')

    await openSection(administrator, 'Inbox')
    // The list may be from the time when the administrator signed in.
    await administrator.reload()
    await administrator.getByRole('link', { name: 'Open a rail' }).click()
    await administrator.getByLabel('Note').fill('The carrier says so too')
    await administrator.getByRole('button', { name: 'Approve' }).click()
    await expect(administrator.getByText('Done', { exact: true })).toBeVisible({ timeout: within(60) })
    await page.reload()
    await expect(cell).toBeVisible()
    await expect(cell).not.toContainText('closed by staff')
  },
)
