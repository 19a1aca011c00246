import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson, signIn } from '../src/people.ts'
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
