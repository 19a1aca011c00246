import { draftKept } from '../src/draft.ts'
import { fillProfile, newPerson, signedIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import {
  CARDS,
  continueWith,
  expectSent,
  fillDetails,
  newOrder,
  payButton,
  payWith,
  receiveAmount,
  recipientName,
  recipientPhone,
  sendAmount,
} from '../src/transfer.ts'

test('a reload loses nothing typed, in the profile and in the details', async ({ page, api }) => {
  const person = await signedIn(api, newPerson())
  await page.goto('/me/set-up-profile?to=/send-money')
  const typed = draftKept(page, person.dob)
  await fillProfile(page, person)
  await typed
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Date of birth')).toHaveValue(person.dob)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/send-money')

  const order = newOrder()
  const kept = draftKept(page, order.phone)
  await fillDetails(page, order)
  await kept
  await page.reload()
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(receiveAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await expect(recipientName(page)).toHaveValue(order.name)
  await expect(recipientPhone(page)).toHaveValue(/\d/)
  await continueWith(page, order)
})

test('a reload on the overview leads to one payment, not two', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  const order = newOrder()
  await continueWith(page, order)
  await page.reload()
  await expect(payButton(page)).toBeVisible()
  await payWith(page, CARDS.good)
  await expectSent(page)
  await page.goto('/me/dashboard')
  await expect(page.getByRole('row').filter({ hasText: order.name })).toHaveCount(1)
})

test('Edit goes back to the details with everything typed', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  const order = newOrder()
  await continueWith(page, order)
  await page.getByRole('button', { name: /Edit/ }).first().click()
  await expect(sendAmount(page)).toHaveValue('10,000.00')
  await expect(recipientName(page)).toHaveValue(order.name)
})
