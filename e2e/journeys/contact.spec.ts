import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { newPerson } from '../src/people.ts'
import { mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const MESSAGE = 'Where is my transfer?\nIt left on Monday.'

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Hawa Kollie')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Company').fill('Kollie & Daughters')
  await page.getByLabel('Message').fill(MESSAGE)
}

test('a message reaches support and is acknowledged', async ({ page, api }) => {
  const { email } = newPerson()
  await page.goto('/contact-us')
  await fill(page, email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => mailTo(api, email), { timeout: 30_000 }).toHaveLength(1)
})

test('an empty form says what is missing, and sends nothing', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/contact-us')
  await expect(page.locator('form[novalidate], form').first()).toBeVisible()
  await page.getByLabel('Email').fill('hawa at example')
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
  await page.getByRole('button', { name: 'Submit' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  for (const sentence of [
    'Enter your name.',
    'Enter an email address like name@example.com.',
    'Write your message.',
  ])
    await expect(summary.getByRole('link', { name: sentence })).toBeVisible()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Write your message.' }).click()
  await expect(page.getByLabel('Message')).toBeFocused()
  expect(sent).toEqual([])
})

test('keeps what was typed when sending fails, and clears it when it works', async ({ page, refusal }) => {
  const { email } = newPerson()
  await page.goto('/contact-us')
  await fill(page, email)
  await page.route('**/contact', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  refusal(502, /^\/contact$/)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Sesa.')
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.unroute('**/contact')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
})

test('keeps what was typed before the script loaded', async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/contact-entry-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact-us', { waitUntil: 'commit' })
  await page.getByLabel('Message').fill(MESSAGE)
  release()
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
})

for (const topic of ['loans', 'commodities'] as const) {
  test(`interest in ${topic} is confirmed once`, async ({ page, api }) => {
    const { email } = newPerson()
    for (const attempt of ['first', 'again']) {
      await page.goto(`/${topic}`)
      await page.getByLabel('Email').fill(email)
      await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
      await page.getByRole('button', { name: 'Tell me when it opens' }).click()
      await expect(page.getByRole('heading', { name: 'you’re on the list' }), attempt).toBeVisible()
    }
    await expectAccessible(page)
    await expect.poll(() => mailTo(api, email), { timeout: 30_000 }).toHaveLength(1)
  })
}
