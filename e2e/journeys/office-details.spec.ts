import type { Browser, Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessibleOffice, joinOffice, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()
// They share an office.
test.describe.configure({ mode: 'default' })

let links: ReturnType<typeof sandboxMembers> | undefined
const join = async (browser: Browser, dataDir: string, name: string): Promise<Page> =>
  joinOffice(browser, (await (links ??= sandboxMembers(dataDir)))(name))

test('support reads what was booked and told for a transfer, and locks the account of a customer whose phone was stolen @wide-only', async ({
  browser,
  product,
  api,
}) => {
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '4567' })
  const page = await join(browser, product.dataDir, 'Esi Support')
  await page.getByRole('searchbox').fill(paymentId)
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Transfers found' }).getByRole('link').click()

  const postings = page.getByRole('table', { name: 'Postings' })
  await expect(async () => {
    await page.reload()
    await expect(postings.getByRole('row', { name: 'Wallets at carriers, GHS' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText(/, by email or SMS$/).first()).toBeVisible()
  await expectAccessibleOffice(page)

  await page.getByRole('link', { name: 'The customer who sent it' }).click()
  await expect(page.getByText('Left to send in 24 hours')).toBeVisible()
  await expectAccessibleOffice(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The phone was stolen')
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByText(/This account has been locked since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
})

test('support takes what a customer wrote, answers it, and the customer reads the answer @wide-only', async ({
  browser,
  product,
  page: customer,
  api,
}) => {
  await withProfile(api)
  const id = crypto.randomUUID()
  await api.call(calls.openEnquiry, { body: { id, topic: 'where_is_money', message: 'It has not come.' } })
  const page = await join(browser, product.dataDir, 'Fatu Support')
  await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Enquiries' })
  await grid.getByRole('link').first().click()
  await expect(page.getByText('It has not come.')).toBeVisible()
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByRole('button', { name: 'Give it back' })).toBeVisible()
  await expectAccessibleOffice(page)
  await page.getByLabel('Answer', { exact: true }).fill('It arrived at 10:42.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Fatu Support, ')).toBeVisible()
  await customer.goto(`/me/messages/${id}`)
  await expect(customer.getByText('It arrived at 10:42.')).toBeVisible()
})
