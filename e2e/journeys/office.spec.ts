// Slow: orders of two people in the office, with a product, an invitation and a passkey for each.
import { within } from '@sesa/test-kit/patience'
import type { Browser, Page } from '@playwright/test'
import {
  expectAccessibleOffice,
  joinOffice,
  openSection,
  sandboxMembers,
  startCommandLine,
} from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()
// They share an office, in which the second one finds no hold yet.
test.describe.configure({ mode: 'default' })

let links: ReturnType<typeof sandboxMembers> | undefined
const joined = new Map<string, Promise<Page>>()

/** Returns a member's page; the member joins when the first journey needs them. */
async function pageOf(browser: Browser, dataDir: string, name: string): Promise<Page> {
  const linkOf = await (links ??= sandboxMembers(dataDir))
  const page = joined.get(name) ?? joinOffice(browser, linkOf(name))
  joined.set(name, page)
  return page
}

test(
  'finance prepares the books of a day, which another member must sign',
  { tag: '@wide-only' },
  async ({ browser, product }) => {
    const page = await pageOf(browser, product.dataDir, 'Musu Finance')
    await openSection(page, 'Money', 'Daily close')
    await expect(page.getByRole('heading', { level: 1, name: 'Daily close of' })).toBeFocused()
    await expect(page.getByRole('list', { name: 'Checklist' }).getByText('Not prepared')).toBeVisible()
    await page.getByLabel('Explanation of differences').fill('The float of this sandbox was never entered')
    await page.getByRole('button', { name: 'Prepare' }).click()
    await page.getByLabel('Reason').fill('End of the day')
    await page.getByRole('dialog').getByRole('button', { name: 'Prepare' }).click()
    await expect(page.getByText('You prepared this report. Another member signs it.')).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: 'Card provider, USD' }),
    ).toBeVisible()
    await expectAccessibleOffice(page)
  },
)

test(
  'by keyboard alone, support finds a transfer, opens its recipient and puts it on hold',
  { tag: '@wide-only' },
  async ({ browser, product, api }) => {
    const page = await pageOf(browser, product.dataDir, 'Fatu Support')
    await withProfile(api)
    const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '0002' })
    await page.goto(`${product.base}/office/inbox?kind=holds&view=others`)
    await expect(page.getByRole('heading', { name: 'Nothing in this view' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(paymentId)
    await expect(page.getByRole('group', { name: 'Transfers' }).getByRole('option')).toHaveCount(1)
    await expectAccessibleOffice(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'S-' })).toBeFocused()
    await expectAccessibleOffice(page)

    await page.getByRole('button', { name: 'Show in full' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('The customer is on the phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ama Mensah')).toBeVisible()

    await page.getByRole('button', { name: 'Put on hold' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('The customer asked for it')
    await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('On hold: Stopped by staff')).toBeVisible()

    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('link', { name: /^Waiting for others/ }).click()
    await expect(page.getByRole('grid', { name: 'Open work' }).getByRole('link')).toHaveCount(1)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'finance asks for a new threshold, compliance approves it, and the audit log shows both values',
  { tag: '@wide-only' },
  async ({ browser, product }) => {
    const finance = await pageOf(browser, product.dataDir, 'Musu Finance')
    const compliance = await pageOf(browser, product.dataDir, 'Efua Compliance')
    await openSection(finance, 'Policies', 'Limits')
    await finance.getByLabel('New amount').fill('750')
    await finance.locator('#threshold-reason').fill('More releases than two people can check')
    await finance
      .locator('form', { has: finance.getByLabel('New amount') })
      .getByRole('button', { name: 'Request approval' })
      .click()
    await finance.getByRole('link', { name: 'Open request' }).click()
    await expect(finance.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await expect(finance.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await openSection(compliance, 'Inbox')
    await compliance.getByRole('link', { name: 'Change the release threshold' }).click()
    await expect(compliance.getByRole('cell', { name: 'USD 750.00' })).toBeVisible()
    await expectAccessibleOffice(compliance)
    await compliance.getByLabel('Note').fill('Agreed in the weekly meeting')
    await compliance.getByRole('button', { name: 'Approve' }).click()
    await expect(compliance.getByText('Done', { exact: true })).toBeVisible({ timeout: within(60) })

    await openSection(compliance, 'Records', 'Audit log')
    await compliance.getByLabel('Action', { exact: true }).selectOption('Approval approved')
    await compliance.getByRole('button', { name: 'Filter' }).click()
    const log = compliance.getByRole('grid', { name: 'Audit log' })
    await expect(log.getByRole('row')).toHaveCount(2)
    await log.getByRole('gridcell').nth(1).getByRole('button').click()
    await expect(compliance.getByRole('dialog')).toContainText('Agreed in the weekly meeting')
    await expectAccessibleOffice(compliance)
  },
)

test(
  'a member signs out, signs in with the passkey, and signs the command line in',
  { tag: '@wide-only' },
  async ({ browser, product }) => {
    const administrator = await pageOf(browser, product.dataDir, 'Ama Administrator')
    await administrator.getByText('Ama Administrator').first().click()
    await administrator.getByRole('button', { name: 'Sign out' }).click()
    await expect(administrator.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
    await expectAccessibleOffice(administrator)

    const { link, code, confirmed } = await startCommandLine(product.dataDir)
    await administrator.goto(link)
    await administrator.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await administrator.getByLabel('Code').fill(code)
    await administrator.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(administrator.getByText('The command line is signed in')).toBeVisible()
    await expectAccessibleOffice(administrator)
    expect(await confirmed).toContain('Signed in as Ama Administrator')
  },
)
