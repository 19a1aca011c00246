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
    // The emulation reaches a new document a moment late; until then, the document believes it is online.
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or sign up' })).toBeVisible()
  await expect(page).toHaveURL('/sign-in?to=/me/dashboard')
})

test('the offline page reloads automatically, even after a stopped navigation', async ({ page, context }) => {
  await underWorker(page, '/')
  await cutConnection(context, page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  await page.evaluate("dispatchEvent(new Event('beforeunload'))")
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeHidden()
})

test('the service worker caches the build and the offline page, and no personal data', async ({
  page,
  api,
}) => {
  const person = await withProfile(api)
  await underWorker(page, '/')
  for (const path of ['/me/dashboard', '/me/profile', '/send-money']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
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
})

test('an open public page says that the connection is lost, and keeps what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/contact-us')
  await page.getByLabel('Message').fill('When does it arrive?')
  const bar = page.getByText('You’re offline.')
  await expect(bar).toBeHidden()
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Message')).toHaveValue('When does it arrive?')
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})

test('serves the files of the build without a connection', async ({ page, context }) => {
  await underWorker(page, '/')
  await page.reload()
  // Otherwise the converter may still be waiting for its first answer.
  await expect(page.getByLabel('They receive')).toHaveValue(/\d/)
  const script = await page.locator('script[type=module]').first().getAttribute('src')
  await expect.poll(() => keptAddresses(page)).toContain(script)
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

test('the app says that the connection is lost, keeps what was typed, and saves it later', async ({
  page,
  context,
  api,
  refusal,
}) => {
  await withProfile(api)
  await page.goto('/me/edit-profile')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeVisible()
  await cutConnection(context, page)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await name.fill('Hawa Kollie-Sirleaf')
  refusal(0, /^\/user\/profile$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Sesa')
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await expect(name).toHaveValue('Hawa Kollie-Sirleaf')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hawa Kollie-Sirleaf')).toBeVisible()
})

test('requests the code of a page again after a cut connection', async ({ page, context, api }) => {
  await withProfile(api)
  await underWorker(page, '/me/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let tries = 0
  await context.route(/\/assets\/profile-area-/, async (route) => {
    tries++
    if (tries === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(tries).toBe(2)
})

test.describe('on a connection that drops', () => {
  test.use({ serviceWorkers: 'block' })

  test('repeats a call that may be sent twice', async ({ page, api, refusal }) => {
    await withProfile(api)
    await page.goto('/me/edit-profile')
    refusal(0, /^\/user\/profile$/)
    const tries: string[] = []
    await page.route('/user/profile', async (route) => {
      tries.push(route.request().method())
      if (tries.length === 1) await route.abort('connectionreset')
      else await route.continue()
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('Hawa Kollie-Sirleaf')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Hawa Kollie-Sirleaf')).toBeVisible()
    expect(tries).toEqual(['PUT', 'PUT'])
  })

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
    // A reload would lose the name, so nothing here may say that it is kept.
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

  test('explains a first answer that hangs, then offers a way out', async ({ page, api }) => {
    await withProfile(api)
    await page.clock.install()
    const letThrough = await letHang(page, '/auth/boot')
    await page.goto('/me/profile')
    await page.clock.fastForward(7000)
    await expect(page.getByText('Taking longer than usual.')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      await page.clock.fastForward(20_000)
      await expect(again).toBeVisible({ timeout: 500 })
    }).toPass()
    letThrough()
    await again.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })

  test('a start that hangs can be retried long before it times out', async ({ page, api }) => {
    await withProfile(api)
    await page.clock.install()
    const letThrough = await letHang(page, '/auth/boot')
    await page.goto('/me/profile')
    await loadHanging(page)
    letThrough()
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })

  test('explains a page whose code hangs, then offers a way out', async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/me/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.install()
    const letThrough = await letHang(page, '**/assets/profile-area-*.js')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await loadHanging(page)
    letThrough()
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })

  test('loads the session automatically once the connection is back', async ({
    page,
    api,
    context,
    refusal,
  }) => {
    await withProfile(api)
    refusal(0, /^\/auth\/boot$/)
    await page.route('/auth/boot', (route) => route.abort('connectionreset'))
    await page.goto('/me/profile')
    await expect(page.getByText('We couldn’t load your account')).toBeVisible()
    await cutConnection(context, page)
    await page.unroute('/auth/boot')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
})
