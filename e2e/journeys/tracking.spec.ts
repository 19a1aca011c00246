// Slow: a link that is followed until the money arrives, and its end.
import { within } from '@sesa/test-kit/patience'
import type { Browser, Page } from '@playwright/test'
import { calls } from '@sesa/contract'
import type { Api } from '../src/api.ts'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { mailTo } from '../src/sandbox.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect, test } from '../src/test.ts'

const SCAM_LINE = 'Sesa never asks you for money or a code to receive a transfer.'

/** Opens a link as its recipient does: in a browser without a session. */
async function openAsRecipient(browser: Browser, url: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    serviceWorkers: 'allow',
    javaScriptEnabled,
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Shares the open transfer and returns its link. */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = page.getByLabel('Link', { exact: true })
  await expect(link).toHaveValue(/\/track\/[\w-]{22}$/)
  return link.inputValue()
}

/** Waits for the text to the recipient and returns the link in it. */
async function linkInText(api: Api, paymentId: string): Promise<string> {
  const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: paymentId } })
  let link = ''
  await expect(async () => {
    const texts = (await mailTo(api, transfer.phone)).map(({ text }) => text)
    const text = texts.find((one) => one.includes('is in your mobile money wallet')) ?? ''
    expect(text.length).toBeLessThanOrEqual(160)
    link = /https?:\S+\/track\/[\w-]{22}$/.exec(text)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: within(30) })
  return link
}

test(
  'shares a link that the recipient follows without an account, and ends it',
  { tag: '@all' },
  async ({ page, api, browser, context }) => {
    await withProfile(api)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The carrier keeps a pay-out to this number pending for a minute.
    const id = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah', ending: '0002' })
    await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
    await expect(page.getByText(/by \d\d:\d\d( \(\d+ minutes left\)| at the latest)\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop sharing' })).toHaveCount(0)
    const url = await share(page)
    await expect(page.getByRole('heading', { name: 'Share with Ama' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
    const whatsApp = await page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
    expect(whatsApp).toContain(encodeURIComponent(url))

    // Sending again would pay again, so the page asks first.
    await expect(page.getByRole('link', { name: 'Send again' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('dialog')).toContainText('If you send again, you’ll pay again.')
    await page.getByRole('button', { name: 'Wait for this one' }).click()

    const recipient = await openAsRecipient(browser, url)
    const heading = recipient.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('On its way')
    await expect(
      recipient.getByText(/^GHS [\d.]+ from \S+ is on its way to your MTN MoMo wallet ending in 02\.$/),
    ).toBeVisible()
    await expect(recipient.getByText(SCAM_LINE)).toBeVisible()
    await expect(recipient).toHaveTitle('Track a money transfer')
    await expectAccessible(recipient)
    const early = await openAsRecipient(browser, url, false)
    await expect(early.getByText('Reload this page to see changes.')).toBeVisible()
    await early.context().close()
    // The page itself reports once the money has arrived.
    await expect(heading).toHaveText('Arrived', { timeout: within(120) })
    await expect(recipient.getByText('Check your MTN MoMo balance.')).toBeVisible()
    await expectAccessible(recipient)
    const kept = await recipient.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const caches_ = await Promise.all(names.map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => url)
  })()`)
    expect(kept.filter((address) => address.includes('/track/'))).toEqual([])

    const inText = await linkInText(api, id)
    const withoutScript = await openAsRecipient(browser, inText, false)
    await expect(withoutScript.getByRole('heading', { name: 'Arrived' })).toBeVisible()
    await expect(withoutScript.getByText(/has arrived in your MTN MoMo wallet ending in 02\.$/)).toBeVisible()

    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByText('You’ve stopped sharing')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Share with Ama' })).toBeFocused()
    for (const link of [url, inText]) {
      const answer = await recipient.goto(link)
      expect(answer?.status()).toBe(404)
      await expect(recipient.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
    }
    await expectAccessible(recipient)
    await recipient.context().close()
    await withoutScript.context().close()
  },
)

test('a tracking page requests nothing from other sites, and reveals nothing', async ({
  page,
  api,
  browser,
}) => {
  await withProfile(api)
  const id = await sendByApi(api, { whole: 2_000, name: 'Ama Mensah' })
  await page.goto(`/transfer-status?payment_intent=${id}&intent=view`)
  const url = await share(page)
  const own = new URL(url).origin
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const recipient = await context.newPage()
  const asked: string[] = []
  recipient.on('request', (request) => asked.push(request.url()))
  const answer = await recipient.goto(url)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const document = (await answer?.text()) ?? ''
  const meta = [...document.matchAll(/<(?:meta|title)[^>]*>/g)].map(([tag]) => tag).join('\n')
  expect(meta).toContain('content="Track a money transfer"')
  const { transfer } = await api.call(calls.getTransfer, { params: { payment_id: id } })
  for (const secret of [transfer.phone, transfer.phone.slice(4), transfer.reference, 'Mensah', id])
    expect(document).not.toContain(secret)
  expect(meta).not.toMatch(/GHS|from /)
  await expect(recipient.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  expect(asked.filter((address) => !address.startsWith(own))).toEqual([])
  const wide = await recipient.evaluate<number>('document.documentElement.scrollWidth')
  expect(wide).toBeLessThanOrEqual(320)
  await expectAccessible(recipient, { forcedColours: true })
  await context.close()
})
