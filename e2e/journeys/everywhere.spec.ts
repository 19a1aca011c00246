// Slow: axe in both themes and in forced colours, a narrow phone, large text and the keyboard, on every page.
import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../src/api.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectFits, openAndCheck } from '../src/browser/every-page.ts'
import { expectSays } from '../src/browser/expect-says.ts'
import { newPerson, signedIn, withPassword, withProfile } from '../src/people.ts'
import { COMPANY, HELP, LEGAL, type PublicPage } from '../src/public-pages.ts'
import { savedRecipient } from '../src/reminders.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { SPEC_STRINGS, type PlaceName } from '../src/spec/spec-strings.ts'
import { expect, test } from '../src/test.ts'

// Each journey checks a page in many ways, and some open several pages.
test.slow()

/** Pages by address, with the place whose words the specification fixes for them. */
type Pages = Readonly<Record<string, PlaceName | null>>

const SIGNED_OUT: Pages = {
  '/sign-in': 'signIn',
  '/sign-in?to=send-money': 'signInToSend',
  '/sign-up?with=email': null,
  '/signin': null,
  '/signup': 'signUp',
  '/forgot-password': null,
  '/reset-password': null,
  '/verify-email': null,
  '/undo-email': null,
}

const ACCOUNT: Pages = {
  '/me/profile': null,
  '/me/edit-profile': 'editProfile',
  '/me/sender-details': null,
  '/me/settings': null,
  '/me/limits': null,
  '/me/cards': null,
}

const MESSAGES: Pages = {
  '/me/notifications': 'notifications',
  '/me/notices': null,
  '/me/messages': null,
  '/me/messages/new?topic=complaint': null,
  '/me/agreements': null,
  '/me/rate-alerts': null,
}

const SENDING: Pages = {
  '/send-money': 'sendDetails',
  '/me/reminders': null,
  '/me/reminders/new': null,
  '/me/profile': 'profile',
}

const HISTORY: Pages = {
  '/me/dashboard': 'dashboard',
  '/me/dashboard?page=1&status=sent': null,
  '/me/recipients': null,
  '/me/recipients?add': null,
  '/me/statement': null,
}

/** The longest accepted name, without a space to break at. */
const LONGEST = `A${'m'.repeat(99)}`

for (const [path, about] of Object.entries({ ...COMPANY, ...HELP, ...LEGAL }))
  test(
    `the page ${path} is complete, accessible and narrow enough`,
    { tag: '@wide' },
    async ({ page, api, baseURL, isMobile }) => {
      const { support } = await api.call(calls.getConfig)
      const footer = [support.phone, support.email, support.address, '© 2024 Sesa']
      await openAndCheck(page, path)
      await expectPublicPage(page, path, about, footer)
      await expectPreview(page, `${baseURL}${path}`)
      const links = await linksOf(page)
      if (!isMobile) return
      expect(links.size).toBeGreaterThan(14)
      for (const link of links) expect((await api.request.get(link)).status(), link).toBe(200)
    },
  )

test(
  'signed out and without a profile, every page of the app is accessible and narrow enough',
  { tag: '@wide' },
  async ({ page, api }) => {
    await openAll(page, SIGNED_OUT)
    await signedIn(api)
    await openAll(page, { '/me/set-up-profile': 'setUpProfile' })
  },
)

for (const [what, pages] of Object.entries({ 'the account': ACCOUNT, messages: MESSAGES }))
  test(
    `every page of ${what} is accessible and narrow enough, with the longest name`,
    { tag: '@wide' },
    async ({ page, api }) => {
      await withProfile(api, { ...newPerson(), name: LONGEST })
      await openAll(page, pages)
    },
  )

test(
  'public pages while signed in, and deleting the account, are accessible and narrow enough',
  { tag: '@wide' },
  async ({ page, api, isMobile }) => {
    const person = await withProfile(api, { ...newPerson(), name: LONGEST })
    await openAll(page, { '/': null, '/help/scams': null })
    await withPassword(api, person)
    await openAll(page, { '/me/settings': 'security' })
    // On a phone, the Account page has the entries of the menu.
    const route = isMobile ? '/me/profile' : '/me/settings'
    await page.goto(route)
    const menu = page.getByRole('navigation', { name: 'Settings' })
    await expectSays(page, 'settingsMenu', menu, route)
    await menu.getByRole('button', { name: 'Delete Account' }).click()
    await expectSays(page, 'deleteAccount', page.getByRole('dialog', { name: 'Delete Account' }), route)
    await expectAccessible(page)
  },
)

for (const [what, pages] of Object.entries({ sending: SENDING, 'what was sent': HISTORY }))
  test(
    `every page about ${what} is accessible and narrow enough, after eleven transfers`,
    { tag: '@wide' },
    async ({ page, api }) => {
      await withProfile(api)
      for (let n = 1; n <= 11; n++) await sendByApi(api, { whole: 1_000 + n, name: 'Ama Mensah' })
      await openAll(page, pages)
    },
  )

test(
  'every page about one transfer or recipient is accessible and narrow enough, with the longest name',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    // A usual name must stay whole in large text, beside one that cannot.
    await openAll(page, await pagesAbout(api, `Comfort ${LONGEST.slice('Comfort '.length)}`))
  },
)

