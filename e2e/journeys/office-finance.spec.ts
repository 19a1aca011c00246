import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectAccessibleOffice, joinOffice, runCommand, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click()

test('finance sets an alert level, two people book what a wallet holds, and profit and loss has the transfer @wide-only', async ({
  browser,
  product,
  api,
}) => {
  await withProfile(api)
  await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '4567' })
  // Reads the balances, which the worker does every two minutes.
  await runCommand(product.dataDir, 'treasury', 'compare')
  const linkOf = await sandboxMembers(product.dataDir)
  const administrator = await joinOffice(browser, linkOf('Ama Administrator'))
  const page = await joinOffice(browser, linkOf('Musu Finance'))

  await open(page, 'Floats')
  const wallets = page.getByRole('grid', { name: 'Wallets' })
  const wallet = wallets.getByRole('button', { name: 'pawaPay, Ghana, GHS' })
  // On a busy machine a balance may miss the first reading; the worker reads again within two minutes.
  await expect(async () => {
    await page.reload()
    await expect(wallet).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 150_000 })
  await wallet.click()
  await page.getByLabel('Alert below').fill('1500')
  await page.getByLabel('Reason').fill('Two days of pay-outs')
  await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click()
  await expect(wallets.getByRole('row', { name: 'pawaPay, Ghana, GHS' })).toContainText('GHS 1,500.00')
  await expectAccessibleOffice(page)

  await open(page, 'Treasury')
  await expect(page.getByRole('grid', { name: 'Positions', exact: true })).toContainText(
    'Wallets at carriers, GHS',
  )
  await page.getByLabel('Adjustment').check()
  await page.getByLabel('Account').selectOption('pawapay')
  await page.getByLabel('More than our books say').check()
  await page.getByLabel('Difference: currency').selectOption('GHS')
  await page.getByLabel('Difference', { exact: true }).fill('50000')
  await page.getByLabel('The owners’ money').check()
  await page.getByLabel('Reference', { exact: true }).fill('opening-ghs')
  await page.getByLabel('Reason').fill('What the wallet holds')
  await expectAccessibleOffice(page)
  await page.getByRole('button', { name: 'Ask a second person' }).click()
  await page.getByRole('link', { name: 'Open the request' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await open(administrator, 'Approvals')
  // The list may be from when the administrator signed in.
  await administrator.reload()
  await administrator.getByRole('link', { name: 'Book a treasury entry' }).click()
  await expect(administrator.getByText('GHS 50,000.00').first()).toBeVisible()
  await administrator.getByRole('button', { name: 'Approve' }).click()
  await administrator.getByLabel('Note').fill('Compared with the console')
  await administrator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(administrator.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  await open(administrator, 'Treasury')
  const entries = administrator.getByRole('grid', { name: 'Treasury entries' })
  await expect(entries.getByRole('row', { name: 'opening-ghs' })).toContainText('Ama Administrator')

  await open(page, 'Profit and loss')
  const results = page.getByRole('grid', { name: 'Results by day and corridor' })
  await expect(results.getByRole('row')).not.toHaveCount(0)
  await expectAccessibleOffice(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Profit and loss as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('"Day (UTC)","Signed","From","To"')
  expect(file.split('\r\n').length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Journal for accounting' }).click()
  await expect(page.getByText('is not signed')).toBeVisible()
})
