import type { Locator, Page } from '@playwright/test'
import { expectSays } from '../src/browser/expect-says.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

async function openDrawer(page: Page, button: 'Menu' | 'Account menu'): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const drawer = drawerOf(page)
  await expect(drawer).toBeVisible()
  return drawer
}

test(
  'a visitor finds the words of the specification in the header, and signs in from the menu',
  { tag: '@wide' },
  async ({ page, isMobile }) => {
    await page.goto('/')
    // On a phone, the header's links are in the menu; the sign-in link stays next to the menu button.
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible({ visible: isMobile })
    if (isMobile) await openDrawer(page, 'Menu')
    await expectSays(page, 'header')
    await page.goto('/about')
    const drawer = await openDrawer(page, 'Menu')
    await expectSays(page, 'drawerSignedOut', drawer)
    await drawer.getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/sign-in')
  },
)

test(
  'by keyboard, the drawer opens and closes, and the next page focuses its heading at the top',
  { tag: '@wide' },
  async ({ page, api, isMobile }) => {
    await withProfile(api)
    await page.goto('/me/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeFocused()
    const icon = page.getByRole('button', { name: 'Account menu' })
    await icon.press('Enter')
    await expect(drawerOf(page)).toBeVisible()
    await expectSays(page, 'drawerSignedIn', drawerOf(page))
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toBeHidden()
    await expect(icon).toBeFocused()

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(0)
    await icon.press('Enter')
    const profile = drawerOf(page).getByRole('link', { name: 'Profile' })
    while (!(await profile.evaluate((link) => link.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // On a phone, the profile begins the Account page.
    const title = isMobile ? 'Account' : 'Profile'
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect(page).toHaveTitle(`${title} · Sesa`)
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)

    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeFocused()
    await page.getByRole('link', { name: 'Skip to main content' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test('the spinner covers the screen only while the session is unknown, and the menu keeps the focus while the page loads', async ({
  page,
  api,
}) => {
  await withProfile(api)
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/auth/boot', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  await expectSays(page, 'unknownLogin')
  const heldCode: (() => void)[] = []
  await page.route('**/assets/profile-area-*.js', async (route) => {
    await new Promise<void>((resolve) => heldCode.push(resolve))
    await route.continue()
  })
  await page.goto('/me/profile', { waitUntil: 'commit' })
  const modal = page.getByRole('dialog', { name: 'Loading your account' })
  await expect(modal).toBeVisible()
  await expect(modal).toHaveAttribute('aria-modal', 'true')
  // The app replaces the served modal with its own.
  await expect.poll(() => modal.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  // Nothing behind it is visible, announced or reachable.
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.locator('header :focus, footer :focus')).toHaveCount(0)
  answer()
  await expect(modal).toHaveCount(0)
  await page.getByRole('button', { name: 'Account menu' }).press('Enter')
  const link = drawerOf(page).getByRole('link', { name: 'Settings' })
  await link.focus()
  expect(heldCode, 'scripts held back').not.toHaveLength(0)
  for (const release of heldCode) release()
  await expect(page.getByRole('heading', { level: 1, name: 'Account', includeHidden: true })).toBeVisible()
  await expect(link).toBeFocused()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})
