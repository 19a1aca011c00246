// Slow: a payment and its notification through the service worker, once the money has arrived.
import { within } from '@sesa/test-kit/patience'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { deliver, timesAsked, withPush } from '../src/browser/push.ts'
import { withProfile } from '../src/people.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'

test.use({ serviceWorkers: 'allow' })

const offer = (page: Page) => page.getByRole('region', { name: 'Tell me when it arrives' })
const PENDING = { whole: 5_000, name: 'Ama Mensah', ending: '0002' }

/** Opens a transfer's page under the service worker. */
async function openTransfer(page: Page, id: string): Promise<void> {
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  await expect(page.getByRole('region', { name: 'Your transfer' })).toBeVisible()
}

test('offers a notification after the payment, and shows it when the money arrives', async ({
  page,
  api,
  context,
  baseURL,
}) => {
  const device = await withPush(context, baseURL ?? '')
  await withProfile(api)
  // The first document registers the worker, as pages before a payment do.
  await page.goto('/me/dashboard', { waitUntil: 'networkidle' })
  await openTransfer(page, await sendByApi(api, PENDING))
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  expect(await timesAsked(page), 'asked before a tap').toBe(0)
  await offer(page).getByRole('button', { name: 'Notify me' }).click()
  await expect(offer(page)).toContainText('We’ll send a notification to this device.')
  expect(await timesAsked(page)).toBe(1)
  await expectAccessible(page)

  const id = await sendByApi(api, { whole: 4_000, name: 'Yaw Darko' })
  const path = `/transfer-status?payment_intent=${id}&intent=view`
  const arrived = async () => (await device.received()).find(({ payload }) => payload['path'] === path)
  await expect.poll(arrived, { timeout: within(60) }).toBeDefined()
  const { payload, topic } = (await arrived()) ?? {}
  expect(payload).toEqual({ title: 'Your transfer arrived', path, tag: topic })
  expect(await deliver(page, payload ?? {})).toEqual({
    title: 'Your transfer arrived',
    tag: topic,
    data: path,
  })
  // This browser already gets them.
  await page.reload()
  await expect(page.getByRole('list', { name: 'Steps of this transfer' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
})
