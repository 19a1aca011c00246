import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { apiOf, OF_OUR_PAGES } from '../src/api.ts'
import { tabTo } from '../src/browser/keyboard.ts'
import { newPerson, PASSWORD, withPassword, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { expectToast } from '../src/browser/toast.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Settings' })
const devices = (page: Page) => page.getByRole('region', { name: 'Your devices' })

test('the side menu leads between the settings', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')
  await menu(page).getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/me/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
})

test(
  'a device is signed out from another one',
  { tag: '@wide' },
  async ({ page, api, playwright, baseURL }) => {
    const person = newPerson()
    await withProfile(api, person)
    await withPassword(api, person)
    const elsewhere = await playwright.request.newContext({
      ...(baseURL !== undefined && { baseURL }),
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    })
    await apiOf(elsewhere).call(calls.signInByEmail, { body: { email: person.email, password: PASSWORD } })

    await page.goto('/me/settings')
    await expect(devices(page).getByRole('listitem')).toHaveCount(2)
    await expect(devices(page).getByRole('listitem').first()).toContainText('This device')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)

    await expectToast(
      page.getByRole('status').filter({ hasText: 'Firefox on Android signed out' }),
      devices(page).getByRole('button', { name: 'Sign out Firefox on Android' }).click(),
    )
    await expect(devices(page).getByRole('listitem')).toHaveCount(1)
    await expect(devices(page).getByRole('heading')).toBeFocused()
    const refused = await elsewhere.post(calls.refreshToken.path, { headers: OF_OUR_PAGES })
    expect(refused.status()).toBe(401)
    await elsewhere.dispose()
  },
)

test('signing out this device leads to sign-in', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  // A request still open when the session ends would be refused, and the browser would log an error.
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible()
  await devices(page).getByRole('button', { name: 'Sign out this device' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/me/settings')
  await expect(page).toHaveURL('/sign-in?to=/me/settings')
})

test(
  'devices that cannot be loaded or signed out say so',
  { tag: '@wide' },
  async ({ page, api, refusal }) => {
    const person = await withProfile(api)
    const down = {
      status: 503,
      json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
    }
    await page.route('/auth/sessions', (route) => route.fulfill(down))
    refusal(503, /^\/auth\/sessions$/)
    await page.goto('/me/settings')
    await expect(page.getByRole('alert')).toContainText('We couldn’t load your devices')
    const waysIn = page.getByRole('region', { name: 'How you sign in' })
    await expect(waysIn.getByRole('listitem').filter({ hasText: 'Phone number' })).toContainText(
      `We send a code to +231 ${person.phone.slice(4, 6)} ${person.phone.slice(6, 9)} ${person.phone.slice(9)}.`,
    )
    await expectAccessible(page)
    await page.unroute('/auth/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(devices(page).getByRole('listitem')).toHaveCount(1)

    refusal(503, /^\/auth\/sign-out$/)
    await page.route('/auth/sign-out', (route) => route.fulfill(down))
    await devices(page).getByRole('button', { name: 'Sign out this device' }).click()
    await expect(page.getByRole('alert')).toContainText('The service is busy. You’re still signed in.')
  },
)

test('keeps the settings usable when the code of Delete Account does not load, and loads it again', async ({
  page,
  api,
  codeLost,
}) => {
  await withProfile(api)
  const bringCode = await codeLost('delete-account')
  await page.goto('/me/settings')
  const entry = menu(page).getByRole('button', { name: 'Delete Account' })
  await entry.click()
  const lost = page.getByRole('alert').filter({ hasText: 'We couldn’t load Delete Account' })
  await expect(lost).toContainText('The rest of the page works.')
  await expect(devices(page).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await bringCode()
  await lost.getByRole('button', { name: 'Load it again' }).click()
  await expect(lost).toHaveCount(0)
  await entry.click()
  const question = page.getByRole('dialog', { name: 'Delete Account' })
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toHaveCount(0)
})

test('by keyboard alone, a choice is switched and saved', { tag: '@wide-only' }, async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
  await tabTo(page, menu(page).getByRole('link', { name: 'Notifications' }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  await expect(page.getByRole('switch', { name: 'Rates change' })).not.toBeChecked()
  await tabTo(page, page.getByRole('switch', { name: 'Rates change' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Rates change' })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Notifications saved')).toBeVisible()
})
