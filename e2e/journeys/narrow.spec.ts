import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { newPerson, withProfile } from '../src/people.ts'
import { savedRecipient } from '../src/reminders.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { SIGNED_IN } from '../src/signed-in-pages.ts'
import { expect, test } from '../src/test.ts'
import type { Api } from '../src/api.ts'

/** The longest name that is accepted, without a space to break at. */
const LONGEST = `A${'m'.repeat(99)}`

/** Everything that shows a name: sent, held and refunded transfers, a recipient and a reminder. */
async function pagesOf(api: Api, name: string): Promise<readonly string[]> {
  const sent = await sendByApi(api, { whole: 10_000, name })
  const refunded = await sendByApi(api, { whole: 4_000, name, ending: '0005' })
  const recipientId = await savedRecipient(api, name)
  const { reminder } = await api.call(calls.createReminder, {
    body: {
      recipientId,
      amount: 500_000,
      side: 'send',
      frequency: 'monthly',
      firstDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      zone: 'Africa/Monrovia',
    },
  })
  return [
    ...SIGNED_IN,
    ...[sent, refunded].map((id) => `/transfer-status?payment_intent=${id}&intent=view`),
    `/receipt?payment_intent=${sent}`,
    `/send-money?resend=${sent}`,
    `/send-money?reminder=${reminder.id}`,
    `/me/recipients/${recipientId}`,
  ]
}

/** The innermost elements that reach over the edge of the page. */
const WIDEST = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && ![...element.children].some((child) => child.getBoundingClientRect().right > document.documentElement.clientWidth + 1))
  .slice(0, 5).map((element) => element.outerHTML.slice(0, 120)).join(' and ')`

/** Names every page that is wider than the screen, so that one run shows all. */
async function widePages(page: Page, paths: readonly string[], prepare = async () => {}): Promise<string[]> {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
    await prepare()
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (needed > (page.viewportSize()?.width ?? 0))
      wide.push(`${path}: ${needed}, ${await page.evaluate(WIDEST)}`)
  }
  return wide
}

test('no page is wider than a narrow phone with the longest name', async ({ page, api }) => {
  test.slow()
  await withProfile(api, { ...newPerson(), name: LONGEST })
  const paths = await pagesOf(api, LONGEST)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widePages(page, paths)).toEqual([])
})

test('every page fits a phone with text of twice the size', async ({ page, api }) => {
  test.slow()
  await withProfile(api)
  const paths = await pagesOf(api, 'Ama Mensah')
  const enlarge = () =>
    page.evaluate(`document.documentElement.style.fontSize = '200%'`).then(() => undefined)
  expect(await widePages(page, paths, enlarge)).toEqual([])
})
