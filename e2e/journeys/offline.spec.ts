// Slow: pages without a connection, and again with one; an answer that never arrives.
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens a page and waits until the service worker controls it and its requests have ended. */
async function underWorker(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

/** Expects the waiting page to explain the delay first, and to offer a reload later. */
async function loadHanging(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Load it again' })
  await page.clock.fastForward(7000)
  await expect(page.getByText('Taking longer than usual.')).toBeVisible()
  await expect(again).toHaveCount(0)
  await page.clock.fastForward(14_000)
  await expect(again).toBeVisible()
}

/**
 * Makes requests to an address hang. Returns a function that lets later requests through while the hanging
 * ones stay: removing the route would send them after all.
 */
async function letHang(page: Page, url: string): Promise<() => void> {
  let isHanging = true
  await page.route(url, (route) => (isHanging ? undefined : route.continue()))
  return () => (isHanging = false)
}

/** Returns every path in the service worker's caches. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
    return requests.map((request) => new URL(request.url).pathname)
  })()`)
}

async function cutConnection(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true)
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
}

test('says offline on every page, and reloads automatically', async ({ page, context }) => {
  await underWorker(page, '/')
  await cutConnection(context, page)
  for (const path of ['/', '/sign-in', '/me/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
    await expect(page).toHaveTitle('You’re offline · Sesa')
    await expect(page).toHaveURL(path)
    // The emulation reaches a new document a moment late; until then, the document assumes it is online.
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  // A navigation that was stopped.
  await page.evaluate("dispatchEvent(new Event('beforeunload'))")
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or sign up' })).toBeVisible()
  await expect(page).toHaveURL('/sign-in?to=/me/dashboard')
})

test('the service worker caches the build and the offline page, and no personal data', async ({
  page,
  context,
  api,
}) => {
  const person = await withProfile(api)
  await underWorker(page, '/me/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The worker requests the code of a page again after a lost connection.
  let tries = 0
  await context.route(/\/assets\/profile-area-/, async (route) => {
    tries++
    if (tries === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  expect(tries).toBe(2)
  await page.goto('/send-money')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(async () => (await keptAddresses(page)).length).toBeGreaterThan(5)
  const kept = await keptAddresses(page)
  expect(kept.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])
  expect(kept).toContain('/offline')

  const stored = await page.evaluate<string>(`(async () => {
    const names = await caches.keys()
    const opened = await Promise.all(names.map((name) => caches.open(name)))
    const found = (await Promise.all(opened.map((cache) => cache.matchAll()))).flat()
    const texts = await Promise.all(found.map((answer) => answer.text()))
    return texts.join() + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)
  })()`)
  expect(stored.length).toBeGreaterThan(10_000)
  for (const personal of [person.phone, person.email, person.name]) expect(stored).not.toContain(personal)

  // Without a connection, the build's files are available.
  const script = kept.find((path) => path.endsWith('.js'))
  await page.goto('/about', { waitUntil: 'networkidle' })
  await cutConnection(context, page)
  expect(
    await page.evaluate<number>(`fetch(${JSON.stringify(script)}).then((answer) => answer.status)`),
  ).toBe(200)
})

test('the app can be installed', async ({ page, api }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await api.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = (await answer.json()) as { icons: { src: string }[] }
  for (const { src } of icons) {
    expect((await api.request.get(src)).headers()['content-type']).toBe('image/png')
  }
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Playwright's contexts count as incognito, where nothing can be installed. No other error is allowed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test.describe('on an unreliable connection', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose code is lost can be left, and what was typed before is kept', async ({
    page,
    api,
    codeLost,
  }) => {
    await withProfile(api)
    await page.goto('/me/edit-profile')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Hawa Kollie-Sirleaf')
    const bringCode = await codeLost('dashboard-area')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Transactions' }).click()
    const lost = page.getByRole('heading', { level: 1, name: 'We couldn’t load this page' })
    await expect(lost).toBeFocused()
    // A reload would lose the name, so the page must not claim that it is kept.
    await expect(page.getByRole('alert')).toHaveText(/^Check your connection and try again\.Load it again$/)
    await expectAccessible(page)
    await page.goBack()
    await expect(name).toHaveValue('Hawa Kollie-Sirleaf')
    await page.goForward()
    await expect(lost).toBeVisible()
    await bringCode()
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeVisible()
  })

  test('a start that hangs, and a page whose code hangs, explain the wait and can be loaded again', async ({
    page,
    api,
  }) => {
    await withProfile(api)
    await page.clock.install()
    const letBootThrough = await letHang(page, '/auth/boot')
    await page.goto('/me/limits')
    await loadHanging(page)
    letBootThrough()
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible()

    const letCodeThrough = await letHang(page, '**/assets/profile-area-*.js')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await loadHanging(page)
    letCodeThrough()
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })
})
