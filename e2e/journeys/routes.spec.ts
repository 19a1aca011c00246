import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { signedIn, withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

type Leads = readonly (readonly [from: string, to: string])[]

const SIGNED_OUT: Leads = [
  ['/send-money', '/sign-in?to=send-money'],
  ['/me', '/sign-in?to=/me'],
  ['/me/nowhere', '/sign-in?to=/me/nowhere'],
  ['/me/nowhere/deeper?a=1', '/sign-in?to=/me/nowhere/deeper%3Fa%3D1'],
  ['/me/dashboard/', '/sign-in?to=/me/dashboard'],
  ['/me/dashboard', '/sign-in?to=/me/dashboard'],
  ['/me/recipients', '/sign-in?to=/me/recipients'],
  ['/me/statement?from=2026-11-01', '/sign-in?to=/me/statement%3Ffrom%3D2026-11-01'],
  ['/me/profile', '/sign-in?to=/me/profile'],
  ['/me/edit-profile', '/sign-in?to=/me/edit-profile'],
  ['/me/sender-details', '/sign-in?to=/me/sender-details'],
  ['/me/set-up-profile', '/sign-in?to=/me/set-up-profile'],
  ['/me/settings', '/sign-in?to=/me/settings'],
  ['/me/notifications', '/sign-in?to=/me/notifications'],
  ['/me/limits', '/sign-in?to=/me/limits'],
  ['/me/cards', '/sign-in?to=/me/cards'],
  ['/me/notices', '/sign-in?to=/me/notices'],
  ['/me/messages', '/sign-in?to=/me/messages'],
  ['/me/messages/new?topic=card', '/sign-in?to=/me/messages/new%3Ftopic%3Dcard'],
  ['/me/agreements', '/sign-in?to=/me/agreements'],
  ['/profile', '/sign-in?to=/me/profile'],
  [
    '/transfer-status?payment_intent=pi_1&intent=view',
    '/sign-in?to=/transfer-status%3Fpayment_intent%3Dpi_1%26intent%3Dview',
  ],
]

const WITHOUT_PROFILE: Leads = [
  ['/sign-in', '/me/set-up-profile?to=/me/dashboard'],
  // Public pages need no profile, but signing in still asks for it first.
  ['/sign-in?to=/about', '/me/set-up-profile?to=/about'],
  [
    '/signin?to=/contact-us?reference=S-WP41P8W7',
    '/me/set-up-profile?to=/contact-us%3Freference%3DS-WP41P8W7',
  ],
  ['/me', '/me/set-up-profile?to=/me'],
  ['/me/nowhere', '/me/set-up-profile?to=/me/nowhere'],
  ['/me/dashboard', '/me/set-up-profile?to=/me/dashboard'],
  ['/me/recipients', '/me/set-up-profile?to=/me/recipients'],
  ['/me/statement', '/me/set-up-profile?to=/me/statement'],
  ['/me/profile', '/me/set-up-profile?to=/me/profile'],
  ['/me/edit-profile', '/me/set-up-profile?to=/me/edit-profile'],
  ['/me/sender-details', '/me/set-up-profile?to=/me/sender-details'],
  ['/me/settings', '/me/set-up-profile?to=/me/settings'],
  ['/me/notifications', '/me/set-up-profile?to=/me/notifications'],
  ['/me/limits', '/me/set-up-profile?to=/me/limits'],
  ['/me/cards', '/me/set-up-profile?to=/me/cards'],
  ['/me/notices', '/me/set-up-profile?to=/me/notices'],
  ['/me/messages', '/me/set-up-profile?to=/me/messages'],
  ['/me/agreements', '/me/set-up-profile?to=/me/agreements'],
  ['/profile', '/me/set-up-profile?to=/me/profile'],
  ['/send-money', '/me/set-up-profile?to=/send-money'],
]

const SIGNED_IN: Leads = [
  ['/sign-in', '/me/dashboard'],
  ['/sign-up', '/me/dashboard'],
  ['/signin', '/me/dashboard'],
  ['/sign-in?to=send-money', '/send-money'],
  ['/sign-in?to=/send-money', '/send-money'],
  ['/sign-up?to=/me/profile', '/me/profile'],
  ['/signin?to=/me/edit-profile', '/me/edit-profile'],
  ['/sign-in?to=/me/notifications', '/me/notifications'],
  ['/sign-in?to=/me/messages/new?reference=S-WP41P8W7', '/me/messages/new?reference=S-WP41P8W7'],
  ['/sign-in?to=/help/scams', '/help/scams'],
  ['/me', '/me/dashboard'],
  ['/me/', '/me/dashboard'],
  ['/sign-in?to=/me', '/me/dashboard'],
  // Public pages are separate documents.
  ['/sign-in?to=/about', '/about'],
  ['/sign-up?to=/', '/'],
  ['/signin?to=how-it-works', '/how-it-works'],
  ['/sign-in?to=/contact-us?reference=S-WP41P8W7', '/contact-us?reference=S-WP41P8W7'],
  ['/me/set-up-profile?to=/about', '/about'],
  // A trailing slash is not part of an address.
  ['/about/?a=1', '/about?a=1'],
  ['/send-money/', '/send-money'],
  // Other sites and unknown pages are ignored.
  ['/sign-in?to=//evil.example/send-money', '/me/dashboard'],
  ['/sign-in?to=https://evil.example/', '/me/dashboard'],
  ['/sign-in?to=/%5Cevil.example', '/me/dashboard'],
  ['/sign-in?to=/nowhere', '/me/dashboard'],
  ['/me/set-up-profile', '/me/dashboard'],
  ['/me/set-up-profile?to=send-money', '/send-money'],
  ['/profile', '/me/profile'],
]

test('signed out, every address that needs a session leads to sign-in', async ({ page }) => {
  await leads(page, SIGNED_OUT, 'Submit')
})

test('signed out, the sign-in pages stay', async ({ page }) => {
  for (const path of ['/sign-in', '/sign-up', '/signin']) {
    await leads(page, [[path, path]], 'Submit')
    await expect(page.getByText('Create an account to send money now')).toHaveCount(0)
  }
})

test('signed in without a profile, every address leads to set-up', async ({ page, api }) => {
  await signedIn(api)
  await leads(page, WITHOUT_PROFILE)
})

test('signed in, every redirect works', async ({ page, api }) => {
  await withProfile(api)
  await leads(page, SIGNED_IN)
})

test('signed in with a profile, an unknown address beneath /me says so', async ({ page, api }) => {
  await withProfile(api)
  for (const path of ['/me/nowhere', '/sign-in?to=/me/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeAttached()
    await expect(page).toHaveURL('/me/nowhere')
    await expectAccessible(page)
  }
})

test('an unknown address says so, as a page and as JSON', async ({ page, api, refusal }) => {
  refusal(404, /^\/nowhere$/)
  const response = await page.goto('/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
  const json = await api.request.get('/nowhere', { headers: { accept: 'application/json' } })
  expect(json.status()).toBe(404)
  expect(await json.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('going to another page scrolls to its top', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Account menu' }).dispatchEvent('click')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeInViewport()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
})

/** Opens each address and expects to end at the other one, on a page with a heading and, if named, a button. */
async function leads(page: Page, ways: Leads, button?: string): Promise<void> {
  for (const [from, to] of ways) {
    await test.step(`${from} leads to ${to}`, async () => {
      await page.goto(from)
      await expect(page).toHaveURL(to)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (button !== undefined) await expect(page.getByRole('button', { name: button })).toBeVisible()
    })
  }
}
