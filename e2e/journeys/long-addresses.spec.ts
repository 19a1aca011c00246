import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

/** Makes the pages show an email address that is confirmed or not, and that no account has. */
async function showAddress(page: Page, email: string, emailVerified: boolean): Promise<void> {
  await page.unroute('/auth/boot')
  await page.route('/auth/boot', async (route) => {
    const response = await route.fetch()
    const answer = JSON.parse(await response.text()) as { profile: object }
    await route.fulfill({
      response,
      json: { ...answer, profile: { ...answer.profile, email, emailVerified } },
    })
  })
}

const addressOf = (length: number): string => `${'u'.repeat(length - '@e.com'.length)}@e.com`

test('an email address of any length makes no page wider than a narrow phone', async ({ page, api }) => {
  await withProfile(api)
  for (const path of ['/me/profile', '/me/notifications']) {
    for (const isConfirmed of [true, false]) {
      await showAddress(page, addressOf(10), isConfirmed)
      await page.goto(path)
      const shown = page.getByText(addressOf(10), { exact: true }).first()
      await expect(shown).toBeVisible()
      const text = await shown.elementHandle()
      for (let length = 10; length <= 60; length++) {
        await text?.evaluate((node, email) => (node.textContent = email), addressOf(length))
        for (const width of [320, 360]) {
          await page.setViewportSize({ width, height: 640 })
          const needed = await page.evaluate('document.documentElement.scrollWidth')
          expect(needed, `the width that ${path} needs with ${length} characters`).toBe(width)
        }
      }
      await expect(page.getByText(addressOf(60))).toBeVisible()
    }
  }
})
