import type { Locator, Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { continueWith, newOrder } from '../src/transfer.ts'

const LIGHT = 'rgb(251, 246, 236)'
const DARK = 'rgb(15, 24, 20)'

const paper = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
const footerChoice = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('radio', { name })

/** Opens the menu, which has the choice on every page, and returns the option. */
async function menuChoice(page: Page, button: 'Menu' | 'Account menu', name: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog', { name: 'Menu' }).getByRole('radio', { name })
}

test('the card form is of another origin, and follows the system’s theme and the chosen one', async ({
  page,
  api,
}) => {
  await withProfile(api)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  const frame = page.locator('iframe[title="Secure payment input frame"]')
  const card = frame.contentFrame().getByLabel('Card number')
  const [onLight, onDark] = ['rgb(255, 253, 248)', 'rgb(23, 35, 29)']
  await expect(card).toHaveCSS('background-color', onLight)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(card).toHaveCSS('background-color', onDark)
  const light = await menuChoice(page, 'Account menu', 'Light')
  await light.check()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCSS('background-color', onLight)
  const script = await page.locator('script[src*="/sandbox/stripe/"]').getAttribute('src')
  for (const address of [await frame.getAttribute('src'), script])
    expect(new URL(address ?? '', page.url()).origin).not.toBe(new URL(page.url()).origin)
})

test('a chosen theme applies to every page and tab from the first paint', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const other = await context.newPage()
  await other.goto('/')
  await page.goto('/')
  await expect(footerChoice(page, 'System')).toBeChecked()
  expect(await paper(page)).toBe(LIGHT)
  await footerChoice(page, 'Dark').check()
  expect(await paper(page)).toBe(DARK)
  await expect.poll(() => paper(other)).toBe(DARK)

  // The first paint is dark even while all our scripts are held back.
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  await expect(page.getByRole('dialog', { name: 'Loading your account' })).toBeVisible()
  expect(await paper(page)).toBe(DARK)
  await page.unrouteAll()
  await page.goto('/sign-in')
  await expect(await menuChoice(page, 'Menu', 'Dark')).toBeChecked()
  await page.keyboard.press('Escape')
  expect(await paper(page)).toBe(DARK)
  expect(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll('meta[name=theme-color]')].filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)`,
    ),
  ).toEqual(['#0f1814'])

  const light = await menuChoice(page, 'Menu', 'Light')
  await light.check()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paper(page)).toBe(LIGHT)
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('radio', { name: 'System' }).check()
  expect(await paper(page)).toBe(DARK)
})
