import { within } from '@sesa/test-kit/patience'
import { answered, type Api } from '../src/api.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson, newPhone, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  historyRow,
  payButton,
  payFromBank,
  paymentIdOf,
  payWith,
} from '../src/transfer.ts'

test.use({ paysBy: 'cheapest' })

const ORDER = { amount: '50', name: 'Musu Kollie' }

/** Makes the bank of this payment pay. */
const bankPays = async (api: Api, id: string): Promise<unknown> =>
  answered(await api.request.post(`/sandbox/bank-debits/${id}`, { data: { outcome: 'succeed' } }))

test('pays from a bank account in the US, which answers after a reload, at 320 px', async ({ page, api }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await withProfile(api, newPerson('US'))
  await page.goto('/send-money')
  await continueWith(page, { ...ORDER, phone: newPhone('LR') })
  const bank = page.getByRole('radio', { name: /^Bank account/ })
  await bank.check()
  await expect(page.getByRole('heading', { name: 'Pay from your bank account' })).toBeVisible()
  await expect(page.getByText('Your bank takes up to 4 banking days.')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await expectAccessible(page, { forcedColours: true })

  await payFromBank(page, /^Never answers/)
  const headline = page.getByRole('heading', { level: 1, name: 'Waiting for your bank' })
  await expect(headline).toBeVisible({ timeout: within(20) })
  await expect(page.getByText('You can close this page: we email you.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\bcard\b/i)
  await expectAccessible(page, { forcedColours: true })
  await page.reload()
  await expect(headline).toBeVisible()

  const id = paymentIdOf(page)
  await page.goto('/me/dashboard')
  await expect(historyRow(page, ORDER.name)).toContainText('Checking')
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await bankPays(api, id)
  await expectSent(page)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('main')).toContainText(/Bank account ····\s\d{4}/)
})

test('learns why the bank did not pay, and sends again by card', async ({ page, api }) => {
  await withProfile(api, newPerson('US'))
  await page.goto('/send-money')
  await continueWith(page, { ...ORDER, phone: newPhone('LR') })
  await page.getByRole('radio', { name: /^Bank account/ }).check()
  await expect(payButton(page)).toBeEnabled()
  await payFromBank(page, /^No money in the account/)
  await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible({
    timeout: within(60),
  })
  await expect(page.getByRole('main')).toContainText(/money/i)

  await page.getByRole('link', { name: 'Send again' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked()
  await payWith(page, CARDS.good)
  await expectSent(page)
})
