import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'

test('shows every required disclosure on a receipt of one sheet', async ({ page, api }) => {
  const person = await withProfile(api)
  const paymentId = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah' })
  await page.goto(`/transfer-status?payment_intent=${paymentId}&intent=view`)
  await page.getByRole('main').getByRole('link', { name: 'Receipt' }).click()
  await expect(page).toHaveURL(`/receipt?payment_intent=${paymentId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  const { receipt } = await api.call(calls.getReceipt, { params: { payment_id: paymentId } })
  const main = page.getByRole('main')
  const items = {
    'Transfer Amount': 'LRD 10,000.00',
    'Transfer Fees': 'LRD 0.00',
    'Transfer Taxes': 'LRD 0.00',
    Total: 'LRD 10,000.00',
    'Exchange Rate': /1\sGHS\s=\sLRD\s\d+\.\d{2,}/,
    'Our margin': /^LRD\s[\d,.]+ \(1\.0%\)$/,
    'Total to Recipient': /GHS\s[\d,]+\.\d{2}/,
    'Date Available (may be sooner)': /\d{2} \w{3} \d{4}/,
    Recipient: 'Ama Mensah',
    Reference: receipt.transfer.reference,
    Sender: person.name,
  }
  for (const [term, value] of Object.entries(items)) {
    const row = main.getByRole('term').filter({ hasText: new RegExp(`^${term.replace(/[()]/g, '\\$&')}$`) })
    await expect(row, term).toHaveCount(1)
    await expect(row.locator('xpath=following-sibling::dd'), term).toHaveText(value)
  }
  const told = [
    receipt.disclaimer,
    receipt.rights,
    receipt.error_rights,
    receipt.provider.name,
    receipt.provider.phone,
  ]
  for (const text of [...told, ...receipt.regulators.map(({ name }) => name)]) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(main.getByText(receipt.error_rights)).toBeVisible()
  for (const left of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print or save as PDF' }),
    page.getByRole('link', { name: 'Back to the transfer' }),
  ]) {
    await expect(left).toBeHidden()
  }
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), 'sheets of paper').toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Back to the transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})
