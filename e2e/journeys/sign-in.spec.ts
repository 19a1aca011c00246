import { expectAccessible } from '../src/browser/accessible.ts'
import { expectSays } from '../src/browser/expect-says.ts'
import { tabTo } from '../src/browser/keyboard.ts'
import { newPerson, withProfile } from '../src/people.ts'
import { codeSentTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

test('refuses a wrong code and accepts the right one', async ({ page, api, refusal }) => {
  const person = newPerson()
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill('+23177')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSays(page, 'invalidPhone')
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSays(page, 'code')

  const field = page.getByLabel('6-digit code')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(field).toBeFocused()
  await expect(confirm).toBeDisabled()
  await page.reload()
  const code = await codeSentTo(api, person.phone)
  const wrong = code.replace(/\d$/, (digit) => String((Number.parseInt(digit, 10) + 1) % 10))
  await field.fill(wrong)
  refusal(422, /\/auth\/phone\/verify$/)
  await confirm.click()
  await expect(page.getByText('That code isn’t right.').first()).toBeVisible()
  await expect(field).toHaveValue(wrong)
  await expectAccessible(page)

  // Messengers add spaces when a code is copied.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(field).toHaveValue(code)
  await confirm.click()
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
})

test('by keyboard alone, a number and a code sign in', async ({ page, api }) => {
  const person = newPerson()
  await page.goto('/sign-in')
  await tabTo(page, page.getByRole('combobox', { name: 'Country calling code' }))
  await page.keyboard.type('Liberia')
  await tabTo(page, page.getByLabel('Phone number'))
  // Types at human speed: once it has loaded, a field that formats input replaces this one.
  await page.keyboard.type(person.phone.slice('+231'.length), { delay: 50 })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('6-digit code')).toBeFocused()
  // The last digit confirms.
  await page.keyboard.type(await codeSentTo(api, person.phone))
  await expect(page).toHaveURL(/\/me\/set-up-profile/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('signing out ends the session, in every tab', async ({ page, api, context, refusal }) => {
  // Either tab may be asking while the session ends.
  refusal(401, /^\/(user\/notices|auth\/token)/, { optional: true })
  await withProfile(api)
  const other = await context.newPage()
  await other.goto('/me/profile')
  await expect(other.getByRole('link', { name: 'Edit Profile' })).toBeVisible()

  await page.goto('/me/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Send Money', 'Transactions', 'Profile']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(other).toHaveURL(/\/sign-in/)
  await page.goto('/me/dashboard')
  await expect(page).toHaveURL('/sign-in?to=/me/dashboard')
})
