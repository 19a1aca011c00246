import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleOffice, joinOffice, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

/** Presses a button that asks for a reason, and gives one. */
async function say(page: Page, button: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}

test('two members of compliance change a rule after trying it, answer a request for data, draft a report, and read the register @wide-only', async ({
  browser,
  product,
  api,
}) => {
  test.setTimeout(180_000)
  const linkOf = await sandboxMembers(product.dataDir)
  const efua = await joinOffice(browser, linkOf('Efua Compliance'))
  const yaw = await joinOffice(browser, linkOf('Yaw Compliance'))

  await linkTo(efua, 'Rules').click()
  const rules = efua.getByLabel('Rules', { exact: true })
  await rules.fill((await rules.inputValue()).replace('"atLeast": 4', '"atLeast": 3'))
  await efua.getByRole('button', { name: 'Try on the past' }).click()
  await expect(efua.getByRole('row', { name: /^many-senders/ }).last()).toContainText('0')
  await expectAccessibleOffice(efua)
  await say(efua, 'Ask a second person', 'Ask', 'Three senders are enough to look')
  await efua.getByRole('link', { name: 'Open the request' }).click()
  await expect(efua.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  await linkTo(yaw, 'Approvals').click()
  await yaw.getByRole('link', { name: 'Change the rules of monitoring' }).click()
  await say(yaw, 'Approve', 'Approve', 'Read the trial')
  await expect(yaw.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  await linkTo(yaw, 'Rules').click()
  await expect(yaw.getByText(/^Version 1, since .* by Efua Compliance and Yaw Compliance\.$/)).toBeVisible()
  await yaw.getByRole('link', { name: 'Rules of fraud' }).click()
  await expect(yaw.getByRole('heading', { level: 1, name: 'Rules of fraud' })).toBeVisible()
  await yaw.getByRole('button', { name: 'Try on the past' }).click()
  await expect(yaw.getByText(/^0 payments/)).toBeVisible()
  await expectAccessibleOffice(yaw)

  const { phone } = await withProfile(api)
  await linkTo(efua, 'Search').click()
  await expect(efua.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  await efua.keyboard.press('/')
  await efua.keyboard.type(phone)
  await efua.keyboard.press('Enter')
  await efua.getByRole('grid', { name: 'Customers found' }).getByRole('link').first().click()
  await expect(efua.getByRole('link', { name: 'Privacy request' })).toBeVisible()
  const account = new URL(efua.url()).pathname.split('/').at(-1) ?? ''
  await efua.getByRole('link', { name: 'Privacy request' }).click()
  await efua.getByLabel('A copy of their data').check()
  await efua.getByLabel('How you made sure that the customer asks').fill('Called back on their number')
  await efua.getByLabel('Reason').fill('Their letter of Monday')
  await expectAccessibleOffice(efua)
  await efua.getByRole('button', { name: 'Record the request' }).click()
  await expect(efua.getByRole('heading', { level: 1, name: 'Request P-000001' })).toBeVisible()
  const download = efua.waitForEvent('download')
  await say(efua, 'Download the data', 'Download', 'To answer them')
  const file = await download
  expect(file.suggestedFilename()).toBe('P-000001.json')
  expect(await readFile(await file.path(), 'utf8')).toContain(phone)
  await say(efua, 'Mark as sent', 'Mark as sent', 'By registered letter')
  await expect(efua.getByText('Efua Compliance: By registered letter')).toBeVisible()
  await expectAccessibleOffice(efua)

  await linkTo(efua, 'Reports').click()
  await efua.getByRole('link', { name: 'Draft a report' }).click()
  await efua.getByLabel('Country of the authority').selectOption('GH')
  await efua.getByLabel('Account').fill(account)
  await efua.getByLabel('Grounds for suspicion').fill('Asked twice how to send without a name.')
  await efua.getByLabel('Action taken').fill('We watch the account.')
  await efua.getByLabel('Indicators').fill('IDF')
  await efua.getByRole('button', { name: 'Check the draft' }).click()
  await expectAccessibleOffice(efua)
  await say(efua, 'Store the draft', 'Store it', 'The enquiries of Monday')
  await expect(efua.getByText('Asked twice how to send without a name.')).toBeVisible()
  await expect(efua.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessibleOffice(efua)
  const report = new URL(efua.url()).pathname
  await linkTo(yaw, 'Reports').click()
  await yaw.locator(`a[href="${report}"]`).click()
  await expect(yaw.getByText('Asked twice how to send without a name.')).toBeVisible()
  // The profile of Ghana has none of our ids at its authority yet, so nobody can approve the document.
  await expect(yaw.getByText('entity.rentity_id')).toBeVisible()
  await expect(yaw.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await say(yaw, 'Withdraw', 'Withdraw', 'The profile comes first')
  await yaw.getByRole('link', { name: 'Draft it again' }).click()
  await expect(yaw.getByLabel('Grounds for suspicion')).toHaveValue('Asked twice how to send without a name.')

  await linkTo(efua, 'Retention').click()
  await expect(efua.getByRole('table', { name: 'Laws of Ghana' })).toBeVisible()
})
