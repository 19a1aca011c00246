// Slow: a cancellation that waits for the carrier.
import { within } from '@sesa/test-kit/patience'
import { calls } from '@sesa/contract'
import { withProfile } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'

test('asks before cancelling a transfer on its way, and shows the result', async ({ page, api }) => {
  await withProfile(api)
  // The carrier keeps a pay-out to this number pending for a minute.
  const id = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah', ending: '0002' })
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()

  const opener = page.getByRole('button', { name: 'Cancel this transfer' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
  await expect(dialog).toContainText('we’ll refund LRD 10,000.00, fee included')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByRole('button', { name: 'Keep the transfer' }).click()
  await expect(dialog).toBeHidden()

  await opener.click()
  await dialog.getByRole('button', { name: 'Ask to cancel' }).click()
  const atAGlance = page.getByRole('region', { name: 'Your transfer' })
  await expect(atAGlance).toContainText('You asked to cancel. The money is already on its way.')
  await expect(atAGlance).toBeFocused()
  await expect(page.getByText(/already on its way/).filter({ visible: true })).toHaveCount(1)
  await expect(dialog).toBeHidden()
  await expect(opener).toHaveCount(0)

  const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: id } })
  const { payment, payouts } = await booksOf(api, id, transfer.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toHaveLength(1)
})

test('a transfer that arrives after a request to cancel says so', { tag: '@all' }, async ({ page, api }) => {
  await withProfile(api)
  const id = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah', ending: '0002' })
  await api.call(calls.cancelTransfer, { params: { payment_id: id } })
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  const arrived = 'You asked to cancel, but the money was already on its way and has arrived.'
  await expect(page.getByText(arrived)).toBeVisible({ timeout: within(120) })
  const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: id } })
  const { payment, payouts } = await booksOf(api, id, transfer.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toMatchObject([{ status: 'completed' }])
})
