// Slow: axe on every page of the office, at two widths, once the worker has read the balances.
import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { expectAccessibleOffice, joinOffice, openSection, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

// Together these members see every section.
const MEMBERS = ['Efua Compliance', 'Musu Finance', 'Ama Administrator']

test(
  'every page of the office is accessible at both widths',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    await withProfile(api)
    const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '4567' })
    const linkOf = await sandboxMembers(product.dataDir)
    const pages: Page[] = []
    for (const name of MEMBERS) pages.push(await joinOffice(browser, linkOf(name)))
    const [, finance] = pages as [Page, Page, Page]
    await openSection(finance, 'Money', 'Treasury')
    // The worker reads the balances every two minutes.
    await expect(async () => {
      await finance.reload()
      const positions = finance.getByRole('grid', { name: 'Positions', exact: true }).getByRole('row')
      await expect(positions.nth(1)).toBeVisible({ timeout: within(2) })
    }).toPass({ timeout: within(150) })

    for (const page of pages) {
      const menu = page.getByRole('navigation', { name: 'Sections' })
      for (const entry of await menu.locator('> ul > li > a').allTextContents()) {
        await openSection(page, entry)
        const item = menu
          .locator('> ul > li')
          .filter({ has: page.getByRole('link', { name: entry, exact: true }) })
        await expect(item.locator('[aria-current=page]')).toBeVisible()
        const inside = await item.getByRole('list').getByRole('link').allTextContents()
        for (const name of inside.length > 0 ? inside : [entry]) {
          await openSection(page, name)
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
          await expectAccessibleOffice(page)
        }
      }
    }

    const page = await joinOffice(browser, linkOf('Esi Support'))
    await page.getByRole('searchbox').fill(paymentId)
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Transfers found' }).getByRole('link').click()
    const postings = page.getByRole('table', { name: 'Postings' })
    await expect(async () => {
      await page.reload()
      await expect(postings.getByRole('row', { name: 'Carrier float, GHS' })).toBeVisible({
        timeout: within(2),
      })
    }).toPass({ timeout: within(30) })
    await expectAccessibleOffice(page)
    await page.getByRole('link', { name: 'Open sender' }).click()
    await expect(page.getByText('Remaining 24-hour limit')).toBeVisible()
    await expectAccessibleOffice(page)
  },
)
