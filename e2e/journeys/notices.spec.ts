import { calls } from '@sesa/contract'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

const EXPORTED = 'A copy of your data was downloaded.'

test('the bell leads to the unread notices, and they to their pages', async ({ page, api }) => {
  await withProfile(api)
  await api.call(calls.exportData)
  await api.call(calls.exportData)
  await page.goto('/me/dashboard')
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await bell('Notices, 2 unread').click()
  await expect(page).toHaveURL('/me/notices')
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByText('Unread')).toHaveCount(2)
  await expect(bell('Notices')).toBeVisible()
  await today.getByRole('link', { name: EXPORTED }).first().click()
  await expect(page).toHaveURL('/me/settings')
  await page.goto('/me/notices')
  await expect(today.getByText(EXPORTED)).toHaveCount(2)
  await expect(today.getByText('Unread')).toHaveCount(0)
})
