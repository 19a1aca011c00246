import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

/** Makes the pages show this email address, confirmed or not, instead of the account's own. */
async function signInAs(page: Page, email: string, emailVerified: boolean): Promise<void> {
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

/** Expects the open page to fit into each narrow phone. */
async function expectFits(page: Page, path: string, length: number): Promise<void> {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 })
    const needed = await page.evaluate('document.documentElement.scrollWidth')
    expect(needed, `the width that ${path} needs with ${length} characters`).toBe(width)
  }
}

const addressOf = (length: number): string => `${'u'.repeat(length - '@e.com'.length)}@e.com`

test('an email address of any length makes no page wider than a narrow phone', async ({ page, api }) => {
  test.slow()
  await withProfile(api)
  for (let length = 10; length <= 60; length++) {
    const email = addressOf(length)
    await signInAs(page, email, length % 2 === 0)
    // Checks the profile at every length, and the notifications at every fifth.
    for (const path of length % 5 === 0 ? ['/me/profile', '/me/notifications'] : ['/me/profile']) {
      await page.goto(path)
      await expect(page.getByText(email).first()).toBeVisible()
      await expectFits(page, path, length)
    }
  }
  // Every length on both pages in both states, by changing the text of the drawn page.
  for (const path of ['/me/profile', '/me/notifications']) {
    for (const isConfirmed of [true, false]) {
      await signInAs(page, addressOf(10), isConfirmed)
      await page.goto(path)
      const shown = page.getByText(addressOf(10), { exact: true }).first()
      await expect(shown).toBeVisible()
      const text = await shown.elementHandle()
      for (let length = 10; length <= 60; length++) {
        await text?.evaluate((node, email) => (node.textContent = email), addressOf(length))
        await expectFits(page, path, length)
      }
    }
  }
})
