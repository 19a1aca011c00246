import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInForcedColours } from '../src/browser/accessible.ts'
import { signedIn, withProfile } from '../src/people.ts'
import { PUBLIC_PAGES } from '../src/public-pages.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { SIGNED_IN } from '../src/signed-in-pages.ts'
import { expect, test } from '../src/test.ts'

const SIGNED_OUT = [
  '/sign-in',
  '/sign-in?to=send-money',
  '/sign-up?with=email',
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email',
]

// On the phone public.spec.ts checks the public pages, signed out and in.
test('signed out, every route is accessible', { tag: '@wide' }, async ({ page, isMobile }) => {
  for (const path of [...(isMobile ? [] : PUBLIC_PAGES), ...SIGNED_OUT]) await look(page, path)
})

test('signed in without a profile, the set-up is accessible', { tag: '@wide' }, async ({ page, api }) => {
  await signedIn(api)
  await look(page, '/me/set-up-profile')
})

test('signed in, every route is accessible', { tag: '@wide' }, async ({ page, api, isMobile }) => {
  await withProfile(api)
  const id = await sendByApi(api, { whole: 10_000, name: 'Ama Mensah-Oppong Boateng' })
  const ofTransfer = [
    `/transfer-status?payment_intent=${id}&intent=view`,
    `/receipt?payment_intent=${id}`,
    `/send-money?resend=${id}`,
  ]
  for (const path of [...(isMobile ? [] : PUBLIC_PAGES), ...SIGNED_IN, ...ofTransfer]) await look(page, path)
})

test(
  'shows state and controls in forced colours without backgrounds',
  { tag: '@wide' },
  async ({ page, api }) => {
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
    const entry = (which: string) => edges(page, `nav[aria-label=Settings] a${which}`)
    expect(await entry('[aria-current]'), 'where one is').not.toBe(await entry(':not([aria-current])'))
  },
)

/** Returns the border width and the background of the first control that matches. */
function edges(page: Page, selector: string): Promise<string> {
  return page.evaluate<string>(`{
    const { borderTopWidth, backgroundColor } = getComputedStyle(document.querySelector('${selector}'))
    borderTopWidth + ' ' + backgroundColor
  }`)
}

async function look(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
    const size = page.viewportSize() ?? { width: 1280, height: 800 }
    // Journeys check their pages on the phone; this is the one check of every route on a wide screen.
    if (size.width > 600) return expectAccessible(page)
    await expectAccessibleInForcedColours(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), `the width ${path} needs`).toBe(320)
    await page.setViewportSize(size)
  })
}
