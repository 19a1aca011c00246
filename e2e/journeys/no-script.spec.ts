import { within } from '@sesa/test-kit/patience'
import { newPerson } from '../src/people.ts'
import { mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

test.use({ javaScriptEnabled: false })

test('public pages are readable, lead to each other, and show no dead control', async ({ page }) => {
  for (const [path, heading] of [
    ['/about', 'How we earn'],
    ['/help/agents', 'How to cash out'],
    ['/', 'Our Reach'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(
      page.getByText('Turn on JavaScript to use the converter, sign in and send money'),
    ).toBeVisible()
    await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(0)
  }
  await expect(page.getByText('The converter needs JavaScript')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Send Money', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Install Sesa' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/testimonials')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()

  await page.goto('/help')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Where is my money?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Where is my money?' })).toBeVisible()
})

test('the browser alone sends a message, an interest and an amount', async ({ page, api, refusal }) => {
  const { email } = newPerson()
  await page.goto('/contact-us')
  await expect(page.getByText('Message sent')).toBeHidden()
  await page.getByLabel('Name').fill('Hawa Kollie')
  await page.getByLabel('Email').fill(email)
  refusal(422, /^\/contact$/)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Write your message.').first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Hawa Kollie')
  await page.getByLabel('Message').fill('Does this work without script?')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/contact-us#sent')
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expect.poll(() => mailTo(api, email), { timeout: within(30) }).toHaveLength(1)

  await page.goto('/loans')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(page).toHaveURL('/loans#sent')
  await expect(page.getByRole('heading', { name: 'you’re on the list' })).toBeVisible()

  await page.goto('/rates/liberia-to-ghana')
  await expect(page.getByText(/^LRD\s1,000 = GHS\s[\d.]+$/).first()).toBeVisible()
  await page.getByText('7 days', { exact: true }).click()
  await expect(page.getByRole('img', { name: 'Mid-market rate over 7 days' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'They receive' })).toBeHidden()
  await page.getByRole('textbox', { name: 'You send' }).fill('1,234.50')
  await page.getByRole('button', { name: 'Send this amount' }).click()
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/send-money')
  const carried = { from: 'LR', to: 'GH', side: 'send', amount: '1,234.50', receive: '' }
  expect(Object.fromEntries(searchParams)).toEqual(carried)
})
