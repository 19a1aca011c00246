import { calls } from '@sesa/contract'
import { apiOf, OF_OUR_PAGES } from '../src/api.ts'
import { tabTo } from '../src/browser/keyboard.ts'
import { expectToast, toastOf } from '../src/browser/toast.ts'
import { newPerson, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('a device is signed out from another one', async ({ page, api, playwright, baseURL }) => {
  const person = newPerson()
  await withProfile(api, person)
  await withPassword(api, person)
  const elsewhere = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  })
  await apiOf(elsewhere).call(calls.signInByEmail, { body: { email: person.email, password: PASSWORD } })

  await page.goto('/me/settings')
  const devices = page.getByRole('region', { name: 'Your devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expectToast(
    toastOf(page, 'Firefox on Android signed out'),
    devices.getByRole('button', { name: 'Sign out Firefox on Android' }).click(),
  )
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const refused = await elsewhere.post(calls.refreshToken.path, { headers: OF_OUR_PAGES })
  expect(refused.status()).toBe(401)
  await elsewhere.dispose()
})

test('by keyboard alone, a choice is switched and saved', { tag: '@wide-only' }, async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
  await tabTo(page, menu.getByRole('link', { name: 'Notifications' }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  const rates = page.getByRole('switch', { name: 'Rates change' })
  await expect(rates).not.toBeChecked()
  await tabTo(page, rates)
  await page.keyboard.press('Space')
  await expect(rates).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Notifications saved')).toBeVisible()
  await page.reload()
  await expect(rates).toBeChecked()
})
