import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { expectToast } from '../src/browser/toast.ts'

const DEFAULTS = {
  'Transaction successful': true,
  'Transaction fails': true,
  'Rates change': false,
  'Money received': true,
  'Loan request successful': false,
  'Loan request fails': false,
}

const CALL = '/user/notifications'
const kind = (page: Page, name: string) => page.getByRole('switch', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

async function open(page: Page): Promise<void> {
  await page.goto('/me/notifications')
  await expect(save(page)).toBeVisible()
}

test('the six switches start with their defaults and are saved', async ({ page, api }) => {
  await withProfile(api)
  await open(page)
  const emails = page.getByRole('group', { name: /^Emails to/ })
  await expect(emails.getByRole('switch')).toHaveCount(6)
  for (const [name, on] of Object.entries(DEFAULTS)) {
    await expect(kind(page, name)).toBeChecked({ checked: on })
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)

  await kind(page, 'Transaction successful').uncheck()
  await kind(page, 'Loan request fails').check()
  await kind(page, 'Answers from support by push').uncheck()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await expectToast(page.getByText('Notifications saved'), save(page).click())
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
  await page.reload()
  const changed = { ...DEFAULTS, 'Transaction successful': false, 'Loan request fails': true }
  for (const [name, on] of Object.entries(changed)) {
    await expect(kind(page, name)).toBeChecked({ checked: on })
  }
  await expect(kind(page, 'Answers from support by push')).not.toBeChecked()
  await expect(kind(page, 'Answers from support by email')).toBeChecked()
})

test('asks before leaving unsaved choices', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Notifications' }).click()
  await kind(page, 'Rates change').check()

  await menu.getByRole('link', { name: 'Security' }).click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL('/me/notifications')
  await expect(kind(page, 'Rates change')).toBeChecked()

  await page.goBack()
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL('/me/notifications')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(kind(page, 'Rates change')).toBeChecked()

  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/me/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await page.goForward()
  await expect(kind(page, 'Rates change')).not.toBeChecked()

  // A switch turned on and off again leaves nothing to save.
  await kind(page, 'Rates change').check()
  await kind(page, 'Rates change').uncheck()
  await menu.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/me/settings')
})

test('asks again when Back follows Escape at once', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Notifications' })
    .click()
  await kind(page, 'Rates change').check()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  // Back comes before the browser reports that the dialog closed.
  await page.evaluate(`document.querySelector('dialog:modal').requestClose()
    dispatchEvent(new PopStateEvent('popstate', { state: { ...history.state, idx: history.state.idx - 1 } }))`)
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/me/settings')
})

test('asks before leaving for a public page too', async ({ page, api }) => {
  await withProfile(api)
  await open(page)
  await kind(page, 'Money received').uncheck()
  await page.getByRole('link', { name: 'Sesa, home' }).click()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
})

test('choices stay when saving fails', async ({ page, api, refusal }) => {
  await withProfile(api)
  await open(page)
  await kind(page, 'Rates change').check()
  refusal(503, /^\/user\/notifications$/)
  await page.route(CALL, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
        })
      : route.continue(),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t save your choices')
  await expect(kind(page, 'Rates change')).toBeChecked()
  await expectAccessible(page)
  await page.unroute(CALL)
  await expectToast(page.getByText('Notifications saved'), save(page).click())
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('says when choices cannot be loaded or saved', async ({ page, api, context, refusal }) => {
  await withProfile(api)
  refusal(503, /^\/user\/notifications$/)
  await page.route(CALL, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } },
    }),
  )
  await page.goto('/me/notifications')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your choices')
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(CALL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(save(page)).toBeVisible()

  await kind(page, 'Rates change').check()
  await context.setOffline(true)
  refusal(0, /^\/user\/notifications$/)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Sesa.')
  await expect(kind(page, 'Rates change')).toBeChecked()
  await context.setOffline(false)
  await expectToast(page.getByText('Notifications saved'), save(page).click())
})
