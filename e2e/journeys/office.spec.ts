import type { Browser, Page } from '@playwright/test'
import { expectAccessibleOffice, joinOffice, sandboxMembers, startCommandLine } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const NAMES = {
  Support: 'Fatu Support',
  Compliance: 'Efua Compliance',
  Finance: 'Musu Finance',
  Engineer: 'Nii Engineer',
} as const
type RoleName = keyof typeof NAMES

const SECTIONS: Readonly<Record<RoleName | 'Administrator', readonly string[]>> = {
  Support: [
    'Search',
    'Holds',
    'Enquiries',
    'Approvals',
    'Corridors and rails',
    'Permissions',
    'Your passkeys',
  ],
  Compliance: [
    'Search',
    'Holds',
    'Enquiries',
    'Cases',
    'Identity checks',
    'Reports',
    'Privacy',
    'Approvals',
    'Changes',
    'Corridors and rails',
    'Rules',
    'Retention',
    'Audit log',
    'Staff',
    'Permissions',
    'Your passkeys',
  ],
  Finance: [
    'Search',
    'Holds',
    'Daily close',
    'Reconciliation',
    'Approvals',
    'Changes',
    'Prices',
    'Corridors and rails',
    'Floats',
    'Treasury',
    'Profit and loss',
    'Permissions',
    'Your passkeys',
  ],
  Engineer: [
    'Search',
    'Holds',
    'Reconciliation',
    'Approvals',
    'Changes',
    'Corridors and rails',
    'Permissions',
    'Your passkeys',
  ],
  Administrator: [
    'Approvals',
    'Prices',
    'Corridors and rails',
    'Floats',
    'Treasury',
    'Profit and loss',
    'Retention',
    'Audit log',
    'Staff',
    'Permissions',
    'Your passkeys',
  ],
}

interface Office {
  readonly administrator: Page
  readonly members: Readonly<Record<RoleName, Page>>
}

let opened: Promise<Office> | undefined

/** One office for all journeys of this file: a member of each role. */
async function open(browser: Browser, dataDir: string): Promise<Office> {
  const linkOf = await sandboxMembers(dataDir)
  const administrator = await joinOffice(browser, linkOf('Ama Administrator'))
  const pages: [RoleName, Page][] = []
  for (const [role, name] of Object.entries(NAMES) as [RoleName, string][])
    pages.push([role, await joinOffice(browser, linkOf(name))])
  return { administrator, members: Object.fromEntries(pages) as Record<RoleName, Page> }
}

const test = withOwnProduct()
// They share an office, in which the second one finds no hold yet.
test.describe.configure({ mode: 'default' })

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

test('each role sees its own sections, and every page is accessible at both widths @wide-only', async ({
  browser,
  product,
}) => {
  const { administrator, members } = await (opened ??= open(browser, product.dataDir))
  for (const [role, page] of [...Object.entries(members), ['Administrator', administrator] as const]) {
    const sections = SECTIONS[role as RoleName]
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveText([
      ...sections,
    ])
    if (role === 'Support' || role === 'Engineer') continue
    for (const section of sections) {
      await linkTo(page, section).click()
      const heading = page.getByRole('heading', { level: 1, name: section })
      await (section === sections[0] ? expect(heading).toBeVisible() : expect(heading).toBeFocused())
      await expectAccessibleOffice(page)
    }
  }
  await members.Support.goto(`${product.base}/office/audit`)
  await expect(members.Support.getByRole('heading', { name: 'Your roles don’t allow this' })).toBeVisible()
})

test('finance prepares the books of a day, which another member must sign @wide-only', async ({
  browser,
  product,
}) => {
  const { members } = await (opened ??= open(browser, product.dataDir))
  const { Finance: page } = members
  await linkTo(page, 'Daily close').click()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Books of' })).toBeFocused()
  await page.getByLabel('Explanation of differences').fill('The float of this sandbox was never entered')
  await page.getByRole('button', { name: 'Prepare' }).click()
  await page.getByLabel('Reason').fill('End of the day')
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare' }).click()
  await expect(page.getByText('You prepared this report, so another member signs it.')).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: 'Card provider, USD' }),
  ).toBeVisible()
  await expectAccessibleOffice(page)
})

test('by keyboard alone, support finds a transfer, looks at its recipient and puts it on hold @wide-only', async ({
  browser,
  product,
  api,
}) => {
  const { members } = await (opened ??= open(browser, product.dataDir))
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '0002' })
  const { Support: page } = members
  await page.goto(`${product.base}/office/holds`)
  await expect(page.getByRole('heading', { name: 'No transfer is on hold' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(paymentId)
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Transfers found' })
  await expect(grid.getByRole('link')).toHaveCount(1)
  await expectAccessibleOffice(page)
  await grid.getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer S-' })).toBeFocused()
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
  await page.keyboard.press('h')
  await expect(page.getByRole('grid', { name: 'Transfers on hold' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('finance asks for a new threshold, compliance approves it, and the audit log shows both values @wide-only', async ({
  browser,
  product,
}) => {
  const { members } = await (opened ??= open(browser, product.dataDir))
  const { Finance: finance, Compliance: compliance } = members
  await linkTo(finance, 'Changes').click()
  await finance.getByLabel('New amount').fill('750')
  await finance.locator('#threshold-reason').fill('More releases than two people can check')
  await finance
    .locator('form', { has: finance.getByLabel('New amount') })
    .getByRole('button', { name: 'Ask a second person' })
    .click()
  await finance.getByRole('link', { name: 'Open the request' }).click()
  await expect(finance.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await linkTo(compliance, 'Approvals').click()
  await compliance.getByRole('link', { name: 'Change the release threshold' }).click()
  await expect(compliance.getByRole('cell', { name: 'USD 750.00' })).toBeVisible()
  await expectAccessibleOffice(compliance)
  await compliance.getByRole('button', { name: 'Approve' }).click()
  await compliance.getByLabel('Note').fill('Agreed in the weekly meeting')
  await compliance.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(compliance.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })

  await linkTo(compliance, 'Audit log').click()
  await compliance.getByLabel('What').selectOption('Approval approved')
  await compliance.getByRole('button', { name: 'Filter' }).click()
  const log = compliance.getByRole('grid', { name: 'Audit log' })
  await expect(log.getByRole('row')).toHaveCount(2)
  await log.getByRole('gridcell').nth(1).getByRole('button').click()
  await expect(compliance.getByRole('dialog')).toContainText('Agreed in the weekly meeting')
  await expectAccessibleOffice(compliance)
})

test('a member signs out, signs in with the passkey, and signs the command line in @wide-only', async ({
  browser,
  product,
}) => {
  const { administrator } = await (opened ??= open(browser, product.dataDir))
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
})
