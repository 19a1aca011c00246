import { expectAccessible } from '../src/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('a profile is viewed and edited', async ({ page, api }) => {
  const person = await withProfile(api)
  await page.goto('/me/profile')
  await expect(page.getByText(person.name)).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/me/edit-profile')
  await expect(page.getByLabel('Country')).toBeDisabled()
  await expect(page.getByLabel('Country')).toHaveValue('Liberia')
  await expect(page.getByLabel('Phone number')).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Full name').fill('Hawa Kollie-Mensah')
  await page.getByLabel('Female').check()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByText('Hawa Kollie-Mensah')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL('/me/profile')
})
