import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectAccessible } from '../src/browser/accessible.ts'
import { expectToast } from '../src/browser/toast.ts'
import { withProfile } from '../src/people.ts'
import { zoneAt } from '../src/reminders.ts'
import { linkSentTo, mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const threshold = (page: Page) => page.getByRole('textbox', { name: /^Rate: how many/ })

test('a rate alert is set and deleted', { tag: '@wide' }, async ({ page, api, refusal }) => {
  await withProfile(api)
  await page.goto('/me/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Rate alerts' }).click()
  await expect(heading(page, 'Rate alerts')).toBeVisible()
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/me/rate-alerts?from=GH&to=LR')
  await expect(page.getByLabel('Countries').locator('option:checked')).toHaveText('Ghana to Liberia')
  await expect(page.getByText(/^1 GHS = 1\d\.\d+ LRD$/)).toBeVisible()
  const suggested = Number(await threshold(page).inputValue())
  const { rates } = await api.call(calls.listRateAlerts)
  const today = Number(rates.find(({ from, to }) => from === 'GH' && to === 'LR')?.rate)
  expect(suggested).toBeGreaterThanOrEqual(today * 1.01)
  expect(suggested).toBeLessThan(today * 1.011)
  // Another choice suggests another rate, until one is typed.
  await page.getByLabel('At or below a rate').check()
  expect(Number(await threshold(page).inputValue())).toBeLessThan(today)
  await page.getByLabel('At or above a rate').check()

  await threshold(page).fill('a lot')
  await page.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter the rate as a number above zero')
  await expectAccessible(page)
  refusal(422, /^\/user\/rate-alerts$/)
  await threshold(page).fill('1')
  await page.getByRole('button', { name: 'Set alert' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Choose a higher one.')
  await expect(threshold(page)).toHaveValue('1')
  await expectAccessible(page)
  await threshold(page).fill('99.5')
  await expectToast(status(page, 'Alert set'), page.getByRole('button', { name: 'Set alert' }).click())
  const row = page.getByRole('listitem').filter({ hasText: 'Ghana to Liberia' })
  await expect(row).toContainText('At or above 1 GHS = 99.5 LRD')
  await expectAccessible(page)

  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await expectToast(status(page, 'Alert deleted'), row.getByRole('button', { name: /^Delete/ }).click())
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your alerts' })).toBeFocused()
})

test(
  'the link in the email switches a rate alert off without signing in',
  { tag: '@wide' },
  async ({ page, api, context, refusal }) => {
    const person = await withProfile(api)
    const token = (await linkSentTo(api, person.email, { page: '/verify-email' })).split('#')[1] ?? ''
    await api.call(calls.verifyEmail, { body: { token } })
    const { zone } = zoneAt((hour) => hour >= 10 && hour < 20)
    await api.call(calls.createRateAlert, { body: { from: 'LR', to: 'GH', kind: 'daily', zone } })
    let path = ''
    await expect(async () => {
      const texts = (await mailTo(api, person.email)).map(({ text }) => text)
      path = texts.flatMap((text) => /\/rate-alerts\/off\/[\w-]{22}/.exec(text)?.[0] ?? [])[0] ?? ''
      expect(path).not.toBe('')
    }).toPass({ timeout: 60_000, intervals: [250, 500, 1_000] })

    await context.clearCookies()
    await page.goto(path)
    await expect(heading(page, 'Turn off this rate alert?')).toBeVisible()
    await expect(
      page.getByText('It tells you about the rate from Liberia to Ghana, every day.'),
    ).toBeVisible()
    await expectAccessible(page)
    expect((await api.call(calls.listRateAlerts)).alerts).toHaveLength(1)
    await page.getByRole('button', { name: 'Turn it off' }).press('Enter')
    await expect(heading(page, 'The alert is off')).toBeVisible()
    await expectAccessible(page)
    expect((await api.call(calls.listRateAlerts)).alerts).toEqual([])
    refusal(404, /^\/rate-alerts\/off\//)
    await page.goto(path)
    await expect(heading(page, 'This alert is off already')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)
  },
)

test('offline and failed answers lose no typed rate, and a failed list says so', async ({
  page,
  api,
  context,
  refusal,
}) => {
  await withProfile(api)
  await page.goto('/me/rate-alerts')
  await threshold(page).fill('88.25')
  await context.setOffline(true)
  refusal(0, /^\/user\/rate-alerts$/)
  await page.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Sesa.', { timeout: 60_000 })
  await expect(threshold(page)).toHaveValue('88.25')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '= 88.25 ' })).toBeVisible()

  const busy = { error: { code: 'unavailable', message: 'The service is busy.', requestId: 'r' } }
  refusal(503, /^\/user\/rate-alerts/)
  await page.route('/user/rate-alerts', (route) => route.fulfill({ status: 503, json: busy }))
  await page.reload()
  await expect(page.getByText('We couldn’t load your rate alerts')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.unroute('/user/rate-alerts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '= 88.25 ' })).toBeVisible()
})

test('the notification settings switch reminders and rate alerts', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/notifications')
  for (const name of ['Reminders by email', 'Rate alerts by email'])
    await expect(page.getByRole('switch', { name })).toBeChecked()
  await page.getByRole('switch', { name: 'Rate alerts by email' }).uncheck()
  await expectToast(status(page, 'Notifications saved'), page.getByRole('button', { name: 'Save' }).click())
  const { channels } = await api.call(calls.getNotifications)
  expect(channels.email).toEqual({ reminders: true, rateAlerts: false, supportAnswers: true })
})
