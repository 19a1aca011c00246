// Slow: a new customer's complete path, from the sign-up to the money in the wallet.
import { expectAccessible } from '../src/browser/accessible.ts'
import { fillProfile, newPerson, signIn } from '../src/people.ts'
import { booksOf } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  historyRow,
  newOrder,
  payButton,
  payWith,
  sendAmount,
} from '../src/transfer.ts'

test('signs up with a phone number and sends money to a wallet', { tag: '@wide' }, async ({ page, api }) => {
  const person = newPerson()
  const order = newOrder()

  await page.goto('/')
  await expectAccessible(page)
  await expect(page.getByPlaceholder('Receive amount')).toHaveValue(/\d/)
  await page.getByRole('button', { name: 'Send Money', exact: true }).click()

  await expect(page).toHaveURL(/^[^?]*\/sign-in\?to=send-money/)
  await expect(page.getByText('Create an account to send money now')).toBeVisible()
  await expectAccessible(page)
  await signIn(page, api, person)

  await expect(page).toHaveURL(/\/me\/set-up-profile\?to=\/send-money/)
  await expectAccessible(page)
  await fillProfile(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(page).toHaveURL(/^[^?]*\/send-money\?/)
  await expect(sendAmount(page)).toHaveValue('1,000.00')
  await fillDetails(page, order)
  await expectAccessible(page)
  await continueWith(page, order)
  await page.getByRole('link', { name: 'All the details' }).click()
  for (const fact of ['LRD 10,000.00', 'LRD 0.00', order.name, 'Exchange Rate', 'Total to Recipient']) {
    await expect(page.getByText(fact).filter({ visible: true }).first()).toBeVisible()
  }
  await expectAccessible(page)
  await payWith(page, CARDS.good)

  const paymentId = await expectSent(page)
  await expectAccessible(page)
  await page.goto('/me/dashboard')
  const row = historyRow(page, order.name)
  await expect(row).toContainText('Transferred')
  await expect(row).toContainText('LRD 10,000.00')
  await expect(row).toContainText('Sent')
  await expectAccessible(page)

  const { payment, payouts } = await booksOf(api, paymentId, order.phone)
  expect(payment).toMatchObject({ captured: 1_000_000, refunded: 0 })
  expect(payouts).toMatchObject([{ status: 'completed', currency: 'GHS' }])

  await row.getByRole('link', { name: /^View/ }).click()
  await expect(page).toHaveURL(`/transfer-status?payment_intent=${paymentId}&intent=view`)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectAccessible(page)
  await expect(payButton(page)).toHaveCount(0)
})
