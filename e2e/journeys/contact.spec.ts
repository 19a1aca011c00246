import { within } from '@sesa/test-kit/patience'
import { newPerson } from '../src/people.ts'
import { mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

test('a message started before the script loaded reaches support and is acknowledged', async ({
  page,
  api,
}) => {
  const { email } = newPerson()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/contact-entry-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact-us', { waitUntil: 'commit' })
  await page.getByLabel('Message').fill('Where is my transfer?\nIt left on Monday.')
  release()
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
  await page.getByLabel('Name').fill('Hawa Kollie')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByLabel('Message')).toHaveValue('Where is my transfer?\nIt left on Monday.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expect.poll(() => mailTo(api, email), { timeout: within(30) }).toHaveLength(1)
})
