// Slow: a data request and a report, with its own product.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expectAccessibleOffice,
  joinOffice,
  openFirstHit,
  openSection,
  sandboxMembers,
} from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

/** Presses a button that asks for a reason, and enters one. */
async function say(page: Page, button: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}

test(
  'compliance answers a request for data, drafts a report, and reads the register',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    const linkOf = await sandboxMembers(product.dataDir)
    const page = await joinOffice(browser, linkOf('Efua Compliance'))

    const { phone } = await withProfile(api)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await openFirstHit(page, phone)
    await expect(page.getByRole('link', { name: 'Privacy request' })).toBeVisible()
    const account = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByRole('link', { name: 'Privacy request' }).click()
    await page.getByLabel('Data access').check()
    await page.getByLabel('How you verified the customer’s identity').fill('Called back on their number')
    await page.getByLabel('Reason').fill('Their letter of Monday')
    await expectAccessibleOffice(page)
    await page.getByRole('button', { name: 'Record request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Request P-000001' })).toBeVisible()
    const download = page.waitForEvent('download')
    await say(page, 'Download data', 'Download', 'To answer them')
    const file = await download
    expect(file.suggestedFilename()).toBe('P-000001.json')
    expect(await readFile(await file.path(), 'utf8')).toContain(phone)
    await say(page, 'Mark as sent', 'Mark as sent', 'By registered letter')
    await expect(page.getByText('Efua Compliance: By registered letter')).toBeVisible()
    await expectAccessibleOffice(page)

    await openSection(page, 'Records', 'Reports')
    await page.getByRole('link', { name: 'Draft a SAR' }).click()
    await page.getByLabel('Authority’s country').selectOption('GH')
    await page.getByLabel('Account', { exact: true }).fill(account)
    // The gaps show while typing, before anything is stored.
    await expect(page.getByRole('heading', { name: /^\d+ missing for FIC$/ })).toBeVisible()
    await page.getByLabel('Grounds for suspicion').fill('Asked twice how to send without a name.')
    await page.getByLabel('Action taken').fill('We watch the account.')
    await page.getByLabel('Indicators').fill('IDF')
    await expectAccessibleOffice(page)
    await page.getByLabel('Reason').fill('The enquiries of Monday')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Asked twice how to send without a name.')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Action taken').fill('We watch the account and its wallet.')
    await page.getByLabel('Reason').fill('The wallet too')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('We watch the account and its wallet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectAccessibleOffice(page)
    await openSection(page, 'Records', 'Audit log')
    await page.getByRole('link', { name: 'Retention' }).click()
    await expect(page.getByRole('table', { name: 'Laws of Ghana' })).toBeVisible()
  },
)
