import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleOffice, inviteFirst, inviteMember, joinOffice } from '../src/office.ts'
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
  const administrator = await joinOffice(browser, await inviteFirst(product.dataDir, 'Ama Boateng'))
  const ama = await joinOffice(browser, await inviteMember(administrator, 'Ama Compliance', ['Compliance']))
  const kofi = await joinOffice(browser, await inviteMember(administrator, 'Kofi Compliance', ['Compliance']))

  await linkTo(ama, 'Rules').click()
  const rules = ama.getByLabel('Rules', { exact: true })
  await rules.fill((await rules.inputValue()).replace('"atLeast": 4', '"atLeast": 3'))
  await ama.getByRole('button', { name: 'Try on the past' }).click()
  await expect(ama.getByRole('row', { name: /^many-senders/ }).last()).toContainText('0')
  await expectAccessibleOffice(ama)
  await say(ama, 'Ask a second person', 'Ask', 'Three senders are enough to look')
  await ama.getByRole('link', { name: 'Open the request' }).click()
  await expect(ama.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  await linkTo(kofi, 'Approvals').click()
  await kofi.getByRole('link', { name: 'Change the rules of monitoring' }).click()
  await say(kofi, 'Approve', 'Approve', 'Read the trial')
  await expect(kofi.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  await linkTo(kofi, 'Rules').click()
  await expect(kofi.getByText(/^Version 1, since .* by Ama Compliance and Kofi Compliance\.$/)).toBeVisible()
  await kofi.getByRole('link', { name: 'Rules of fraud' }).click()
  await expect(kofi.getByRole('heading', { level: 1, name: 'Rules of fraud' })).toBeVisible()
  await kofi.getByRole('button', { name: 'Try on the past' }).click()
  await expect(kofi.getByText(/^0 payments/)).toBeVisible()
  await expectAccessibleOffice(kofi)

  const { phone } = await withProfile(api)
  await linkTo(ama, 'Search').click()
  await expect(ama.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  await ama.keyboard.press('/')
  await ama.keyboard.type(phone)
  await ama.keyboard.press('Enter')
  await ama.getByRole('grid', { name: 'Customers found' }).getByRole('link').first().click()
  await expect(ama.getByRole('link', { name: 'Privacy request' })).toBeVisible()
  const account = new URL(ama.url()).pathname.split('/').at(-1) ?? ''
  await ama.getByRole('link', { name: 'Privacy request' }).click()
  await ama.getByLabel('A copy of their data').check()
  await ama.getByLabel('How you made sure that the customer asks').fill('Called back on their number')
  await ama.getByLabel('Reason').fill('Their letter of Monday')
  await expectAccessibleOffice(ama)
  await ama.getByRole('button', { name: 'Record the request' }).click()
  await expect(ama.getByRole('heading', { level: 1, name: 'Request P-000001' })).toBeVisible()
  const download = ama.waitForEvent('download')
  await say(ama, 'Download the data', 'Download', 'To answer them')
  const file = await download
  expect(file.suggestedFilename()).toBe('P-000001.json')
  expect(await readFile(await file.path(), 'utf8')).toContain(phone)
  await say(ama, 'Mark as sent', 'Mark as sent', 'By registered letter')
  await expect(ama.getByText('Ama Compliance: By registered letter')).toBeVisible()
  await expectAccessibleOffice(ama)

  await linkTo(ama, 'Reports').click()
  await ama.getByRole('link', { name: 'Draft a report' }).click()
  await ama.getByLabel('Country of the authority').selectOption('GH')
  await ama.getByLabel('Account').fill(account)
  await ama.getByLabel('Grounds for suspicion').fill('Asked twice how to send without a name.')
  await ama.getByLabel('Action taken').fill('We watch the account.')
  await ama.getByLabel('Indicators').fill('IDF')
  await ama.getByRole('button', { name: 'Check the draft' }).click()
  await expectAccessibleOffice(ama)
  await say(ama, 'Store the draft', 'Store it', 'The enquiries of Monday')
  await expect(ama.getByText('Asked twice how to send without a name.')).toBeVisible()
  await expect(ama.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessibleOffice(ama)
  const report = new URL(ama.url()).pathname
  await linkTo(kofi, 'Reports').click()
  await kofi.locator(`a[href="${report}"]`).click()
  await expect(kofi.getByText('Asked twice how to send without a name.')).toBeVisible()
  // The profile of Ghana has none of our ids at its authority yet, so nobody can approve the document.
  await expect(kofi.getByText('entity.rentity_id')).toBeVisible()
  await expect(kofi.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await say(kofi, 'Withdraw', 'Withdraw', 'The profile comes first')
  await kofi.getByRole('link', { name: 'Draft it again' }).click()
  await expect(kofi.getByLabel('Grounds for suspicion')).toHaveValue(
    'Asked twice how to send without a name.',
  )

  await linkTo(administrator, 'Retention').click()
  await expect(administrator.getByRole('table', { name: 'Laws of Ghana' })).toBeVisible()
})
