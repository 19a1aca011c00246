import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

const bell = (page: Page, unread?: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: unread === undefined ? 'Notices' : `Notices, ${unread} unread`, exact: true })
const EXPORTED = 'A copy of your data was downloaded.'

test(
  'lists notices by day, counts the unread ones, and leads to their pages',
  { tag: '@wide' },
  async ({ page, api }) => {
    await withProfile(api)
    await page.goto('/me/notices')
    await expect(page.getByRole('heading', { name: 'No notices yet' })).toBeVisible()
    await expectAccessible(page)

    await api.call(calls.exportData)
    await api.call(calls.exportData)
    await page.goto('/me/dashboard')
    await expect(bell(page, 2)).toBeVisible()
    await expectAccessible(page)
    await bell(page, 2).click()
    await expect(page).toHaveURL('/me/notices')
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today.getByRole('link', { name: EXPORTED })).toHaveCount(2)
    await expect(today.getByText('Unread')).toHaveCount(2)
    // Seen here, so no longer counted; the dots stay for this visit.
    await expect(bell(page)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)

    await today.getByRole('link', { name: EXPORTED }).first().click()
    await expect(page).toHaveURL('/me/settings')
    await page.goto('/me/notices')
    await expect(today.getByText(EXPORTED)).toHaveCount(2)
    await expect(today.getByText('Unread')).toHaveCount(0)
  },
)

test('shows earlier notices, and says when notices cannot be loaded', async ({
  page,
  api,
  context,
  refusal,
}) => {
  await withProfile(api)
  for (let nth = 0; nth < 22; nth++) await api.call(calls.exportData)
  const rows = page.getByRole('listitem').filter({ hasText: EXPORTED })
  refusal(503, /^\/user\/notices$/)
  const list = /\/user\/notices(\?(?!limit).*)?$/
  await page.route(list, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
    }),
  )
  await page.goto('/me/notices')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your notices')
  await expectAccessible(page)
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Show earlier notices' }).click()
  await expect(rows).toHaveCount(22)
  await expect(page.getByRole('button', { name: 'Show earlier notices' })).toHaveCount(0)

  // Nothing is kept for offline use; what is on screen stays.
  await context.setOffline(true)
  await expect(rows).toHaveCount(22)
  await page.getByRole('banner').getByRole('link', { name: 'Sesa, home' }).focus()
  await expectAccessible(page)
  await context.setOffline(false)
})
