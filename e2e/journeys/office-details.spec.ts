import { expectAccessibleOffice, inviteFirst, inviteMember, joinOffice } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test('support reads what was booked and told for a transfer, and locks the account of a customer whose phone was stolen @wide-only', async ({
  browser,
  product,
  api,
}) => {
  await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '4567' })
  const administrator = await joinOffice(browser, await inviteFirst(product.dataDir, 'Ama Boateng'))
  const page = await joinOffice(browser, await inviteMember(administrator, 'Esi Support', ['Support']))
  await page.getByRole('searchbox').fill(paymentId)
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Transfers found' }).getByRole('link').click()

  const postings = page.getByRole('table', { name: 'Postings' })
  await expect(async () => {
    await page.reload()
    await expect(postings.getByRole('row', { name: 'payout_float:GHS' })).toBeVisible({ timeout: 2_000 })
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
