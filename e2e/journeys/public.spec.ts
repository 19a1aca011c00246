import { expectAccessible } from '../src/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page can be read and its links lead on', async ({ page }) => {
    await page.goto('/')
    for (const name of ['Features', 'Why Choose Us', 'Our Reach', 'Get Started', 'Testimonials']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    for (const country of ['Liberia', 'Ghana', 'Sierra Leone']) {
      await expect(page.getByRole('heading', { name: country })).toBeVisible()
    }
    await expect(page.getByText('© 2024')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send Money' }).first()).toHaveAttribute(
      'href',
      '/send-money',
    )
  })

  test('the menu opens', async ({ page, isMobile }) => {
    test.skip(!isMobile, 'wide screens have their links in the header')
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  })
})

test('the converter converts both ways, and turns red on what is no number', async ({ page }) => {
  await page.goto('/')
  const send = page.getByLabel('You send')
  const receive = page.getByLabel('They receive')
  await expect(receive).toHaveValue(/^[\d,]+\.\d{2}$/)
  const first = await receive.inputValue()
  await send.fill('2000')
  await expect(receive).not.toHaveValue(first)
  await receive.fill('100')
  await expect(send).not.toHaveValue('2000')
  await send.fill('abc')
  await expect(send).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await send.fill('0')
  await expect(receive).toHaveValue('0')
})

test('equal currencies give the amount back, and a country is found by a part of its name', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel('You send').fill('1250')
  const choice = page.getByRole('combobox', { name: 'Receiving country' })
  await choice.click()
  await choice.fill('ber')
  await page.getByRole('option', { name: /Liberia/ }).click()
  await expect(page.getByLabel('They receive')).toHaveValue('1,250.00')
})

test('the menu of a signed-out visitor leads to sign-in', async ({ page, isMobile }) => {
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

test('signed in, the landing page has the account menu at once', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await expectAccessible(page)
})

test('every link of the landing page leads somewhere', async ({ page, api }) => {
  await page.goto('/')
  const links = await page
    .getByRole('link', { includeHidden: true })
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(8)
  for (const href of new Set(links)) {
    if (/^(tel|mailto):/.test(href)) continue
    expect(href, 'a link without an address').not.toMatch(/^#?$/)
    const { pathname, hash } = new URL(href, page.url())
    expect((await api.request.get(pathname)).status(), href).toBe(200)
    if (pathname === '/' && hash !== '') await expect(page.locator(hash), href).toHaveCount(1)
  }
})
