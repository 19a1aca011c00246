import type { Walk } from './walk.ts'

/** Public pages other than the landing page, by the name of their picture. */
const PAGES = {
  about: '/about',
  'how-it-works': '/how-it-works',
  contact: '/contact-us',
  loans: '/loans',
  commodities: '/commodities',
  testimonials: '/testimonials',
  'help-bank-transfer': '/help/bank-transfer',
  help: '/help',
  'help-mobile-money': '/help/mobile-money',
  'help-agents': '/help/agents',
  'help-pay-by-card': '/help/pay-by-card',
  'help-where-is-my-money': '/help/where-is-my-money',
  'help-scams': '/help/scams',
  terms: '/terms',
  privacy: '/privacy',
  'electronic-receipts': '/electronic-receipts',
  fees: '/fees',
  rates: '/rates',
  licences: '/licences',
  complaints: '/complaints',
  accessibility: '/accessibility',
  'security-page': '/security',
  'not-found': '/nowhere',
  'track-ended': '/track/ended',
  offline: '/offline',
}

/** Takes the screens that a visitor sees. */
export async function publicScreens({ context, page, shoot }: Walk): Promise<void> {
  await page.goto('/')
  // A script fills in the converter's amounts.
  await page.waitForLoadState('networkidle')
  await shoot('landing')
  await page.getByRole('combobox', { name: 'Receiving country' }).click()
  await shoot('landing-countries')
  await page.getByPlaceholder('Send amount').fill('abc')
  await shoot('landing-no-amount')
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path)
    await shoot(name)
  }
  await page.goto('/rates/liberia-to-ghana')
  // A script fills in the amount that arrives.
  await page.waitForLoadState('networkidle')
  await shoot('rate')
  await page.getByText('365 days', { exact: true }).click()
  await page.getByText('Show 365 days as a table').click()
  await shoot('rate-of-a-year')
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').fill('where is my money')
  await shoot('help-search')
  await page.getByRole('searchbox').fill('zebra')
  await shoot('help-nothing-found')
  await page.goto('/loans')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Email').fill('musu@example.org')
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await page.getByText('Thank you, you’re on the list').first().waitFor()
  await shoot('loans-interested')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await shoot('menu-signed-out')
  await page.goto('/contact-us')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('heading', { level: 1 }).click()
  await shoot('contact-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('There is a problem').waitFor()
  await shoot('contact-refused')
  await page.getByLabel('Name').fill('Musu Kollie')
  await page.getByLabel('Email').fill('musu@example.org')
  await page.getByLabel('Message').fill('When does my transfer arrive?')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page
    .getByRole('heading', { name: /thank|received|message/i })
    .first()
    .waitFor()
  await shoot('contact-sent')
  // Only `npm run dev` serves the design system.
  if ((await page.goto('/ui'))?.ok()) await shoot('ui')
}
