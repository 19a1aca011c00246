// Slow: 10,000 transfers in the history.
import type { Page } from '@playwright/test'
import { fillTransfers, ownerUrlOf } from '../src/product/filled-history.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const MANY = 10_000
/** Rows on the dashboard initially, and on each page of View all. */
const [FEW_ROWS, PAGE_ROWS] = [10, 20]
/** Generous for a page with twenty cards on a phone, and a hundredth of what 10,000 cards would need. */
const MOST_ELEMENTS = 1_500

/** The whole database is one customer's long history. */
const test = withOwnProduct()

const rows = (page: Page) => page.locator('main tbody tr[role=row]')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Transfers: pages' })

async function expectShown(page: Page, count: number): Promise<void> {
  await expect(rows(page)).toHaveCount(count)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await page.locator('*').count()).toBeLessThan(MOST_ELEMENTS)
}

/** Types into the search box, and waits until the address contains the text. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page).toHaveURL(`/me/dashboard${text === '' ? '' : `?search=${text}`}`)
}

test(
  'a history of 10,000 transfers is shown, searched and paged a handful at a time',
  { tag: '@all' },
  async ({ page, api, product }) => {
    await withProfile(api)
    await sendByApi(api, { whole: 1_000, name: 'Ama Mensah' })
    await fillTransfers(await ownerUrlOf(product.dataDir), MANY)

    await page.goto('/me/dashboard')
    await expectShown(page, FEW_ROWS)

    // The 5,000th transfer, found by its reference although no page has reached it.
    await search(page, 'S-00001388')
    await expectShown(page, 1)
    await search(page, 'mensah')
    await expectShown(page, FEW_ROWS)
    // Every recipient here has that name, so only a different name shows that the search works.
    await search(page, 'boateng')
    await expect(page.getByText('Nothing matches “boateng”')).toBeVisible()
    await expectShown(page, 0)
    await search(page, '')
    await expectShown(page, FEW_ROWS)

    await page.getByRole('button', { name: 'View all' }).click()
    await expectShown(page, PAGE_ROWS)
    for (let from = 21; from <= 81; from += 20) {
      await pages(page).getByRole('button', { name: 'Next' }).click()
      await expect(pages(page)).toContainText(`${from} to ${from + 19}`)
      await expectShown(page, PAGE_ROWS)
    }
    const elements = page.getByRole('main').locator('*')
    const before = await elements.count()
    const foot = page.getByRole('contentinfo')
    await foot.scrollIntoViewIfNeeded()
    await expect(foot).toBeInViewport()
    await expectShown(page, PAGE_ROWS)
    // Scrolling added no elements.
    await expect(elements).toHaveCount(before)

    await pages(page).getByRole('button', { name: 'Previous' }).click()
    await expect(pages(page)).toContainText('61 to 80')
    await expectShown(page, PAGE_ROWS)
    await page.reload()
    await expect(pages(page)).toContainText('61 to 80')
    await expectShown(page, PAGE_ROWS)
  },
)
