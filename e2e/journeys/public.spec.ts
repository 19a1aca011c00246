import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInForcedColours } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import type { OfPublicPages } from '../src/public-pages.ts'
import { SPEC_STRINGS } from '../src/spec/spec-strings.ts'
import { STEPS } from '../src/spec/spec-strings-signed-out.ts'
import { expect, test } from '../src/test.ts'

const { contact, footer: foot, landing } = SPEC_STRINGS

/** On every legal page of a sandbox. */
const SAMPLE = 'Sample text of a sandbox'

/** The title of each public page, and the text it must show. */
const PAGES: OfPublicPages<{ title: string; says: readonly string[] }> = {
  '/': {
    title: 'Send money home. It lands on their phone.',
    says: [...landing.says.heading, ...landing.says.text, 'See all', 'Sesa on your home screen'],
  },
  '/about': { title: 'About Sesa', says: ['How we earn', 'USD 2,000', 'USD 2,999', 'USD 10,000'] },
  '/how-it-works': {
    title: 'How it works',
    says: STEPS,
  },
  '/contact-us': {
    title: 'Contact',
    says: Object.values(contact.says).flat(),
  },
  '/loans': { title: 'Request Loans', says: ['Coming soon', 'Tell me when it opens'] },
  '/commodities': { title: 'Buy Commodities', says: ['Coming soon', 'Tell me when it opens'] },
  '/testimonials': { title: 'Testimonials', says: ['Sample stories', 'Efua'] },
  '/help/bank-transfer': { title: 'Bank transfer', says: ['Coming soon...'] },
  '/help': {
    title: 'Help',
    says: [
      'Where is my money?',
      'Mobile money',
      'Cash at an agent',
      'Pay by card',
      'Bank transfer',
      'Ask us',
    ],
  },
  '/help/mobile-money': { title: 'Mobile money', says: ['Lonestar MTN MoMo', 'Afrimoney', 'Arrives in SLE'] },
  '/help/agents': { title: 'Cash at an agent', says: ['about 2% in Liberia'] },
  '/help/pay-by-card': { title: 'Pay by card', says: ['charged in US dollars'] },
  '/help/where-is-my-money': { title: 'Where is my money?', says: ['It starts with S-', 'Ask us'] },
  '/help/cancel-or-change': { title: 'Cancel or change a transfer', says: ['within 30 minutes'] },
  '/help/refunds': { title: 'Refunds', says: ['up to 10 days'] },
  '/help/fees-and-rates': { title: 'Fees and rates', says: ['Our margin is part of the rate'] },
  '/help/limits': { title: 'Limits', says: ['24 hours'] },
  '/help/name-does-not-match': { title: 'The name does not match', says: ['Check the number'] },
  '/help/scams': { title: 'Scams: stop and think', says: ['You have never met the person'] },
  '/help/sign-in': { title: 'Sign-in problems', says: ['10 minutes'] },
  '/help/close-account': { title: 'Close your account', says: ['at least 5 years'] },
  '/terms': { title: 'Terms', says: [SAMPLE, 'within 30 minutes of payment', 'Sample Sesa Ltd'] },
  '/privacy': { title: 'Privacy Policy', says: [SAMPLE, 'Act 843', 'no cookie banner'] },
  '/electronic-receipts': { title: 'Electronic receipts', says: [SAMPLE, '15 U.S.C. 7001'] },
  '/fees': { title: 'Fees and limits', says: ['Our margin', 'Liberia to Ghana', 'United States to Liberia'] },
  '/rates': { title: 'Exchange rates', says: ['Liberia to Ghana', 'United States to Sierra Leone'] },
  '/rates/liberia-to-ghana': {
    title: 'Liberia to Ghana',
    says: ['Our rate today', 'Sample data', 'The other way: Ghana to Liberia'],
  },
  '/licences': { title: 'Licences', says: [SAMPLE, 'No licence is entered here yet'] },
  '/complaints': { title: 'Complaints', says: ['If you send from Ghana', 'within 5 days', 'Bank of Ghana'] },
  '/accessibility': { title: 'Accessibility', says: ['WCAG) 2.2'] },
  '/security': { title: 'Security', says: ['security.txt'] },
}

/** Texts in the footer of every public page. */
const FOOTER = [...foot.says.heading, ...foot.says.link, '© 2024 Sesa']

