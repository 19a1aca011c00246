import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectToast, toastOf } from '../src/browser/toast.ts'
import { withProfile } from '../src/people.ts'
import { zoneAt } from '../src/reminders.ts'
import { linkSentTo, mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const threshold = (page: Page) => page.getByRole('textbox', { name: /^Rate: how many/ })

test('a rate alert is set and deleted', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/profile')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Rate alerts' }).click()
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.goto('/me/rate-alerts?from=GH&to=LR')
  const suggested = Number(await threshold(page).inputValue())
  const { rates } = await api.call(calls.listRateAlerts)
  const today = Number(rates.find(({ from, to }) => from === 'GH' && to === 'LR')?.rate)
  expect(suggested).toBeGreaterThanOrEqual(today * 1.01)
  expect(suggested).toBeLessThan(today * 1.011)
  await threshold(page).fill('99.5')
  await expectToast(toastOf(page, 'Alert set'), page.getByRole('button', { name: 'Set alert' }).click())
  const row = page.getByRole('listitem').filter({ hasText: 'Ghana to Liberia' })
  await expect(row).toContainText('At or above 1 GHS = 99.5 LRD')
  await expectToast(toastOf(page, 'Alert deleted'), row.getByRole('button', { name: /^Delete/ }).click())
  await expect(page.getByText('No alerts yet')).toBeVisible()
})

test('the link in the email switches a rate alert off without signing in', async ({
  page,
  api,
  context,
  refusal,
}) => {
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
  }).toPass({ timeout: within(60), intervals: [250, 500, 1_000] })

  await context.clearCookies()
  await page.goto(path)
  await expect(heading(page, 'Turn off this rate alert?')).toBeVisible()
  await expect(page.getByText('It tells you about the rate from Liberia to Ghana, every day.')).toBeVisible()
  expect((await api.call(calls.listRateAlerts)).alerts).toHaveLength(1)
  await page.getByRole('button', { name: 'Turn it off' }).press('Enter')
  await expect(heading(page, 'The alert is off')).toBeVisible()
  expect((await api.call(calls.listRateAlerts)).alerts).toEqual([])
  refusal(404, /^\/rate-alerts\/off\//)
  await page.goto(path)
  await expect(heading(page, 'This alert is off already')).toBeVisible()
})
