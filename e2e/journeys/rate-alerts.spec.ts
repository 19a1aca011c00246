import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import { expectToast, toastOf } from '../src/browser/toast.ts'
import { withProfile } from '../src/people.ts'
import { zoneAt } from '../src/reminders.ts'
import { linkSentTo, mailTo } from '../src/sandbox.ts'
import { expect, test } from '../src/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const amount = (page: Page) => page.getByRole('textbox', { name: 'LRD 1,000 gives at least' })

test('a rate alert is set and deleted', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/me/profile')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Rate alerts' }).click()
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.goto('/me/rate-alerts?from=LR&to=GH')
  const suggested = Number(await amount(page).inputValue())
  const { value: today } = await api.call(calls.getRate, {
    params: { from: 'LRD', to: 'GHS', amount: '1000' },
  })
  expect(suggested).toBeGreaterThanOrEqual(today * 1.01 - 0.01)
  expect(suggested).toBeLessThan(today * 1.011)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(amount(page)).toHaveValue((suggested + 0.1).toFixed(2))
  await amount(page).fill('99.5')
  await page.getByRole('button', { name: 'Set alert' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Liberia to Ghana' })
  await expect(row).toContainText('Alert set')
  await expect(row).toContainText('LRD 1,000 gives at least GHS 99.50')
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
  const { alerts } = await api.call(calls.listRateAlerts)
  expect(alerts.map(({ threshold }) => threshold)).toEqual(['0.0995'])
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