for (const [path, { title, says }] of Object.entries(PAGES)) {
  for (const session of ['out', 'in'] as const) {
    test(`${path}, signed ${session}, is complete in both themes, in forced colours and at 320 px`, async ({
      page,
      api,
    }) => {
      if (session === 'in') await withProfile(api)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const main = page.getByRole('main')
      for (const words of says) await expect(main).toContainText(words)
      const footer = page.getByRole('contentinfo')
      const { support } = await api.call(calls.getConfig)
      for (const words of [...FOOTER, support.phone, support.email, support.address])
        await expect(footer).toContainText(words)
      await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(session === 'in' ? 1 : 0)
      await expectAccessible(page)
      await expectAccessibleInForcedColours(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
    })
  }
}

test('the footer’s icons lead to the company’s social pages', async ({ page }) => {
  for (const name of ['Facebook', 'Instagram', 'X']) {
    await page.goto('/')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: `Sesa on ${name}` })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: `Sesa on ${name}` })).toBeVisible()
  }
})

test('shows the eight steps and the three samples in order', async ({ page }) => {
  await page.goto('/how-it-works')
  expect(await page.getByRole('listitem').getByRole('heading').allTextContents()).toEqual(STEPS)
  await page.goto('/')
  const samples = page.locator('#testimonials figure')
  await expect(samples).toHaveCount(3)
  await expect(page.locator('#testimonials')).toContainText('Sample stories')
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/testimonials')
  expect(await page.getByRole('main').getByRole('figure').count()).toBeGreaterThan(3)
})

test('limits are those of the product', async ({ page, api }) => {
  const { limits } = await api.call(calls.getConfig)
  for (const path of ['/about', '/fees']) {
    await page.goto(path)
    for (const minor of [limits.perTransfer, limits.per24Hours, limits.per30Days]) {
      const amount = `${limits.currency} ${(minor / 100).toLocaleString('en-US')}`
      await expect(page.getByRole('main')).toContainText(amount)
    }
  }
})

test('the menu of a signed-out visitor leads to sign-in', { tag: '@wide' }, async ({ page, isMobile }) => {
  await page.goto('/')
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign up' }).click()
  } else {
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  }
  await expect(page).toHaveURL('/sign-in')
})

test('signing out of a public page shows it as a visitor sees it', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/me/dashboard')
  await expect(page).toHaveURL(/^[^?]*\/sign-in/)
})

test('a sign-out that fails says so', async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/about')
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 503, body: '' }))
  refusal(503, /^\/auth\/sign-out$/)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toContainText('You’re still signed in')
  await page.unroute('**/auth/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
})

test('every link of every public page leads somewhere', async ({ page, api }) => {
  const known = new Set<string>()
  for (const path of Object.keys(PAGES)) {
    await page.goto(path)
    for (const href of await linksOf(page)) {
      if (/^(tel|mailto):/.test(href)) continue
      expect(href, `a link without an address on ${path}`).not.toMatch(/^#?$/)
      const { pathname, hash } = new URL(href, page.url())
      if (hash !== '' && pathname === new URL(page.url()).pathname)
        await expect(page.locator(hash), href).toHaveCount(1)
      known.add(pathname)
    }
  }
  expect(known.size).toBeGreaterThan(14)
  for (const path of known) expect((await api.request.get(path)).status(), path).toBe(200)
})

test('each page tells search engines and link previews what it is', async ({ page, api, baseURL }) => {
  const titles = new Set<string>()
  for (const path of Object.keys(PAGES)) {
    await page.goto(path)
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
    const title = await page.title()
    expect(title).toContain('Sesa')
    titles.add(title)
    await expect(meta('og:title')).toHaveAttribute('content', title)
    await expect(meta('description')).toHaveAttribute('content', /^.{40,170}$/)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + path)
    await expect(meta('og:url')).toHaveAttribute('content', baseURL + path)
    await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
  }
  expect(titles.size).toBe(Object.keys(PAGES).length)
  await page.goto('/')
  const card = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await api.request.get(card ?? '')).headers()['content-type']).toBe('image/png')
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(facts.map((fact) => (JSON.parse(fact) as { '@type': string })['@type'])).toEqual([
    'Organization',
    'WebSite',
  ])
})

for (const session of ['out', 'in'] as const) {
  test(`an unknown address offers help, signed ${session}`, async ({ page, api, refusal }) => {
    if (session === 'in') await withProfile(api)
    refusal(404, /^\/nowhere$/)
    await page.goto('/nowhere')
    const looked = page.getByRole('navigation', { name: 'Popular pages' })
    const first = session === 'in' ? 'Your transactions' : 'Sign in'
    await expect(looked.getByRole('link', { name: first })).toBeVisible()
    await expectAccessible(page)
  })
}

async function linksOf(page: Page): Promise<Set<string>> {
  const links = await page
    .getByRole('link', { includeHidden: true })
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(8)
  return new Set(links)
}
