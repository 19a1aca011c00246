import type { Page } from '@playwright/test'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

const kind = (page: Page, name: string) => page.getByRole('switch', { name })
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test('Back asks before it leaves unsaved choices, also right after Escape', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/profile')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Notifications' })
    .click()
  await kind(page, 'Rates change').check()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL('/me/notifications')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(kind(page, 'Rates change')).toBeChecked()

  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/me/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.goForward()
  await expect(kind(page, 'Rates change')).not.toBeChecked()

  await kind(page, 'Rates change').check()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  // Back comes before the browser reports that the dialog closed.
  await page.evaluate(`document.querySelector('dialog:modal').requestClose()
    dispatchEvent(new PopStateEvent('popstate', { state: { ...history.state, idx: history.state.idx - 1 } }))`)
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/me/profile')

  await page.goForward()
  await kind(page, 'Money received').uncheck()
  await page.getByRole('link', { name: 'Sesa, home' }).click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})
