import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

type Links = readonly (readonly [text: string, path: string])[]

const HEADER: Links = [
  ['Home', '/'],
  ['About', '/about'],
  ['How it works', '/how-it-works'],
  ['Contact', '/contact-us'],
  ['Send Money', '/send-money'],
]
const DRAWER: Links = [
  ['About us', '/about'],
  ['Contact Us', '/contact-us'],
  ['How It Works', '/how-it-works'],
  ['Send Money', '/send-money'],
]
const SIGNED_IN: Links = [
  ['Transactions', '/me/dashboard'],
  ['Recipients', '/me/recipients'],
  ['Reminders', '/me/reminders'],
  ['Notices', '/me/notices'],
  ['Messages', '/me/messages'],
  ['Profile', '/me/profile'],
  ['Limits', '/me/limits'],
  ['Settings', '/me/settings'],
]
const SIGNED_OUT: Links = [
  ['Sign in', '/sign-in'],
  ['Sign up', '/sign-in'],
]
const HELP: Links = [['Help', '/help']]

/** Public pages, and pages of the app that a visitor can see. */
const VISITED = ['/about', '/how-it-works', '/contact-us', '/sign-in']

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function linksIn(place: Locator): Promise<string[][]> {
  const links = await place.getByRole('link', { includeHidden: true }).all()
  return Promise.all(
    links.map(async (link) => [(await link.textContent()) ?? '', (await link.getAttribute('href')) ?? '']),
  )
}

async function openDrawer(page: Page, button: 'Menu' | 'Account menu'): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const drawer = drawerOf(page)
  await expect(drawer).toBeVisible()
  return drawer
}

test(
  'a visitor sees the header, the sign-in link and, except on a wide landing page, the menu',
  { tag: '@wide' },
  async ({ page, isMobile }) => {
    for (const path of ['/', ...VISITED]) {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      expect(await linksIn(page.locator('nav[aria-label=Main]')), path).toEqual(HEADER)
      // The sign-in screen needs no link to itself.
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' }), path).toHaveCount(
        path === '/sign-in' ? 0 : 1,
      )
      await expect(page.getByRole('button', { name: 'Menu', exact: true }), path).toBeVisible({
        visible: isMobile || path !== '/',
      })
      await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
    }
    const drawer = await openDrawer(page, 'Menu')
    expect(await linksIn(drawer)).toEqual([HEADER[0], ...DRAWER, ...HELP, ...SIGNED_OUT])
    await expect(drawer.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'a signed-in customer opens the account menu from the icon, on every page',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    for (const path of ['/', '/about', '/me/profile']) {
      await page.goto(path)
      const drawer = await openDrawer(page, 'Account menu')
      expect(await linksIn(drawer), path).toEqual([...DRAWER, ...SIGNED_IN])
      await expect(drawer.getByRole('button', { name: 'Sign out' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
    }
    await expectAccessible(page)
  },
)

test('every link of the drawer leads to its page', { tag: '@wide' }, async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  for (const [text, path] of [...SIGNED_IN, ...DRAWER]) {
    const drawer = await openDrawer(page, 'Account menu')
    await drawer.getByRole('link', { name: text, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveTitle(/.+ · Sesa$|^Sesa · .+/)
    await expect(drawerOf(page)).toBeHidden()
  }
})

test(
  'by keyboard, the drawer opens and closes, and the next page focuses its heading',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/me/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeFocused()
    const icon = page.getByRole('button', { name: 'Account menu' })
    await icon.press('Enter')
    await expect(drawerOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toBeHidden()
    await expect(icon).toBeFocused()

    await icon.press('Enter')
    const profile = drawerOf(page).getByRole('link', { name: 'Profile' })
    while (!(await profile.evaluate((link) => link.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
    await expect(page).toHaveTitle('Profile · Sesa')

    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeFocused()
    await page.getByRole('link', { name: 'Skip to main content' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test(
  'keeps the focus in the menu when the page finishes loading behind it',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    const held: (() => void)[] = []
    await page.route('**/assets/profile-area-*.js', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.goto('/me/profile')
    await page.getByRole('button', { name: 'Account menu' }).press('Enter')
    const link = drawerOf(page).getByRole('link', { name: 'Settings' })
    await link.focus()
    expect(held, 'scripts held back').not.toHaveLength(0)
    for (const release of held) release()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile', includeHidden: true })).toBeVisible()
    await expect(link).toBeFocused()
  },
)

test('the spinner covers the screen only while the session is unknown', async ({ page, api }) => {
  await withProfile(api)
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/auth/boot', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/me/profile', { waitUntil: 'commit' })
  const modal = page.getByRole('dialog', { name: 'Loading your account' })
  await expect(modal).toBeVisible()
  await expect(modal).toHaveAttribute('aria-modal', 'true')
  // The app replaces the served modal with its own.
  await expect.poll(() => modal.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  // Nothing behind it can be seen, read out or reached.
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.locator('header :focus, footer :focus')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(modal).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('signing out from the drawer ends the session on every page', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/profile')
  await (await openDrawer(page, 'Account menu')).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

for (const session of ['out', 'in'] as const) {
  test(
    `signed ${session}, an unknown address links to the main pages`,
    { tag: '@wide' },
    async ({ page, api, refusal }) => {
      if (session === 'in') await withProfile(api)
      refusal(404, /^\/nowhere$/)
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      const links = await linksIn(page.getByRole('main'))
      const expected = session === 'in' ? ['/me/dashboard', '/me/profile'] : ['/sign-in', '/how-it-works']
      for (const path of ['/', '/send-money', '/contact-us', ...expected]) {
        expect(links.map(([, href]) => href)).toContain(path)
      }
      for (const [text, href] of links) expect((await api.request.get(href ?? '')).status(), text).toBe(200)
      await expectAccessible(page)
    },
  )
}

test('320 px are enough for the header and the drawer', async ({ page, api }) => {
  await page.setViewportSize({ width: 320, height: 600 })
  await page.goto('/sign-in')
  await openDrawer(page, 'Menu')
  await expectAccessible(page)
  await withProfile(api)
  await page.goto('/me/profile')
  await openDrawer(page, 'Account menu')
  await expectAccessible(page)
})
