import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson, signedIn, signIn } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('signing up records what was agreed to, and each version stays readable', async ({ page, api }) => {
  const person = newPerson('US')
  await page.goto('/sign-in')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await signIn(page, api, person)
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Date of birth').fill(person.dob)
  const box = page.getByRole('checkbox', { name: 'I agree to get my receipts' })
  await expect(box).not.toBeChecked()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Tick the box' }).click()
  await expect(box).toBeFocused()
  await expectAccessible(page)
  await box.check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL('/me/dashboard')

  await page.goto('/me/agreements')
  await expect(page.getByText(/^Agreed on /)).toHaveCount(3)
  await page.getByRole('main').getByRole('link', { name: 'Terms', exact: true }).click()
  await expect(page).toHaveURL(/\/terms\/\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('heading', { name: 'Cancel a transfer' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await expectAccessible(page)
})

test('an account that has not agreed yet is asked once, before its next transfer', async ({ page, api }) => {
  const person = await signedIn(api)
  const { name, email, dob } = person
  await api.call(calls.putProfile, { body: { name, email, dob } })
  await page.goto('/me/dashboard')
  await expect(page).toHaveURL('/me/dashboard')
  await page.goto('/send-money')
  await expect(page).toHaveURL('/me/agreements?to=/send-money')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(page).toHaveURL('/send-money')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Send Money' })).toBeAttached()
  const { due } = await api.call(calls.getConsents)
  expect(due).toEqual([])
})

test('fees and limits are those of the product, and follow the server', async ({ page, api }) => {
  const { corridors } = await api.call(calls.getConfig)
  await page.goto('/fees')
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Our margin' })
  await expect(cards).toHaveCount(corridors.length)
  await expect(cards.filter({ hasText: 'Liberia to Ghana' })).toContainText('1.00%')
  await expect(page.getByText(/^As of \d+ \w+ \d{4}, \d\d:\d\d UTC/)).toBeVisible()
})