test('an email address of any length makes no page wider than a narrow phone', async ({ page, api }) => {
  await withProfile(api)
  const addressOf = (length: number): string => `${'u'.repeat(length - '@e.com'.length)}@e.com`
  await page.route('/auth/boot', async (route) => {
    const response = await route.fetch()
    const answer = JSON.parse(await response.text()) as { profile: object }
    const profile = { ...answer.profile, email: addressOf(10), emailVerified }
    await route.fulfill({ response, json: { ...answer, profile } })
  })
  let emailVerified = true
  for (const path of ['/me/profile', '/me/notifications'])
    for (emailVerified of [true, false]) {
      await page.goto(path)
      const shown = page.getByText(addressOf(10), { exact: true }).first()
      await expect(shown).toBeVisible()
      const text = await shown.elementHandle()
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 })
        for (let length = 10; length <= 60; length++) {
          await text?.evaluate((node, email) => (node.textContent = email), addressOf(length))
          await expectFits(page, `with ${length} characters`)
        }
      }
    }
})

test('shows state and controls in forced colours without backgrounds', async ({ page, api }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/sign-in')
  await expect(page.getByRole('tab')).toHaveCount(2)
  const tab = (selected: boolean) => edges(page, `[role=tab][aria-selected=${selected}]`)
  expect(await tab(true), 'the chosen tab').not.toBe(await tab(false))
  expect(await edges(page, 'main button[type=submit]'), 'the edge of a button').toMatch(/^[1-9]/)
  await withProfile(api)
  await page.goto('/me/notifications')
  const rates = page.getByRole('switch', { name: 'Rates change' })
  const off = await rates.screenshot()
  await rates.check()
  await page.getByRole('heading', { level: 1 }).click()
  expect((await rates.screenshot()).equals(off), 'a switch that is on looks as one that is off').toBe(false)
  // The menu beside the page.
  await page.setViewportSize({ width: 1280, height: 800 })
  const entry = (which: string) => edges(page, `nav[aria-label=Settings] a${which}`)
  expect(await entry('[aria-current]'), 'where one is').not.toBe(await entry(':not([aria-current])'))
})

/** Opens and checks each page, and expects the words of its place. */
async function openAll(page: Page, pages: Pages): Promise<void> {
  for (const [path, place] of Object.entries(pages))
    await test.step(path, async () => {
      await openAndCheck(page, path)
      if (place !== null) await expectSays(page, place, page.getByRole('main'))
    })
}

/** Returns the pages of a delivered transfer, of a refunded one, and of a recipient and a reminder, all with this name. */
async function pagesAbout(api: Api, name: string): Promise<Pages> {
  const sent = await sendByApi(api, { whole: 10_000, name })
  const refunded = await sendByApi(api, { whole: 4_000, name, ending: '0005' })
  const recipientId = await savedRecipient(api, name)
  const { reminder } = await api.call(calls.createReminder, {
    body: {
      recipientId,
      amount: 500_000,
      side: 'send',
      frequency: 'monthly',
      firstDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      zone: 'Africa/Monrovia',
    },
  })
  const paths = [
    ...[sent, refunded].map((id) => `/transfer-status?payment_intent=${id}&intent=view`),
    `/receipt?payment_intent=${sent}`,
    `/send-money?resend=${sent}`,
    `/send-money?reminder=${reminder.id}`,
    `/me/recipients?person=${recipientId}`,
  ]
  return Object.fromEntries(paths.map((path) => [path, null]))
}

/** Expects the page's own texts, and the footer of every public page. */
async function expectPublicPage(
  page: Page,
  path: string,
  { title, says }: PublicPage,
  support: readonly string[],
): Promise<void> {
  const [main, footer] = [page.getByRole('main'), page.getByRole('contentinfo')]
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const words of says) await expect(main).toContainText(words)
  for (const words of support) await expect(footer).toContainText(words)
  for (const [place, within] of [
    ['landing', main],
    ['footer', footer],
    ['howItWorks', main],
    ['contact', main],
  ] as const)
    if (SPEC_STRINGS[place].route === path) await expectSays(page, place, within)
}

/** Expects the data for search engines and link previews. */
async function expectPreview(page: Page, address: string): Promise<void> {
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
  await expect(meta('og:title')).toHaveAttribute('content', await page.title())
  await expect(meta('description')).toHaveAttribute('content', /^.{40,170}$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address)
  await expect(meta('og:url')).toHaveAttribute('content', address)
  await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
}

/** Returns the paths that the page links to. A link within the page must point to one of its parts. */
async function linksOf(page: Page): Promise<Set<string>> {
  const links = await page
    .getByRole('link', { includeHidden: true })
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(8)
  const paths = new Set<string>()
  for (const href of new Set(links)) {
    if (/^(tel|mailto):/.test(href)) continue
    expect(href, `a link without an address on ${page.url()}`).not.toMatch(/^#?$/)
    const { pathname, hash } = new URL(href, page.url())
    if (hash !== '' && pathname === new URL(page.url()).pathname)
      await expect(page.locator(hash), href).toHaveCount(1)
    paths.add(pathname)
  }
  return paths
}

/** Returns the border width and the background of the first control that matches, once there is one. */
async function edges(page: Page, selector: string): Promise<string> {
  await expect(page.locator(selector).first()).toBeVisible()
  return page.evaluate<string>(`{
    const { borderTopWidth, backgroundColor } = getComputedStyle(document.querySelector('${selector}'))
    borderTopWidth + ' ' + backgroundColor
  }`)
}
