import { expectAccessibleOffice, joinOffice, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'

const test = withOwnProduct()

test('compliance reads what providers did for a transfer, and why an action is not possible @wide-only', async ({
  browser,
  product,
  api,
}) => {
  await withProfile(api)
  // The carrier leaves this pay-out open.
  const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '0002' })
  const linkOf = await sandboxMembers(product.dataDir)
  const page = await joinOffice(browser, linkOf('Efua Compliance'))
  await page.getByRole('searchbox').fill(paymentId)
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Transfers found' }).getByRole('link').click()

  const attempt = page.getByRole('row', { name: /^Pay-out 1/ })
  await expect(async () => {
    await page.reload()
    await expect(attempt).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(attempt).not.toContainText('No rail yet')
  await expect(page.getByText(/^(Next step: .* Tries of this step so far|No step is due)/)).toBeVisible()
  const events = page.getByRole('table', { name: 'Events of the card provider' })
  await expect(events.getByRole('row', { name: 'payment_intent.succeeded' })).toBeVisible()
  await expect(
    page.getByText(/^Version \d+ of the fraud rules asked for the bank’s own check on /),
  ).toBeVisible()
  await expect(page.getByText(/^Release the hold: S-\w+ is not held\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release the hold' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The customer asked for it')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText(/^Put on hold: S-\w+ is already on hold\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Put on hold' })).toHaveCount(0)
  await expect(page.getByText(/^Refund by hand: Nothing can be refunded for S-/)).toBeVisible()
  await expectAccessibleOffice(page)
})
